import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SERVICE } from '../concurrency/work-caller.ts';
import { isInstalled, markInstalled } from './add-on-folder.ts';
import { readerHere } from './fixtures/reader-here.ts';
import type { ReadablePhoto } from './read-labels.ts';
import { readText } from './read-text.ts';
import { createTextReader } from './text-reader.ts';

const VIN = '1HGCM82633A004352';
const OTHER = 'WBA3A5C58EF900001';

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-engine-'));
  await fs.copyFile(
    path.join(import.meta.dirname, 'fixtures', 'stand-in-engine.mjs'),
    path.join(folder, 'engine.mjs'),
  );
  markInstalled(folder);
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

type Told = { first?: string[]; full?: string[]; again?: string[]; pid?: true; wrong?: string };
const bytesOf = (told: Told): Buffer => Buffer.from(JSON.stringify(told));
const photo = (index: number, label: string | null, told: Told): ReadablePhoto => ({
  index,
  label,
  sha256: String(index),
  read: async () => bytesOf(told),
});
const signal = new AbortController().signal;
const listed = { vin: VIN, mileage: 87_412, odometer: { value: 87_412, unit: 'mi' as const, brand: null } };

const here = await readerHere();

async function read(photos: ReadablePhoto[], reader = here) {
  const failed: number[] = [];
  const told = await readText(reader, photos, listed, {
    caller: SERVICE,
    signal,
    until: signal,
    goesOn: false,
    failed: (number) => failed.push(number),
  });
  return { ...told, failed };
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the text reader’s process', () => {
  test('reads all of a lot and has ended when the lot is read', async () => {
    const reader = createTextReader(folder);
    const pids = await reader.forLot(SERVICE, async ({ readText: ask }) => {
      const [first] = await ask(bytesOf({ pid: true }), { side: 640 });
      const [second] = await ask(bytesOf({ pid: true }), { side: 640 });
      expect(isRunning(Number(first?.text))).toBe(true);
      return [Number(first?.text), Number(second?.text)];
    });
    expect(pids[0]).toBe(pids[1]);
    expect(isRunning(pids[0] ?? 0)).toBe(false);
  });

  test.each(['crash', 'throw', 'shape'])('that fails on a photo by %s reads the others', async (wrong) => {
    const seen = await read(
      [photo(1, 'ODOM', { wrong }), photo(2, 'ODOM', { full: ['ODO 87412 mi'], again: ['87412'] })],
      createTextReader(folder),
    );
    expect(seen).toMatchObject({ text: 'read', failed: [1], readings: [{ photo: 2, value: 87_412 }] });
  });

  test('that takes too long over a photo is ended', async () => {
    const seen = await read(
      [photo(1, 'ODOM', { wrong: 'spin' })],
      createTextReader(folder, { timeMs: 500, totalMb: 2_048 }),
    );
    expect(seen).toEqual({ text: 'failed', failed: [1], readings: [] });
  });

  test.runIf(process.platform === 'linux')('that holds too much memory is ended', async () => {
    const seen = await read(
      [photo(1, 'ODOM', { wrong: 'hold' })],
      createTextReader(folder, { timeMs: 30_000, totalMb: 400 }),
    );
    expect(seen).toEqual({ text: 'failed', failed: [1], readings: [] });
  });
});

test('an add-on that is not there, or is of another version, is absent', async () => {
  const empty = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-engine-'));
  try {
    expect(isInstalled(empty)).toBe(false);
    await fs.writeFile(path.join(empty, 'installed'), 'another');
    expect(isInstalled(empty)).toBe(false);
    const options = { caller: SERVICE, signal, until: signal, goesOn: false, failed: () => {} };
    expect(await readText(createTextReader(empty), [photo(1, null, {})], listed, options)).toEqual({
      readings: [],
      text: 'absent',
    });
  } finally {
    await fs.rm(empty, { recursive: true });
  }
});

describe('VIN and odometer of a lot', () => {
  test('are read off the photos that their site calls so, and off no other', async () => {
    const { readings } = await read([
      photo(1, 'DSFA', { first: ['ODO 11111 mi'], full: ['ODO 11111 mi'], again: ['11111'] }),
      photo(2, 'VINS', { full: [`V.I.N.: ${VIN}`], again: [VIN] }),
      photo(3, 'ODOM', { full: ['ODO 087412 mi'], again: ['087412 mi'] }),
    ]);
    expect(readings).toEqual([
      { of: 'vin', by: 'print', photo: 2, vin: VIN, listing: 'same' },
      { of: 'odometer', photo: 3, value: 87_412, unit: 'mi', listing: 'same' },
    ]);
  });

  test('are looked for small first where no photo is called so', async () => {
    const { readings } = await read([
      photo(1, null, { first: ['SALE'], full: ['ODO 11111 mi'], again: ['11111'] }),
      photo(2, null, { first: ['0D0 87412'], full: ['ODO 87412'], again: ['87412'] }),
    ]);
    expect(readings).toEqual([{ of: 'odometer', photo: 2, value: 87_412, unit: null, listing: 'same' }]);
  });

  test('stay unread where the second reading tells another', async () => {
    const { readings, text } = await read([
      photo(1, 'ODOM', { full: ['ODO 87412 mi'], again: ['87417 mi'] }),
      photo(2, 'VINS', { full: [VIN], again: ['1HGCM82633A004353'] }),
    ]);
    expect({ readings, text }).toEqual({ readings: [], text: 'read' });
  });

  test('that contradict the listing are told as such, once two readings agree', async () => {
    const { readings } = await read([
      photo(1, 'ODOM', { full: ['ODO 30112 mi'], again: ['30112'] }),
      photo(2, 'VINS', { full: [OTHER], again: [OTHER] }),
    ]);
    expect(readings).toEqual([
      { of: 'vin', by: 'print', photo: 2, vin: OTHER, listing: 'other' },
      { of: 'odometer', photo: 1, value: 30_112, unit: 'mi', listing: 'lower' },
    ]);
  });

  test('of which photos tell different odometers are the listing’s own, else none', async () => {
    const dash = (index: number, value: number) =>
      photo(index, 'ODOM', { full: [`ODO ${value} mi`], again: [String(value)] });
    expect((await read([dash(1, 30_112), dash(2, 87_412)])).readings).toMatchObject([{ photo: 2 }]);
    expect((await read([dash(1, 30_112), dash(2, 51_777)])).readings).toEqual([]);
  });
});

describe('a lot that is not read in time', () => {
  test('tells nothing yet where its reading goes on later, and what was read where it does not', async () => {
    const photos = [
      photo(1, 'ODOM', { full: ['ODO 87412 mi'], again: ['87412'] }),
      photo(2, 'VINS', { wrong: 'hang' }),
    ];
    const timesOver = (goesOn: boolean) => {
      const over = new AbortController();
      // Asked for last of all, when the first is read.
      const second: ReadablePhoto = {
        ...(photos[1] as ReadablePhoto),
        read: async () => {
          over.abort();
          return bytesOf({});
        },
      };
      return readText(createTextReader(folder), [photos[0] as ReadablePhoto, second], listed, {
        caller: SERVICE,
        signal,
        until: over.signal,
        goesOn,
        failed: () => {},
      });
    };
    expect(await timesOver(true)).toEqual({ readings: [], text: 'later' });
    expect(await timesOver(false)).toMatchObject({ text: 'read', readings: [{ photo: 1, value: 87_412 }] });
  });

  test('is read by nobody before its turn comes', async () => {
    const reader = createTextReader(folder);
    const turn = Promise.withResolvers<void>();
    const other = reader.forLot(SERVICE, () => turn.promise);
    const over = new AbortController();
    let asked = 0;
    const unread: ReadablePhoto = {
      ...photo(1, 'ODOM', {}),
      read: async () => {
        asked += 1;
        return bytesOf({});
      },
    };
    const waiting = readText(reader, [unread], listed, {
      caller: SERVICE,
      signal,
      until: over.signal,
      goesOn: true,
      failed: () => {},
    });
    over.abort();
    expect(await waiting).toEqual({ readings: [], text: 'later' });
    turn.resolve();
    await other;
    await reader.forLot(SERVICE, async () => undefined);
    expect(asked).toBe(0);
  });
});

describe('what a photo told', () => {
  /** A photo beside which readings are kept; `asked`: how often its bytes were. */
  function keeping(told: Told, sha256 = 'a') {
    const state: { kept: unknown; asked: number; photo: ReadablePhoto } = {
      kept: null,
      asked: 0,
      photo: {
        index: 4,
        label: 'ODOM',
        sha256,
        readings: {
          read: async () => state.kept,
          write: async (value) => {
            state.kept = JSON.parse(JSON.stringify(value));
          },
        },
        read: async () => {
          state.asked += 1;
          return bytesOf(told);
        },
      },
    };
    return state;
  }
  const DASH = { full: ['ODO 87412 mi'], again: ['87412'] };

  test('is kept, and told under its number without another look', async () => {
    const state = keeping(DASH);
    const first = await read([state.photo]);
    const again = await read([{ ...state.photo, index: 7 }]);
    expect(first.readings).toMatchObject([{ photo: 4, value: 87_412 }]);
    expect(again.readings).toMatchObject([{ photo: 7, value: 87_412 }]);
    expect(state.asked).toBe(1);
  });

  test('is kept where it tells nothing, too', async () => {
    const state = keeping({ full: ['TRIP 12'] });
    await read([state.photo]);
    expect(await read([state.photo])).toEqual({ readings: [], text: 'read', failed: [] });
    expect(state.asked).toBe(1);
  });

  test.each([
    ['other bytes', { sha256: 'b' }],
    ['another listing', { listed: { vin: null, mileage: null, odometer: null, unit: null } }],
    ['another version of the add-on', { by: ['older', 1] }],
    ['a small look first', { whole: false }],
  ])('is read anew where it was kept of %s', async (_, other) => {
    const state = keeping(DASH);
    await read([state.photo]);
    const kept = state.kept as { grounds: object };
    state.kept = { found: [], grounds: { ...kept.grounds, ...other } };
    expect((await read([state.photo])).readings).toMatchObject([{ value: 87_412 }]);
    expect(state.asked).toBe(2);
  });

  test('is not kept of a photo that could not be read', async () => {
    const state = keeping({ wrong: 'throw' });
    expect((await read([state.photo])).text).toBe('failed');
    expect(state.kept).toBeNull();
  });

  test('counts where it can be neither read back nor kept', async () => {
    const away = async (): Promise<never> => {
      throw new Error('the store is away');
    };
    const { photo: given } = keeping(DASH);
    const seen = await read([{ ...given, readings: { read: away, write: away } }]);
    expect(seen.readings).toMatchObject([{ value: 87_412 }]);
    expect(seen.failed).toHaveLength(2);
  });
});
