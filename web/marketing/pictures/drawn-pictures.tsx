import { type ComponentType, lazy, memo, Suspense } from 'react';

/** Any of these may lead to another page, and back. */
const TOUCHES = ['pointerdown', 'keydown', 'scroll'] as const;

const load = () => import('./picture-set.tsx');
type Pictures = Awaited<ReturnType<typeof load>>;

const touched = (): Promise<void> =>
  new Promise((resolve) => {
    for (const touch of TOUCHES) addEventListener(touch, () => resolve(), { once: true, passive: true });
  });

const isDrawn = typeof document !== 'undefined' && document.querySelector('#root[data-drawn="/"]') !== null;
let loaded: Pictures | undefined;

/**
 * Resolves when the main page can be shown with its pictures in place. If the page's HTML already has them, their script loads on the
 * first touch, which makes the first load smaller. Otherwise the page waits: pictures that appear later would push down the section
 * that a link points to.
 */
export const picturesReady: Promise<void> = isDrawn
  ? Promise.resolve()
  : load().then(
      (set) => {
        loaded = set;
      },
      // Each picture tries again.
      () => undefined,
    );

/** A picture without props: new props would make React replace the drawn one before its script is there. */
const drawn = (name: keyof Pictures): ComponentType => {
  const Later = lazy(async () => {
    if (isDrawn) await touched();
    return load().then(
      (set) => ({ default: set[name] }),
      () => ({ default: () => <p>This picture could not be loaded.</p> }),
    );
  });
  return memo(() => {
    const Picture = loaded?.[name] ?? Later;
    return (
      <Suspense>
        <Picture />
      </Suspense>
    );
  });
};

export const HeroPicture = drawn('HeroPicture');
export const SamplePreview = drawn('SamplePreview');
export const BidPicture = drawn('BidPicture');
export const BoardPicture = drawn('BoardPicture');
export const StepPictures = drawn('StepPictures');
