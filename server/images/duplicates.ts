import { hashDistance } from './perceptual-hash.ts';

export type Comparable = {
  sha256: string;
  perceptualHash: string;
  width: number;
  height: number;
  label: string | null;
};

/** Bits of 64 that may differ between copies of one photo: one resized and compressed anew was measured 5 apart, another photo 22. */
const SAME_WITHIN = 7;
/** Copies keep their shape; a crop or another angle does not. */
const SHAPE_WITHIN = 0.03;

/**
 * Leave one of each photo that comes more than once: the largest, in the place of the first, with the first
 * label any copy had. `dropped` names each copy left out and the photo it repeats.
 */
export function dedupe<Photo extends Comparable>(
  photos: readonly Photo[],
): { photos: Photo[]; dropped: { photo: Photo; sameAs: Photo }[] } {
  const groups: { copies: Photo[]; best: Photo }[] = [];
  for (const photo of photos) {
    const group = groups.find(({ best }) => isSame(best, photo));
    if (!group) groups.push({ copies: [photo], best: photo });
    else {
      group.copies.push(photo);
      if (photo.width * photo.height > group.best.width * group.best.height) group.best = photo;
    }
  }
  const kept = groups.map(({ copies, best }) => ({
    best,
    photo: { ...best, label: copies.find((copy) => copy.label !== null)?.label ?? null },
    copies,
  }));
  return {
    photos: kept.map(({ photo }) => photo),
    dropped: kept.flatMap(({ best, photo, copies }) =>
      copies.filter((copy) => copy !== best).map((copy) => ({ photo: copy, sameAs: photo })),
    ),
  };
}

function isSame(a: Comparable, b: Comparable): boolean {
  if (a.sha256 === b.sha256) return true;
  const shapes = a.width / a.height / (b.width / b.height);
  if (Math.abs(Math.log(shapes)) > SHAPE_WITHIN) return false;
  return hashDistance(a.perceptualHash, b.perceptualHash) <= SAME_WITHIN;
}
