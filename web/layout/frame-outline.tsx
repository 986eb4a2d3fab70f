import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Lens } from '../ui/lens.tsx';

/** Layout that the frame of the signed-in pages (app-frame.tsx) and its outline share. */
export const FRAME_ROW =
  'mx-auto grid max-w-7xl grid-flow-row-dense grid-cols-[1fr_auto_auto] items-center gap-x-2 gap-y-2 sm:grid-cols-[auto_1fr_auto_auto] sm:gap-x-4 px-4 py-2.5 sm:px-6';
export const FRAME_FIELD = 'order-last col-span-3 sm:order-none sm:col-span-1 sm:max-w-2xl';
export const FRAME_MAIN = 'mx-auto max-w-7xl px-4 py-3 sm:px-6 sm:py-6';

/** The empty frame of a signed-in page: same size and place, nothing to press. */
export const FrameOutline = ({ children }: { children: ReactNode }) => (
  <div className="loading-view min-h-dvh">
    <div className="border-b border-rule bg-paper">
      <div className={FRAME_ROW}>
        <p className="flex min-h-10 items-center gap-2 font-semibold tracking-tight pointer-coarse:min-h-11">
          <Lens />
          <span className="max-lg:sr-only">LotLens</span>
        </p>
        <div className={clsx(FRAME_FIELD, 'min-h-10 rounded-md bg-sunken pointer-coarse:min-h-11')} />
        {/* Supported makes and sites. */}
        <div className="size-10 pointer-coarse:size-11" />
        <div className="size-10 rounded-full bg-sunken pointer-coarse:size-11" />
      </div>
    </div>
    <div className={FRAME_MAIN}>{children}</div>
  </div>
);
