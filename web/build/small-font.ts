import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** Inter, Latin, as the browser application is set in it: the file that every page waits for. */
const FILE = /inter-latin-wght-normal.*\.woff2$/;
/** The characters that its style sheet promises of it. */
const RANGES = [
  [0x20, 0xff],
  [0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6],
  [0x2da],
  [0x2dc],
  [0x304],
  [0x308],
  [0x329],
  [0x2000, 0x206f],
  [0x20ac],
  [0x2122],
  [0x2191],
  [0x2193],
  [0x2212],
  [0x2215],
  [0xfffd],
] as const;
/** What web/theme.css asks of it, and what sets any text well. */
const FEATURES = ['ccmp', 'cv05', 'kern', 'mark', 'ss03', 'tnum', 'zero'];
const WEIGHTS = { min: 400, max: 600, default: 400 };

const characters = RANGES.flatMap(([first, last = first]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
).join('');

/** Half of the font stays: all its characters, in the weights and forms that the application uses. */
export const smallFont = (): Plugin => ({
  name: 'small-font',
  async generateBundle(_, bundle) {
    const fonts = Object.values(bundle).filter((file) => file.type === 'asset' && FILE.test(file.fileName));
    for (const font of fonts)
      if (font.type === 'asset')
        font.source = await subsetFont(Buffer.from(font.source), characters, {
          targetFormat: 'woff2',
          variationAxes: { wght: WEIGHTS },
          keepFeatures: FEATURES,
        });
  },
});
