/** What colors and dots of the diagram mean, wherever it is explained. */
export const LEGEND_WORDS =
  'Solid color: damage seen. Dots: possible damage, not seen. More dots, more likely.';
