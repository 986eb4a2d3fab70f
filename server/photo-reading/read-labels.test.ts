import { expect, test } from 'vitest';
import { type ReadablePhoto, readLabels } from './read-labels.ts';

const VIN = '1HGCM82633A004352';
const signal = new AbortController().signal;

/** A photo whose bytes are the text of its code. */
const photo = (index: number, label: string | null, text: string): ReadablePhoto => ({
  index,
  label,
  sha256: text,
  read: async () => Buffer.from(text),
});
async function read(photos: ReadablePhoto[], vin: string | null = VIN) {
  const asked: [string, boolean][] = [];
  const failed: number[] = [];
  const labelCodes = async (bytes: Uint8Array, label: boolean): Promise<string[]> => {
    const text = Buffer.from(bytes).toString();
    asked.push([text, label]);
    if (text === 'broken') throw new Error('no picture');
    return text === '' ? [] : [text];
  };
  const readings = await readLabels(
    { labelCodes },
    photos,
    { vin },
    {
      signal,
      failed: (number) => failed.push(number),
    },
  );
  return { readings, asked, failed };
}

test('photos that their site calls something else are not searched; one it calls a VIN plate is told so', async () => {
  const { asked } = await read([
    photo(1, 'DSFA', 'a'),
    photo(2, 'VINS', 'b'),
    photo(3, null, 'c'),
    photo(4, 'ODOM', 'd'),
  ]);
  expect(asked).toEqual([
    ['b', true],
    ['c', false],
  ]);
});

test('a VIN on several photos is told once, by the first', async () => {
  const { readings } = await read([photo(3, null, VIN), photo(5, null, VIN)]);
  expect(readings).toEqual([{ of: 'vin', by: 'barcode', photo: 3, vin: VIN, listing: 'same' }]);
});

test('a photo that can’t be read costs nothing but itself', async () => {
  const { readings, failed } = await read([photo(1, null, 'broken'), photo(2, null, VIN)]);
  expect(readings.map(({ photo: number }) => number)).toEqual([2]);
  expect(failed).toEqual([1]);
});

test('a report that was cancelled meanwhile is told', async () => {
  const ended = AbortSignal.abort(new Error('cancelled'));
  const reader = { labelCodes: async () => [VIN] };
  await expect(
    readLabels(reader, [photo(1, null, VIN)], { vin: VIN }, { signal: ended, failed: () => {} }),
  ).rejects.toThrow('cancelled');
});
