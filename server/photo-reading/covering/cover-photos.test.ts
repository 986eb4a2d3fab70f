import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SERVICE } from '../../concurrency/work-caller.ts';
import { drawPhoto } from '../../images/fixtures/draw-photo.ts';
import { addOnVersion, enginePath, markInstalled } from '../add-on-folder.ts';
import { readerHere } from '../fixtures/reader-here.ts';
import { createTextReader } from '../text-reader.ts';
import { createPhotoCover, NO_COVER } from './cover-photos.ts';

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-engine-'));
  await fs.copyFile(
    path.join(import.meta.dirname, '..', 'fixtures', 'stand-in-engine.mjs'),
    enginePath(folder),
  );
  markInstalled(folder);
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

const LIMITS = { timeMs: 30_000, totalMb: 2_048 };
const never = new AbortController().signal;
const photoOf = (sha256: string, bytes: Buffer, label: string | null = null) => ({
  sha256,
  label,
  read: async () => bytes,
});
const told = (sha256: string, tells: object, label: string | null = null) =>
  photoOf(sha256, Buffer.from(JSON.stringify(tells)), label);

const here = await readerHere();

/** Covers photos of one lot, all asked for at once; with what failed. */
function coverOf(until: AbortSignal = never, reader = here) {
  const faults: unknown[] = [];
  const cover = createPhotoCover(reader, { failed: (error) => faults.push(error) }).forLot(SERVICE, until);
  return { cover, faults };
}
const statementOf = (covered: { found: number } | { uncovered: string } | { late: true }) =>
  'found' in covered ? covered.found : 'late' in covered ? 'late' : covered.uncovered;

const pixels = (bytes: Uint8Array) => sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });

describe('a photo on which the add-on finds a face and a plate', () => {
  test('is filled there, a fifth and a half more, and no pixel outside changes', async () => {
    const original = await drawPhoto({ width: 410, height: 310, seed: 3 }).jpeg().toBuffer();
    const { cover } = coverOf(never, createTextReader(folder, LIMITS));
    const covered = await cover(photoOf('a', original));
    expect(statementOf(covered)).toBe(2);
    const [before, after] = await Promise.all([pixels(original), pixels(await covered.photo.read())]);
    expect(after.info).toMatchObject({ width: 410, height: 310, channels: 3 });
    // The face [.1 .2 .2 .4] and the plate's text [.1 .1 .6 .14], in pixels.
    const inside = (x: number, y: number): boolean =>
      (x >= 36 && x < 87 && y >= 55 && y < 131) || (x < 298 && y >= 27 && y < 47);
    const wrong: [number, number][] = [];
    for (let y = 0; y < 310; y += 1)
      for (let x = 0; x < 410; x += 1) {
        const at = (y * 410 + x) * 3;
        const kept = after.data.subarray(at, at + 3);
        const right = inside(x, y)
          ? kept.every((value) => value === 128)
          : kept.equals(before.data.subarray(at, at + 3));
        if (!right) wrong.push([x, y]);
      }
    expect(wrong).toEqual([]);
  });

  test('is known by a hash of its own, the same each time', async () => {
    const faces = { faces: [[0.1, 0.1, 0.2, 0.2]] };
    const first = await coverOf().cover(told('a', faces));
    const again = await coverOf().cover(told('a', faces));
    const other = await coverOf().cover(told('a', { faces: [[0.3, 0.1, 0.4, 0.2]] }));
    expect(first.photo.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(again.photo.sha256).toBe(first.photo.sha256);
    expect(other.photo.sha256).not.toBe(first.photo.sha256);
    expect(first.photo).toMatchObject({ covered: 1 });
  });
});

test('a photo on which nothing is found stays as it is', async () => {
  const photo = told('a', { full: ['TOYOTA'] });
  expect(await coverOf().cover(photo)).toEqual({ photo, found: 0 });
});

test('plates are looked for where a view shows them or nobody said what it shows, faces everywhere', async () => {
  const tells = { faces: [[0.1, 0.1, 0.2, 0.2]], full: ['8ABC123'] };
  const { cover } = coverOf();
  const found = await Promise.all(
    ['DSFA', 'PSRA', null, 'UNKNOWN', 'CKPT', 'ENGN'].map((label) =>
      cover(told(`photo ${label}`, tells, label)),
    ),
  );
  expect(found.map(statementOf)).toEqual([2, 2, 2, 2, 1, 1]);
});

test('the same photo under another number is looked through once', async () => {
  const { cover } = coverOf();
  const first = await cover({ ...told('a', { count: true }), index: 7 });
  const again = await cover({ ...told('a', { count: true }), index: 3 });
  expect(again.photo).toMatchObject({ sha256: first.photo.sha256, index: 3 });
});

describe('what was found on a photo', () => {
  /** A photo whose second look would find another face, and where its marks are kept. */
  function markable() {
    const marks: { kept: unknown; read(): Promise<unknown>; write(value: unknown): Promise<void> } = {
      kept: null,
      read: async () => marks.kept,
      write: async (value) => {
        marks.kept = JSON.parse(JSON.stringify(value));
      },
    };
    return { marks, photo: { ...told('a', { faces: [[0.1, 0.1, 0.2, 0.2]] }), marks } };
  }
  const unreadable = async (): Promise<Uint8Array> => {
    throw new Error('looked again');
  };

  test('is kept without what was read, and covers it in a later report without another look', async () => {
    const { photo, marks } = markable();
    const first = await coverOf().cover(photo);
    expect(Object.keys(marks.kept as object).sort()).toEqual(['areas', 'by', 'plates', 'sha256']);
    const { cover, faults } = coverOf();
    const again = await cover({ ...photo, read: unreadable });
    expect(again.photo.sha256).toBe(first.photo.sha256);
    expect([statementOf(again), faults]).toEqual([1, []]);
  });

  test.each([
    ['other bytes', { sha256: 'b' }],
    ['another version of the add-on', { by: ['older', 1] }],
    ['another rule', { by: [addOnVersion(), 0] }],
    ['a look that left out plates', { plates: false }],
    ['no marks', { areas: 'none' }],
  ])('is looked for anew where it was kept of %s', async (_, other) => {
    const { photo, marks } = markable();
    await coverOf().cover(photo);
    const kept = marks.kept;
    marks.kept = { ...(kept as object), areas: [], ...other };
    expect(statementOf(await coverOf().cover(photo))).toBe(1);
    expect(marks.kept).toEqual(kept);
  });

  test('is told and covered where it can be neither read nor kept', async () => {
    const away = async (): Promise<never> => {
      throw new Error('the store is away');
    };
    const { cover, faults } = coverOf();
    const { photo } = markable();
    expect(statementOf(await cover({ ...photo, marks: { read: away, write: away } }))).toBe(1);
    expect(faults).toHaveLength(2);
  });

  test('is not kept of a look that failed', async () => {
    const { marks } = markable();
    await coverOf().cover({ ...told('a', { wrong: 'throw' }), marks });
    expect(marks.kept).toBeNull();
  });
});

describe('a look that fails', () => {
  test.each(['crash', 'throw', 'shape'])(
    'by %s makes its photo late, which is not to be sent, and no other',
    async (wrong) => {
      const { cover, faults } = coverOf(never, createTextReader(folder, LIMITS));
      const bad = told('a', { wrong });
      const [failed, good] = await Promise.all([
        cover(bad),
        cover(told('b', { faces: [[0.1, 0.1, 0.2, 0.2]] })),
      ]);
      expect(failed).toEqual({ photo: bad, late: true });
      expect(statementOf(good)).toBe(1);
      expect(faults).toHaveLength(1);
    },
  );
});

describe('a look that is not done in time', () => {
  test('makes that photo and those after it late, which is not to be sent, and nobody waits for it', async () => {
    const over = new AbortController();
    const { cover, faults } = coverOf(over.signal, createTextReader(folder, LIMITS));
    const waiting = [cover(told('a', { wrong: 'hang' })), cover(told('b', {}))];
    over.abort();
    const late = [...(await Promise.all(waiting)), await cover(told('c', {}))];
    expect(late.map(statementOf)).toEqual(['late', 'late', 'late']);
    expect(faults).toEqual([]);
  });

  test('of a photo that takes this machine too long makes it late', async () => {
    const { cover, faults } = coverOf(never, createTextReader(folder, { ...LIMITS, timeMs: 500 }));
    const slow = await cover(told('a', { wrong: 'spin' }));
    expect(statementOf(slow)).toBe('late');
    expect(faults).toHaveLength(1);
  });

  test('leaves a photo that was looked through before as it was covered', async () => {
    const over = new AbortController();
    const { cover } = coverOf(over.signal);
    const done = await cover(told('a', { faces: [[0.1, 0.1, 0.2, 0.2]] }));
    over.abort();
    expect(statementOf(done)).toBe(1);
  });

  test('is ended and kept all the same where it was begun, so that it is not done twice', async () => {
    const over = new AbortController();
    const begun = Promise.withResolvers<void>();
    const kept = Promise.withResolvers<unknown>();
    const photo = {
      ...told('a', { faces: [[0.1, 0.1, 0.2, 0.2]] }),
      marks: { read: async () => null, write: async (value: unknown) => kept.resolve(value) },
    };
    const read = async (): Promise<Buffer> => {
      begun.resolve();
      return await photo.read();
    };
    const looked = coverOf(over.signal, createTextReader(folder, LIMITS)).cover({ ...photo, read });
    await begun.promise;
    over.abort();
    expect(statementOf(await looked)).toBe('late');
    expect(await kept.promise).toMatchObject({ sha256: 'a', areas: [expect.anything()] });
  });
});

test('without the add-on every photo stays as it is and says so', async () => {
  const empty = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-engine-'));
  try {
    const photo = told('a', { faces: [[0.1, 0.1, 0.2, 0.2]] });
    const cover = createPhotoCover(createTextReader(empty, LIMITS), { failed: () => {} }).forLot(
      SERVICE,
      never,
    );
    expect(await cover(photo)).toEqual({ photo, uncovered: 'absent' });
    expect(await NO_COVER.forLot(SERVICE, never)(photo)).toEqual({ photo, uncovered: 'absent' });
  } finally {
    await fs.rm(empty, { recursive: true });
  }
});
