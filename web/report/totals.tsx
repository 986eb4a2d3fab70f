import { dollarsAndCents } from '../../contract/report-view/figures.ts';
import { likelyWords, writtenRow } from '../../contract/report-view/outcome-rows.ts';
import { sellerNote } from '../../contract/report-view/words/seller.ts';
import type { Estimate } from '../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { dollars, exactHours } from '../ui/money.ts';
import { Figure, Said } from './provenance/figure.tsx';

/** What each row is computed from. */
function basis(row: Estimate['totals'][number]): string {
  if (row.basis === null) return '';
  if (row.unit === 'hours')
    return `${exactHours(row.basis)}${row.rate === null ? '' : ` at ${dollarsAndCents(row.rate)}`}`;
  if (row.unit === 'percent') return `${row.rate ?? 0}% of ${dollarsAndCents(row.basis)}`;
  return dollarsAndCents(row.basis);
}

/** Rows of nothing are left out, but for the tax. */
const isSaid = ({ key, likely }: Estimate['totals'][number]): boolean => likely !== 0 || key === 'tax';

/** Totals by category: what is written, and the likely cost with its range. */
export function Totals({ estimate }: { estimate: Estimate }) {
  return (
    <section aria-labelledby="totals-title" className="min-w-0">
      <h2
        id="totals-title"
        tabIndex={-1}
        className="border-b-2 border-ink pb-1 text-xl font-semibold outline-none"
      >
        Totals
      </h2>
      <table className="figures w-full text-sm">
        <thead>
          <tr className="border-b border-rule-strong text-left">
            <th scope="col" className="py-0.5 font-medium">
              Category
            </th>
            <th scope="col" className="py-0.5 font-medium max-sm:hidden">
              From
            </th>
            <th scope="col" className="py-0.5 text-right font-medium">
              Amount
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-rule">
          {estimate.totals.filter(isSaid).map((row) => (
            <tr key={row.key}>
              <th scope="row" className="py-0.5 pr-3 text-left font-normal">
                {row.label}
              </th>
              <td className="py-0.5 pr-3 text-muted max-sm:hidden">
                {row.basis === null ? null : (
                  <Figure of={`row:${row.key}`} unreached>
                    {basis(row)}
                  </Figure>
                )}
              </td>
              <td className="py-0.5 text-right">
                <Figure of={`row:${row.key}`}>{dollarsAndCents(row.likely)}</Figure>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {estimate.outcome ? <Written outcome={estimate.outcome} /> : null}
          <tr className="border-t-2 border-ink text-base font-semibold">
            <th scope="row" className="py-1.5 text-left">
              Likely repair cost
            </th>
            <td className="max-sm:hidden" />
            <td className="py-1.5 text-right">
              <Figure of="total">{dollarsAndCents(estimate.total.likely)}</Figure>
            </td>
          </tr>
          <tr className="text-muted">
            <th scope="row" className="text-left font-normal">
              Low–high
            </th>
            <td className="max-sm:hidden" />
            <td className="text-right whitespace-nowrap">
              <Figure of="total" unreached>
                {`${dollars(estimate.total.low)}–${dollars(estimate.total.high)}`}
              </Figure>
            </td>
          </tr>
        </tfoot>
      </table>
      {estimate.outcome ? <p className="pt-2 text-sm text-muted">{likelyWords(estimate)}</p> : null}
    </section>
  );
}

/** The seller's own figures beside ours. */
export function SellersFigures({ estimate, seller }: { estimate: Estimate; seller: ReportModel['seller'] }) {
  const value = estimate.vehicle_value;
  return (
    <div className="rounded-lg border border-rule p-3 text-sm">
      <h2 className="font-semibold">The seller’s figures</h2>
      <dl className="figures mt-2 grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-1">
        <dt className="text-muted">Repair cost</dt>
        <dd>
          <Figure of="seller:repair_cost">{dollars(seller.repair_cost)}</Figure>
        </dd>
        <dt className="text-muted">Retail value</dt>
        <dd>
          <Figure of="seller:retail_value">{dollars(seller.retail_value)}</Figure>
        </dd>
      </dl>
      <p className="mt-3 text-muted">
        <Said stored="seller:repair_cost">{sellerNote({ seller, estimate })}</Said>
      </p>
      {value ? (
        <>
          <h3 className="mt-3 font-semibold">Our value estimate</h3>
          <p className="figures mt-2">
            <Figure of="our-value">{dollars(value.likely)}</Figure>{' '}
            <span className="text-muted">
              before the damage,{' '}
              <Figure of="our-value" unreached>{`${dollars(value.low)}–${dollars(value.high)}`}</Figure>
            </span>
          </p>
        </>
      ) : null}
    </div>
  );
}

/** What is written: the sum of the list. */
function Written({ outcome }: { outcome: NonNullable<Estimate['outcome']> }) {
  const { label, note, amount } = writtenRow(outcome);
  return (
    <tr className="border-t-2 border-ink text-base font-semibold">
      <th scope="row" className="py-0.5 pr-3 text-left">
        {label}
      </th>
      <td className="py-0.5 pr-3 text-sm font-normal text-muted max-sm:hidden">{note}</td>
      <td className="py-0.5 text-right whitespace-nowrap">
        <Figure of="outcome:as_written">{dollarsAndCents(amount)}</Figure>
      </td>
    </tr>
  );
}
