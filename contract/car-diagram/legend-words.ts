/** What colors and dots of the diagram mean, wherever it is explained. */
export const LEGEND_WORDS =
  'Color shows how severe damage is that was seen; dots show how likely damage is that nobody saw, denser being likelier.';
