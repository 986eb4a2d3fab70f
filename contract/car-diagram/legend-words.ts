/** What colors and dots of the diagram mean, wherever it is explained. */
export const LEGEND_WORDS =
  'Color shows how severe the damage is that was seen; dots show how likely damage is that nobody has seen: the denser, the likelier.';
