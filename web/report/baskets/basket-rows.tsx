import type { ReactNode } from 'react';
import { affiliateRedirectPath } from '../../../contract/affiliate-redirect.ts';
import { type BasketRow, unusedText } from '../../../contract/report-view/baskets.ts';
import { dollarsAndCents } from '../../../contract/report-view/figures.ts';
import { lineName, numberToOrder } from '../../../contract/report-view/number-side.ts';
import { sourceDate } from '../../../contract/report-view/source-date.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import type { SupplierLink } from '../../../contract/schemas/part.ts';
import type { Vehicle } from '../../../contract/schemas/vehicle.ts';
import { percent, shortDay } from '../../ui/money.ts';
import { useOwnReport } from '../editing/line-editing.tsx';
import { useSupplierLinks } from './use-supplier-links.ts';

/** The parts of a basket with what each costs, who says so and when; a part nobody prices says so. */
export function BasketRows({ rows, vehicle }: { rows: readonly BasketRow[]; vehicle: Vehicle }) {
  return (
    <table className="figures w-full border-collapse text-sm">
      <thead className="text-left text-muted">
        <tr className="border-b border-rule">
          <th scope="col" className="py-2 pr-3 font-medium">
            Part
          </th>
          <th scope="col" className="py-2 pr-3 text-right font-medium">
            Qty
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Asked price
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.line.id} ${row.line.side}`} className="border-b border-rule align-top">
            <th scope="row" className="py-2 pr-3 text-left font-normal">
              <span className="font-medium wrap-anywhere">{lineName(row.line)}</span>{' '}
              <span>{numberToOrder(row.line) ?? ''}</span>
              <span className="block text-muted">
                {row.line.probability < 1 ? `${percent(row.line.probability)} likely · ` : ''}
                <Asked row={row} vehicle={vehicle} />
              </span>
            </th>
            <td className="py-2 pr-3 text-right">{row.quantity}</td>
            <td className="py-2 text-right whitespace-nowrap">
              {row.price ? dollarsAndCents(row.price.each) : <span className="text-muted">not known</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const KINDS = {
  oem: 'OEM',
  new: 'new, maker not told',
  used: 'used',
  refurbished: 'refurbished',
  unknown: 'condition not told',
};

/** Who asks the price, or where one could be found. */
function Asked({ row: { line, price, unused }, vehicle }: { row: BasketRow; vehicle: Vehicle }) {
  const report = useOwnReport();
  if (price === null)
    return (
      <Search
        said={unused === null ? 'No price found' : unusedText(unused, shortDay)}
        line={line}
        vehicle={vehicle}
        report={report}
      />
    );
  if (price.kind === 'own') return price.source;
  const said = [
    KINDS[price.kind],
    ...(price.shipping_known || price.kind === 'oem' ? [] : ['sending not told']),
    sourceDate(price.dated, shortDay),
  ].join(', ');
  const { offer } = price;
  if (offer === null) return `${price.source}, ${said}`;
  return (
    <>
      <Out
        partner
        href={affiliateRedirectPath(
          vehicle,
          line,
          { supplier: offer.supplier, by: 'number' },
          { report, item: offer.item },
        )}
      >
        {price.source}: {offer.title}
      </Out>
      , {said}
    </>
  );
}

const KIND_ORDER: readonly SupplierLink['kind'][] = ['oem', 'marketplace', 'used', 'aftermarket'];

function Search({
  said,
  line,
  vehicle,
  report,
}: {
  said: string;
  line: EstimateLine;
  vehicle: Vehicle;
  report: string | undefined;
}) {
  const all = useSupplierLinks(line);
  const links = KIND_ORDER.flatMap((kind) => all.find((link) => link.kind === kind) ?? []);
  if (links.length === 0) return said;
  return (
    <>
      {said}. Search{' '}
      {links.map((link, at) => (
        <span key={link.url}>
          {at > 0 ? ' · ' : ''}
          <Out partner={link.affiliate} href={affiliateRedirectPath(vehicle, line, link, { report })}>
            {link.label}
          </Out>
        </span>
      ))}
    </>
  );
}

type OutProps = { href: string; partner: boolean; children: ReactNode };

const Out = ({ href, partner, children }: OutProps) => (
  <a
    className="text-signal underline"
    href={href}
    target="_blank"
    rel={`${partner ? 'sponsored ' : ''}nofollow noopener noreferrer`}
  >
    {children}
  </a>
);
