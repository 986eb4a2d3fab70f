import { type ComponentType, lazy, memo, Suspense } from 'react';

/** Any of these may lead to another page, and back. */
const TOUCHES = ['pointerdown', 'keydown', 'scroll'] as const;

/**
 * Resolves when the pictures need their script. They are readable without: on a page drawn ahead the script loads with the reader's
 * first touch, so that the first load is smaller. Elsewhere it loads at once.
 */
const wanted = (): Promise<void> =>
  typeof document === 'undefined' || document.querySelector('#root[data-drawn="/"]') === null
    ? Promise.resolve()
    : new Promise((resolve) => {
        for (const touch of TOUCHES) addEventListener(touch, () => resolve(), { once: true, passive: true });
      });

type Pictures = typeof import('./picture-set.tsx');

/** A picture without props: new props would make React replace the drawn one before its script is there. */
const drawn = (name: keyof Pictures): ComponentType => {
  const Picture = lazy(async () => {
    await wanted();
    return import('./picture-set.tsx').then(
      (loaded) => ({ default: loaded[name] }),
      () => ({ default: () => <p>This picture could not be loaded.</p> }),
    );
  });
  return memo(() => (
    <Suspense>
      <Picture />
    </Suspense>
  ));
};

export const HeroPicture = drawn('HeroPicture');
export const SamplePreview = drawn('SamplePreview');
export const BidPicture = drawn('BidPicture');
export const BoardPicture = drawn('BoardPicture');
export const StepPictures = drawn('StepPictures');
