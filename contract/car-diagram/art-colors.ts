export type ArtTheme = 'light' | 'dark';
type Paint = Record<
  'body' | 'glass' | 'dark' | 'rim' | 'lamp' | 'tail' | 'line' | 'shade' | 'light' | 'shard' | 'ground',
  string
> & {
  /** How much of shade, deep shade, light, glare and the ground's shadow is seen, 0–1. */
  tones: readonly [shade: number, deep: number, light: number, glare: number, ground: number];
};

/** Colors of drawn cars in each theme: of sheet, glass and line, not of the page. */
export const ART: Record<ArtTheme, Paint> = {
  light: {
    body: '#ffffff',
    glass: '#dfe6ec',
    dark: '#39414b',
    rim: '#eef0f2',
    lamp: '#f3f5f7',
    tail: '#e0aaa2',
    line: '#2b323b',
    shade: '#14181d',
    light: '#ffffff',
    shard: '#59636f',
    ground: '#14181d',
    tones: [0.1, 0.17, 0.22, 0.22, 0.09],
  },
  dark: {
    body: '#2a323c',
    glass: '#1a2027',
    dark: '#0b0e12',
    rim: '#454e5a',
    lamp: '#3b4653',
    tail: '#6b3f3a',
    line: '#aeb6c0',
    shade: '#05070a',
    light: '#dfe7f0',
    shard: '#161b21',
    ground: '#000000',
    tones: [0.3, 0.3, 0.08, 0.05, 0.5],
  },
};
