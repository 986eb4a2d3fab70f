/** The mark of the product; `busy` while a report is being made. */
export function Lens({ busy = false, size = 28 }: { busy?: boolean; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <g className={busy ? 'lens-busy' : undefined}>
        <circle cx="13.5" cy="13.5" r="9.5" fill="none" stroke="currentColor" strokeWidth="2.4" />
        <path d="M20.6 20.6 28 28" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
        <path d="M8.6 15.6h9.8l-1-2.1-1.6-.5-1.5-2.5h-3.1l-1.3 2.4-1.6.8z" fill="var(--severity-2)" />
      </g>
    </svg>
  );
}
