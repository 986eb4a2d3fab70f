import type { IconNode } from 'lucide';
import { createElement } from 'react';

type Props = { shape: IconNode; size?: number; className?: string };

/** An icon of Lucide, the one set, beside or instead of words; whoever shows it alone names it. Its React wrapper weighs more than the shapes do. */
export function Icon({ shape, size = 18, className }: Props) {
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
      {shape.map(([element, attributes]) =>
        createElement(element, { key: JSON.stringify(attributes), ...attributes }),
      )}
    </svg>
  );
}
