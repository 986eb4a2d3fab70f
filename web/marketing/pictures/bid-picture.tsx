import { clsx } from 'clsx';
import { BUY, usd } from './sample-data.ts';

/** From what a car sells for down to the bid, each step with its bar: the deal of a sample lot. */
export function BidPicture() {
  const { waterfall, max_bid, name, repair_basis } = BUY;
  const [first] = waterfall;
  const whole = first?.usd ?? 1;
  let left = 0;
  const steps = waterfall.map(({ name: step, usd: amount }, nth) => {
    const from = nth === 0 ? 0 : left + amount;
    left += amount;
    return {
      step,
      amount,
      from: Math.max(0, from),
      width: Math.abs(amount),
      kind: nth === 0 ? 'base' : 'cost',
    };
  });
  const rows = [
    ...steps,
    { step: 'Max bid', amount: max_bid ?? 0, from: 0, width: max_bid ?? 0, kind: 'bid' as const },
  ];
  return (
    <figure>
      <div className="rounded-xl border border-rule bg-sheet p-4 sm:p-6">
        <table className="figures w-full text-sm">
          <caption className="pb-2 text-left font-semibold">{name}: from resale to bid</caption>
          <tbody>
            {rows.map(({ step, amount, from, width, kind }) => (
              <tr key={step} className="border-t border-rule">
                <th scope="row" className={clsx('py-2 pr-4 text-left', kind === 'cost' && 'font-normal')}>
                  {step}
                </th>
                <td className="w-1/2 max-sm:hidden">
                  <svg width="100%" height="14" aria-hidden="true">
                    <rect
                      x={`${(from / whole) * 100}%`}
                      width={`${Math.max(0.3, (width / whole) * 100)}%`}
                      height="14"
                      fill={
                        kind === 'bid' ? 'var(--signal)' : kind === 'base' ? 'var(--ink)' : 'var(--band-mid)'
                      }
                    />
                  </svg>
                </td>
                <td
                  className={clsx(
                    'py-2 pl-4 text-right font-semibold whitespace-nowrap',
                    kind === 'bid' && 'text-signal',
                  )}
                >
                  {usd(amount)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className="mt-2 text-xs text-muted">
        Resale after repair, minus every cost, minus your profit, down to the auction’s next bid step. Repair:{' '}
        {repair_basis}. Change any row and the bid follows. Sample, fictional.
      </figcaption>
    </figure>
  );
}
