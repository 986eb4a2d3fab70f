import { type ComponentType, lazy, memo, Suspense } from 'react';

/** Any of these may lead to another page, and back. */
const TOUCHES = ['pointerdown', 'keydown', 'scroll'] as const;

/**
 * The pictures need no script to be read: on a page that was drawn ahead they stand as they are, and their script, of which the first
 * load has no need, comes with the reader's first touch. Elsewhere it comes at once.
 */
const wanted = (): Promise<void> =>
  typeof document === 'undefined' || document.querySelector('#root[data-drawn="/"]') === null
    ? Promise.resolve()
    : new Promise((resolve) => {
        for (const touch of TOUCHES) addEventListener(touch, () => resolve(), { once: true, passive: true });
      });

type Pictures = typeof import('./picture-set.tsx');

/** Without props: a drawn picture that were given new ones would be drawn again in place of being left alone. */
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
