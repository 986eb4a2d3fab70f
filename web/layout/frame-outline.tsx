import type { ReactNode } from 'react';
import { Lens } from '../ui/lens.tsx';

/** What the frame of the signed-in pages (app-frame.tsx) takes up, where nothing of it can be used yet. */
export const FrameOutline = ({ children }: { children: ReactNode }) => (
  <div className="loading-view min-h-dvh">
    <div className="border-b border-rule bg-paper">
      <div className="mx-auto grid max-w-7xl grid-cols-[1fr_auto] items-center gap-x-2 gap-y-2 px-4 py-2.5 sm:grid-cols-[auto_1fr_auto] sm:gap-x-4 sm:px-6">
        <p className="flex min-h-10 items-center gap-2 font-semibold tracking-tight pointer-coarse:min-h-11">
          <Lens />
          <span className="max-lg:sr-only">LotLens</span>
        </p>
        <div className="order-last col-span-2 min-h-10 rounded-md bg-sunken pointer-coarse:min-h-11 sm:order-none sm:col-span-1 sm:max-w-2xl" />
        <div className="size-10 rounded-full bg-sunken pointer-coarse:size-11" />
      </div>
    </div>
    <div className="mx-auto max-w-7xl px-4 py-3 sm:px-6 sm:py-6">{children}</div>
  </div>
);
