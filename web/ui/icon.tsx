import { ChevronLeft, ChevronRight, Expand, type IconNode, Info, LoaderCircle, Minus, Plus, X } from 'lucide';
import { createElement } from 'react';

/** The icons the product uses, all of one set (Lucide), taken as shapes: its React wrapper weighs more than they do. */
const ICONS = {
  close: X,
  left: ChevronLeft,
  right: ChevronRight,
  info: Info,
  busy: LoaderCircle,
  expand: Expand,
  plus: Plus,
  minus: Minus,
} satisfies Record<string, IconNode>;

type Props = { name: keyof typeof ICONS; size?: number; className?: string };

/** An icon beside or instead of words; whoever shows it alone names it. */
export function Icon({ name, size = 18, className }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {ICONS[name].map(([shape, attributes]) =>
        createElement(shape, { key: JSON.stringify(attributes), ...attributes }),
      )}
    </svg>
  );
}
