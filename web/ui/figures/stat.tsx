import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type StatProps = {
  label: string;
  children: ReactNode;
  /** What the value rests on, or what to do where there is none. */
  note?: ReactNode;
};

/** One figure with its name over it. Part of a `StatRow`. */
export const Stat = ({ label, children, note }: StatProps) => (
  <div className="min-w-0 pr-3 @lg:px-4 @lg:first:pl-0">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="figures text-lg leading-snug font-semibold">{children}</dd>
    {note ? <dd className="figures text-xs text-muted">{note}</dd> : null}
  </div>
);

/** Three or four figures of a kind side by side; where there is no room two a row, `three` short ones in one. */
export const StatRow = ({ children, three = false }: { children: ReactNode; three?: boolean }) => (
  <div className="@container">
    <dl
      className={clsx(
        three ? 'grid-cols-3' : 'grid-cols-2',
        'grid gap-y-3 border-y border-rule py-2 @lg:auto-cols-fr @lg:grid-flow-col @lg:grid-cols-none @lg:divide-x @lg:divide-rule',
      )}
    >
      {children}
    </dl>
  </div>
);
