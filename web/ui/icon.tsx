/** The icons of the product: one weight, one grid of 16, drawn for it. */
const PATHS = {
  close: 'm3 3 10 10M13 3 3 13',
  left: 'M10 3 5 8l5 5',
  right: 'm6 3 5 5-5 5',
  info: 'M8 7.2v4M8 4.6v.3M1.4 8a6.6 6.6 0 1 0 13.2 0A6.6 6.6 0 1 0 1.4 8Z',
} as const;

type Props = { name: keyof typeof PATHS; size?: number; className?: string };

/** An icon beside or instead of words; whoever shows it alone names it. */
export function Icon({ name, size = 16, className }: Props) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" className={className}>
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
