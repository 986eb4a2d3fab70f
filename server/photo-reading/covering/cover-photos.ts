import { createHash } from 'node:crypto';
import { z } from 'zod';
import { labeledView } from '../../../contract/report-view/photo-views.ts';
import { unlessAborted } from '../../concurrency/unless-aborted.ts';
import type { WorkCaller } from '../../concurrency/work-caller.ts';
import { addOnVersion } from '../add-on-folder.ts';
import { type Area, areaSchema } from '../text-line.ts';
import type { PhotoEngine, TextReader } from '../text-reader.ts';
import { FACE_GROWTH, grown, PLATE_GROWTH, pixelsOf, plateAreas } from './private-areas.ts';

/** Longest side of a photo as it is looked through for plates, pixels. */
const PLATE_SIDE = 1024;
/** Of a car's views, those its plates are seen from; what nobody labeled may be one of them. */
const PLATE_VIEWS: ReadonlySet<string | null> = new Set([
  null,
  'front',
  'front_left',
  'front_right',
  'rear',
  'rear_left',
  'rear_right',
]);
const MOST_PIXELS = 60_000_000;
/** A gray that is neither a hole nor a lamp. */
const FILL = 128;

type CoverablePhoto = {
  readonly label: string | null;
  /** Pixels; left out or 0: not known. */
  readonly width?: number;
  readonly height?: number;
  readonly sha256: string;
  /** Faces and plates that are filled on what `read` gives. */
  readonly covered?: number;
  /** Where what is found on it is kept; left out: nowhere. */
  readonly marks?: { read(): Promise<unknown>; write(value: unknown): Promise<void> };
  read(): Promise<Uint8Array>;
};

/**
 * The photo as it may be sent, and how many faces and plates were found on it; `absent`: there is no add-on that looks. `late`: it was not
 * looked through, for want of time or since the look failed, and may not be sent.
 */
export type Covered<Photo> = { readonly photo: Photo } & (
  | { readonly found: number }
  | { readonly uncovered: 'absent' }
  | { readonly late: true }
);

/** Covers the photos of one lot, whichever comes when; a photo that was looked through once is not again, in no later report either. */
export type LotCover = <Photo extends CoverablePhoto>(photo: Photo) => Promise<Covered<Photo>>;

export type PhotoCover = {
  /** Looks in the caller's turns. Rests with the signal: what is not looked through by then is late. */
  forLot(caller: WorkCaller, until: AbortSignal): LotCover;
};

/** Where the add-on is not there: every photo stays as it is, and says so. */
export const NO_COVER: PhotoCover = {
  forLot: () => async (photo) => ({ photo, uncovered: 'absent' }),
};

/** Changes with what is taken for a face or a plate: what was found by another rule is looked for anew. */
const RULE = 2;
const marksSchema = z.object({
  /** Version of the add-on, and of the rule. */
  by: z.tuple([z.string(), z.number()]),
  sha256: z.string(),
  /** Whether plates were looked for too. */
  plates: z.boolean(),
  areas: z.array(areaSchema).max(2_000),
});
const showsPlates = (photo: CoverablePhoto): boolean => PLATE_VIEWS.has(labeledView(photo));

/** What an earlier look at the same bytes found, by this add-on and rule; null: there was none. */
async function keptAreas(photo: CoverablePhoto): Promise<Area[] | null> {
  const { data: kept } = marksSchema.safeParse(await photo.marks?.read());
  if (kept?.sha256 !== photo.sha256 || kept.plates !== showsPlates(photo)) return null;
  return kept.by[0] === addOnVersion() && kept.by[1] === RULE ? kept.areas : null;
}

const keepAreas = async (photo: CoverablePhoto, areas: Area[]): Promise<void> => {
  const marks: z.infer<typeof marksSchema> = {
    by: [addOnVersion(), RULE],
    sha256: photo.sha256,
    plates: showsPlates(photo),
    areas,
  };
  await photo.marks?.write(marks);
};

/** What is to be covered on a photo. */
async function privateAreas(engine: PhotoEngine, photo: CoverablePhoto): Promise<Area[]> {
  const bytes = await photo.read();
  const faces = await engine.findFaces(bytes);
  const picture = { width: photo.width ?? 0, height: photo.height ?? 0 };
  const lines = showsPlates(photo) ? await engine.readText(bytes, { side: PLATE_SIDE }) : [];
  return [
    ...faces.map((face) => grown(face, FACE_GROWTH)),
    ...lines.flatMap((line) => plateAreas(line, picture)).map((plate) => grown(plate, PLATE_GROWTH)),
  ];
}

/** The picture with its areas filled; outside them no pixel changes. */
async function filled(bytes: Uint8Array, areas: readonly Area[]): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'none' })
    .autoOrient()
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  for (const area of areas.map((entry) => pixelsOf(entry, info)))
    for (let y = area.top; y < area.top + area.height; y += 1) {
      const from = (y * width + area.left) * channels;
      data.fill(FILL, from, from + area.width * channels);
    }
  return await sharp(data, { raw: { width, height, channels } }).png({ compressionLevel: 1 }).toBuffer();
}

/** The copy of a photo with its areas filled, known by a hash of its own: what is told of the one is not told of the other. */
function copyOf<Photo extends CoverablePhoto>(photo: Photo, areas: readonly Area[]): Photo {
  if (areas.length === 0) return photo;
  const sha256 = createHash('sha256')
    .update(JSON.stringify([photo.sha256, areas]))
    .digest('hex');
  return { ...photo, sha256, covered: areas.length, read: async () => filled(await photo.read(), areas) };
}

/**
 * Covers faces and what reads like a plate, by the add-on, in a child process that ends when it has no photo of the lot to look
 * through. A look that fails leaves its photo late; `failed` hears why.
 */
export function createPhotoCover(
  reader: TextReader,
  { failed }: { failed(error: unknown): void },
): PhotoCover {
  function forLot(caller: WorkCaller, until: AbortSignal): LotCover {
    type Look = Area[] | 'late';
    type Asked = { photo: CoverablePhoto; answer: PromiseWithResolvers<Look> };
    const known = new Map<string, Promise<Look>>();
    const waiting: Asked[] = [];
    let working = false;

    const tell = (error: unknown): void => {
      if (!until.aborted) failed(error);
    };

    /** Looks through what waits, and what comes meanwhile. A look that has begun is ended and kept, though nobody waits for it. */
    async function lookThrough(): Promise<void> {
      await reader.forLot(caller, async (engine) => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const { photo, answer } = next;
          const looked = await privateAreas(engine, photo).catch((error: unknown): Look => {
            tell(error);
            return 'late';
          });
          answer.resolve(looked);
        }
      });
    }

    async function work(): Promise<void> {
      working = true;
      // One may come while the child process ends.
      while (waiting.length > 0) {
        try {
          // Its turn may not have come yet: nobody waits longer for that either.
          await unlessAborted(lookThrough(), until);
        } catch (error) {
          tell(error);
          const ended: Look = 'late';
          for (const { answer } of waiting.splice(0)) answer.resolve(ended);
        }
      }
      working = false;
    }

    async function look(photo: CoverablePhoto): Promise<Look> {
      if (until.aborted) return 'late';
      const answer = Promise.withResolvers<Look>();
      waiting.push({ photo, answer });
      if (!working) void work();
      return await answer.promise;
    }

    /** As it was found before, else by a look, which is kept. What can't be read or kept costs a look at most. */
    async function areasOf(photo: CoverablePhoto): Promise<Look> {
      const kept = await keptAreas(photo).catch(tell);
      if (kept) return kept;
      const looked = await look(photo);
      if (Array.isArray(looked)) await keepAreas(photo, looked).catch(tell);
      return looked;
    }

    async function inTime(looked: Promise<Look>): Promise<Look> {
      try {
        return await unlessAborted(looked, until);
      } catch (error) {
        if (until.aborted) return 'late';
        throw error;
      }
    }

    return async (photo) => {
      if (!reader.installed()) return { photo, uncovered: 'absent' };
      const looked = known.get(photo.sha256) ?? areasOf(photo);
      known.set(photo.sha256, looked);
      const areas = await inTime(looked);
      if (areas === 'late') return { photo, late: true };
      return { photo: copyOf(photo, areas), found: areas.length };
    };
  }
  return { forLot };
}
