import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  type PhotoReading,
  type PhotoText,
  photoReadingSchema,
} from '../../contract/photo-reading/photo-reading.ts';
import { labeledView } from '../../contract/report-view/photo-views.ts';
import type { Lot } from '../../contract/schemas/lot.ts';
import { unlessAborted } from '../concurrency/unless-aborted.ts';
import type { WorkCaller } from '../concurrency/work-caller.ts';
import { addOnVersion } from './add-on-folder.ts';
import { odometerBesideListed, odometersIn, showsNumber } from './odometer-readings.ts';
import type { ReadablePhoto } from './read-labels.ts';
import type { TextLine } from './text-line.ts';
import type { ReadText, TextReader } from './text-reader.ts';
import { besideListed, looksLikeListed, vinsInText } from './vin-readings.ts';

/** Longest side of a photo as it is read, pixels: a label is read whole, a photo of nobody knows what is looked through first. */
const FULL_SIDE = 1600;
const FIRST_SIDE = 640;
/** Changes with what is taken for a VIN or an odometer: what was read by another rule is read anew. */
const RULE = 1;

type Listed = Pick<Lot, 'vin' | 'odometer' | 'mileage'>;
export type ReadingOf = { readings: PhotoReading[]; text: PhotoText };

/** Whether a first look shows what may be a VIN or an odometer. */
const promises = (lines: readonly TextLine[]): boolean =>
  odometersIn(lines).length > 0 ||
  lines.some(({ text }) => {
    const bare = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
    return /[O0]D[O0]|V[I1]N/.test(bare) || /(?=(?:[A-Z]*\d){5})[A-Z0-9]{15,}/.test(bare);
  });

/** Round a line, so that a second reading has all of it. */
function around([x0, y0, x1, y1]: TextLine['box']): TextLine['box'] {
  const across = (x1 - x0) * 0.15;
  const along = (y1 - y0) * 0.75;
  return [
    Math.max(0, x0 - across),
    Math.max(0, y0 - along),
    Math.min(1, x1 + across),
    Math.min(1, y1 + along),
  ];
}

/** The VIN a line tells; of several the listing's own, else none. */
function vinOf(line: TextLine, listed: Listed): string | null {
  const found = vinsInText(line.text);
  const own = found.find((vin) => ['same', 'same_as_far'].includes(besideListed(vin, listed)));
  return own ?? (found.length === 1 ? (found[0] ?? null) : null);
}

/** What one photo tells: a value counts when a second reading, twice as large, tells the same. */
async function readPhoto(read: ReadText, { index: photo }: ReadablePhoto, bytes: Uint8Array, listed: Listed) {
  const lines = await read(bytes, { side: FULL_SIDE });
  const again = (line: TextLine): Promise<TextLine[]> =>
    read(bytes, { side: FULL_SIDE, box: around(line.box) });
  const found: PhotoReading[] = [];
  for (const line of lines) {
    const vin = vinOf(line, listed);
    if (vin === null || !(await again(line)).some(({ text }) => vinsInText(text).includes(vin))) continue;
    const listing = besideListed(vin, listed);
    if (listing === 'other' && looksLikeListed(vin, listed)) continue;
    found.push({ of: 'vin', by: 'print', photo, vin, listing });
  }
  const [odometer, ...others] = odometersIn(lines);
  if (odometer && others.every(({ value }) => value === odometer.value)) {
    const second = await again(odometer.line);
    const alike = odometersIn(second).every(({ value }) => value === odometer.value);
    const listing = odometerBesideListed(odometer, listed);
    if (alike && showsNumber(second, odometer.value) && listing !== null)
      found.push({ of: 'odometer', photo, value: odometer.value, unit: odometer.unit, listing });
  }
  return found;
}

/** What a reading was made by and of: kept of anything else, it is none of this photo. */
const groundsOf = ({ sha256 }: ReadablePhoto, { vin, mileage, odometer }: Listed, whole: boolean) => ({
  by: [addOnVersion(), RULE],
  sha256,
  /** Whether it was read whole, without a small look first. */
  whole,
  listed: { vin, mileage, odometer: odometer?.value ?? null, unit: odometer?.unit ?? null },
});
const keptSchema = z.object({ grounds: z.unknown(), found: z.array(photoReadingSchema).max(100) });

/** What an earlier reading of the same bytes beside the same listing told; null: there was none. */
async function keptReadings(photo: ReadablePhoto, grounds: object): Promise<PhotoReading[] | null> {
  const { data: kept } = keptSchema.safeParse(await photo.readings?.read());
  if (!kept || !isDeepStrictEqual(kept.grounds, grounds)) return null;
  // Another report of the lot may number its photos otherwise.
  return kept.found.map((reading) => ({ ...reading, photo: photo.index }));
}

/** Each VIN once, by its first photo; of odometers that differ the one the listing tells, else none. */
function settled(found: readonly PhotoReading[]): PhotoReading[] {
  const vins = new Map<string, PhotoReading>();
  for (const reading of found)
    if (reading.of === 'vin' && !vins.has(reading.vin)) vins.set(reading.vin, reading);
  const odometers = found.filter((reading) => reading.of === 'odometer');
  const same = odometers.find(({ listing }) => listing === 'same');
  const alike = new Set(odometers.map(({ value }) => value)).size === 1 ? odometers[0] : undefined;
  const odometer = same ?? alike;
  return [...vins.values(), ...(odometer ? [odometer] : [])];
}

export type ReadTextOptions = {
  /** Whose turns at the text reader are taken. */
  caller: WorkCaller;
  signal: AbortSignal;
  /** What is not read by then is left. */
  until: AbortSignal;
  /** Whether it is read after the report is ready: until then nothing is told of a lot that is half read. */
  goesOn: boolean;
  failed(photo: number, error: unknown): void;
};

/**
 * VIN and odometer as they can be read off a lot's photos, beside the listing's. Photos that their site calls a dash or a VIN plate are
 * read; where it calls none so, those it calls nothing are looked through small first. What is told differently by two readings stays
 * unread. What a photo told is kept beside it: no run and no later report reads it again. Throws only the signal's reason.
 */
export async function readText(
  reader: TextReader,
  photos: readonly ReadablePhoto[],
  listed: Listed,
  { caller, signal, until, goesOn, failed }: ReadTextOptions,
): Promise<ReadingOf> {
  if (!reader.installed()) return { readings: [], text: 'absent' };
  const labeled = photos.filter((photo) => ['dash', 'vin_or_label'].includes(labeledView(photo) ?? ''));
  const whole = labeled.length > 0;
  const chosen = whole ? labeled : photos.filter((photo) => labeledView(photo) === null);
  const told = new Map<ReadablePhoto, PhotoReading[]>();
  const over = AbortSignal.any([signal, until]);

  /** What can't be kept is read again at most. */
  const orTold = <T>(photo: ReadablePhoto, work: Promise<T>): Promise<T | null> =>
    work.catch((error: unknown) => {
      failed(photo.index, error);
      return null;
    });

  async function readOne(read: ReadText, photo: ReadablePhoto): Promise<void> {
    try {
      const bytes = await photo.read();
      const shows = whole || promises(await read(bytes, { side: FIRST_SIDE }));
      const found = shows ? await readPhoto(read, photo, bytes, listed) : [];
      told.set(photo, found);
      const kept: z.infer<typeof keptSchema> = { grounds: groundsOf(photo, listed, whole), found };
      await orTold(photo, photo.readings?.write(kept) ?? Promise.resolve());
    } catch (error) {
      failed(photo.index, error);
    }
  }

  async function readAll(): Promise<void> {
    for (const photo of chosen) {
      const found = await orTold(photo, keptReadings(photo, groundsOf(photo, listed, whole)));
      if (found) told.set(photo, found);
    }
    const unread = chosen.filter((photo) => !told.has(photo));
    if (unread.length === 0) return;
    await reader.forLot(caller, async ({ readText: read }) => {
      for (const photo of unread) {
        // A photo that was begun is read to its end and kept, though nobody waits for it.
        if (over.aborted) return;
        await readOne(read, photo);
      }
    });
  }

  let late = false;
  await unlessAborted(readAll(), over).catch((error: unknown) => {
    if (!until.aborted) throw error;
    late = true;
  });
  signal.throwIfAborted();
  if (late && goesOn) return { readings: [], text: 'later' };
  const found = chosen.flatMap((photo) => told.get(photo) ?? []);
  return { readings: settled(found), text: told.size > 0 || chosen.length === 0 ? 'read' : 'failed' };
}
