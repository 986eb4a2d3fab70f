import { expect, test } from 'vitest';
import { titleWords } from './title-words.ts';

test.each([
  ['SALVAGE', { content: 'salvage', sure: true, could: ['salvage'] }, 'SALVAGE'],
  ['SALVAGE', undefined, 'SALVAGE'],
  [null, null, null],
  ['OTHER', { content: null, sure: false, could: [] }, 'OTHER (not understood)'],
  [
    'TITLE ZORBED',
    { content: 'clean', sure: false, could: ['clean'] },
    'TITLE ZORBED (not sure: not understood in full)',
  ],
  [
    'RB',
    { content: 'rebuilt', sure: false, could: ['rebuilt', 'rebuildable'] },
    'RB (not sure: rebuilt or rebuildable)',
  ],
] as const)('the title %s, read as %o, is shown as %s', (title, reading, words) => {
  const title_reading = reading && { ...reading, could: [...reading.could] };
  expect(titleWords({ title, title_reading })).toBe(words);
});
