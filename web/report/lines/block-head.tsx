import type { ReactNode } from 'react';
import { dollars } from '../../ui/money.ts';
import { Figure } from '../provenance/figure.tsx';

type Props = { block: string; title: string; text: string; sum: number };

/** A block of lines: what it holds and what it adds up to. */
export const BlockHead = ({ block, title, text, sum }: Props) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b-2 border-ink pb-2">
    <h2 id={`block-${block}`} className="text-xl font-semibold">
      {title}
    </h2>
    <p className="figures font-semibold">
      <Figure of={`block:${block}`}>{dollars(sum)}</Figure>
    </p>
    <p className="w-full text-sm text-muted">{text}</p>
  </div>
);

type HeadProps = {
  id: string;
  title: string;
  of: string;
  sum: number;
  /** What the sum is called where the title does not say it. */
  sumName?: string;
  sign?: string;
  /** What is to be done with the section. */
  children?: ReactNode;
};

/** Head of a section of lines with what it adds up to. */
export const SectionHead = ({ id, title, of, sum, sumName, sign = '', children }: HeadProps) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b-2 border-ink pb-1">
    <h2 id={id} tabIndex={-1} className="text-xl font-semibold outline-none">
      {title}
    </h2>
    <div className="mr-auto empty:hidden">{children}</div>
    <p className="figures text-lg font-semibold">
      {sumName === undefined ? null : <span className="text-sm font-normal text-muted">{sumName} </span>}
      <Figure of={of}>{`${sign}${dollars(sum)}`}</Figure>
    </p>
  </div>
);
