import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** What a chip can say; each has an icon of its own shape, so that it is read without color. */
export type ChipKind = 'buy' | 'consider' | 'parts' | 'pass' | 'total_loss' | 'repairable' | 'close' | 'open';

const COLORS: Record<ChipKind, string> = {
  buy: 'bg-ready-soft text-ready',
  repairable: 'bg-ready-soft text-ready',
  consider: 'bg-warn-soft text-warn',
  close: 'bg-warn-soft text-warn',
  parts: 'bg-parts-soft text-parts',
  pass: 'bg-sunken text-muted',
  total_loss: 'bg-fail-soft text-fail',
  open: 'border-rule-strong! bg-sheet text-muted',
};

/** Icons on 16 × 16, in the chip's color. */
const ICONS: Record<ChipKind, ReactNode> = {
  buy: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path d="M4.5 8.2l2.3 2.3 4.7-4.8" fill="none" stroke="var(--sheet)" strokeWidth="2" />
    </>
  ),
  repairable: (
    <>
      <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M4.8 8.2l2.1 2.1 4.3-4.4" fill="none" stroke="currentColor" strokeWidth="1.8" />
    </>
  ),
  consider: (
    <>
      <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M8 1.8a6.2 6.2 0 010 12.4z" fill="currentColor" />
    </>
  ),
  close: (
    <path
      d="M1.5 6c2.2-2.6 4.3-2.6 6.5 0s4.3 2.6 6.5 0M1.5 11c2.2-2.6 4.3-2.6 6.5 0s4.3 2.6 6.5 0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
    />
  ),
  parts: (
    <>
      <path d="M1.5 1.5h5.5v5.5h-5.5zM9 9h5.5v5.5h-5.5z" fill="currentColor" />
      <path
        d="M9.7 2.2h4.1v4.1h-4.1zM2.2 9.7h4.1v4.1h-4.1z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
      />
    </>
  ),
  pass: (
    <>
      <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M4.5 8h7" stroke="currentColor" strokeWidth="1.8" />
    </>
  ),
  total_loss: (
    <>
      <path d="M8 1.5l7 12.5h-14z" fill="currentColor" />
      <path d="M8 6v4M8 11.4v1.4" stroke="var(--sheet)" strokeWidth="1.7" />
    </>
  ),
  open: (
    <circle
      cx="8"
      cy="8"
      r="6.2"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeDasharray="3 2.5"
    />
  ),
};

const SIZES = {
  20: 'min-h-5 gap-1 px-1.5 text-xs',
  24: 'min-h-6 gap-1.5 px-2 text-sm',
  32: 'min-h-8 gap-2 px-3 text-base font-semibold',
} as const;

type Props = { kind: ChipKind; words: string; size?: keyof typeof SIZES };

/** A verdict: its icon and its words, never one without the other. `size`: its height, px. */
export const VerdictChip = ({ kind, words, size = 24 }: Props) => (
  <span
    className={clsx(
      'inline-flex items-center rounded-2xl border border-transparent font-medium whitespace-nowrap',
      SIZES[size],
      COLORS[kind],
    )}
  >
    <svg
      viewBox="0 0 16 16"
      width={size === 32 ? 16 : 13}
      height={size === 32 ? 16 : 13}
      aria-hidden="true"
      className="shrink-0"
    >
      {ICONS[kind]}
    </svg>
    {words}
  </span>
);
