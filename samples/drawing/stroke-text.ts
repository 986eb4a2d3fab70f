/** Letters as strokes on a 4 by 6 grid, so that drawings need no installed font. */
const GLYPHS: Record<string, string> = {
  A: '0,6 2,0 4,6|1,4 3,4',
  C: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5',
  D: '0,0 0,6 2,6 4,4 4,2 2,0 0,0',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  F: '4,0 0,0 0,6|0,3 3,3',
  G: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5 4,3 2,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  I: '2,0 2,6',
  K: '0,0 0,6|4,0 0,3 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  O: '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0',
  P: '0,6 0,0 3,0 4,1 4,2 3,3 0,3',
  R: '0,6 0,0 3,0 4,1 4,2 3,3 0,3|2,3 4,6',
  S: '4,1 3,0 1,0 0,1 0,2 1,3 3,3 4,4 4,5 3,6 1,6 0,5',
  T: '0,0 4,0|2,0 2,6',
  U: '0,0 0,5 1,6 3,6 4,5 4,0',
  W: '0,0 1,6 2,3 3,6 4,0',
  '0': '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0',
  '1': '1,1 2,0 2,6',
  '2': '0,1 1,0 3,0 4,1 4,2 0,6 4,6',
  '3': '0,0 4,0 2,2.5 3,2.5 4,3.5 4,5 3,6 1,6 0,5',
  '4': '3,6 3,0 0,4 4,4',
  '5': '4,0 0,0 0,2.5 3,2.5 4,3.5 4,5 3,6 0,6',
  '6': '4,0 2,0 0,2 0,5 1,6 3,6 4,5 4,4 3,3 0,3',
  '7': '0,0 4,0 1.5,6',
  '8': '1,0 3,0 4,1 4,2 3,3 1,3 0,4 0,5 1,6 3,6 4,5 4,4 3,3 1,3 0,2 0,1 1,0',
  '9': '0,6 2,6 4,4 4,1 3,0 1,0 0,1 0,2 1,3 4,3',
  '-': '0,3 4,3',
  ',': '2,5.5 1.2,7',
  ' ': '',
};

/** SVG polylines of upper-case `text` with its upper left corner at `x`, `y`; `height` in pixels. */
export function strokeText(text: string, x: number, y: number, height: number, stroke: string): string {
  const unit = height / 6;
  const lines = [...text].flatMap((letter, i) =>
    (GLYPHS[letter] ?? '')
      .split('|')
      .filter((line) => line !== '')
      .map((line) => {
        const points = line.split(' ').map((point) => {
          const [px = 0, py = 0] = point.split(',').map(Number);
          return `${(x + (i * 5.6 + px) * unit).toFixed(1)},${(y + py * unit).toFixed(1)}`;
        });
        return `<polyline points="${points.join(' ')}"/>`;
      }),
  );
  return `<g fill="none" stroke="${stroke}" stroke-width="${(unit * 0.85).toFixed(2)}" stroke-linecap="round" stroke-linejoin="round">${lines.join('')}</g>`;
}

/** Width in pixels of `text` at `height`. */
export const strokeTextWidth = (text: string, height: number): number =>
  ((text.length * 5.6 - 1.6) * height) / 6;
