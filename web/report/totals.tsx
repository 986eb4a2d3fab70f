import type { Estimate } from '../../contract/estimate.ts';
import type { ReportModel } from '../../contract/report.ts';
import { dollars, dollarsAndCents, hours } from '../ui/money.ts';

/** What each row is computed from. */
function basis(row: Estimate['totals'][number]): string {
  if (row.basis === null) return '';
  if (row.unit === 'hours')
    return `${hours(row.basis)}${row.rate === null ? '' : ` at ${dollarsAndCents(row.rate)}`}`;
  if (row.unit === 'percent') return `${row.basis} %`;
  return dollarsAndCents(row.basis);
}

/** Totals by category with the range under them, and the seller's own figure beside ours. */
export function Totals({ estimate, seller }: { estimate: Estimate; seller: ReportModel['seller'] }) {
  return (
    <section aria-labelledby="totals-title">
      <h2 id="totals-title" className="text-xl font-semibold">
        Totals
      </h2>
      <div className="mt-4 grid gap-8 md:grid-cols-[3fr_2fr]">
        <table className="figures w-full text-sm">
          <thead>
            <tr className="border-b-2 border-ink text-left">
              <th scope="col" className="py-2 font-medium">
                Category
              </th>
              <th scope="col" className="py-2 font-medium">
                From
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                Likely
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-rule">
            {estimate.totals.map((row) => (
              <tr key={row.key}>
                <th scope="row" className="py-2 text-left font-normal">
                  {row.label}
                </th>
                <td className="py-2 text-muted">{basis(row)}</td>
                <td className="py-2 text-right">{dollarsAndCents(row.likely)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t-2 border-ink text-base font-semibold">
              <th scope="row" colSpan={2} className="py-3 text-left">
                Likely total
              </th>
              <td className="py-3 text-right">{dollarsAndCents(estimate.total.likely)}</td>
            </tr>
            <tr className="text-muted">
              <th scope="row" colSpan={2} className="text-left font-normal">
                Low to high
              </th>
              <td className="text-right">
                {dollars(estimate.total.low)} to {dollars(estimate.total.high)}
              </td>
            </tr>
          </tfoot>
        </table>
        <div className="rounded-lg border border-rule p-4 text-sm">
          <h3 className="font-semibold">The seller’s figures</h3>
          <dl className="figures mt-2 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
            <dt className="text-muted">Repair cost</dt>
            <dd>{dollars(seller.repair_cost)}</dd>
            <dt className="text-muted">Retail value</dt>
            <dd>{dollars(seller.retail_value)}</dd>
          </dl>
          <p className="mt-3 text-muted">{seller.note}</p>
        </div>
      </div>
    </section>
  );
}
