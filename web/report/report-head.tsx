import type { ReactNode } from 'react';
import { maskedWords } from '../../contract/lot-words.ts';
import { zonesWords } from '../../contract/report-view/examined.ts';
import { forecastWords } from '../../contract/report-view/outcome-rows.ts';
import { HEAD_RESERVATIONS, reservationsOf } from '../../contract/report-view/reservations.ts';
import { headlineReasons } from '../../contract/report-view/words/headline.ts';
import { plain } from '../../contract/report-view/words/sentence.ts';
import { totalLossInLine } from '../../contract/report-view/words/total-loss.ts';
import type { Range } from '../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { SITES } from '../../contract/sites.ts';
import { dollars, miles, percent } from '../ui/money.ts';
import { Figure, Said } from './provenance/figure.tsx';

/** Vehicle, the three numbers, the strongest reasons, and what was and was not examined. */
export function ReportHead({ report, level }: { report: ReportModel; level: 1 | 3 }) {
  const Title = level === 1 ? 'h1' : 'h3';
  const { vehicle, lot, headline, examined } = report;
  const zones = zonesWords(examined);
  const entered = report.lot_origin === 'entered';
  const name =
    [vehicle.year, vehicle.make, vehicle.model, vehicle.trim].filter(Boolean).join(' ') || lot.name;
  return (
    <header>
      {report.sample ? <Mark>Sample lot: a made-up car with drawn photos</Mark> : null}
      {report.lot_origin === 'own_page' ? (
        <Mark>Read from a page you gave us, not fetched from the auction</Mark>
      ) : null}
      {entered ? <Mark>Entered by hand, not read from an auction</Mark> : null}
      <Title className="mt-1 text-3xl font-semibold">{name}</Title>
      <dl className="figures mt-3 flex flex-wrap gap-x-8 gap-y-1 text-sm">
        <Fact label="VIN">
          {vehicle.vin ?? 'Unknown'}
          {vehicle.vin_masked ? ` (${maskedWords(report.lot_origin)})` : ''}
        </Fact>
        {/* A lot typed in names neither site nor number unless its user did. */}
        <Fact label={lot.site === null || lot.lot_number === '' ? 'Lot' : `${SITES[lot.site].name} lot`}>
          {lot.url === '' || report.sample ? (
            lot.lot_number || (entered ? 'Entered by hand' : 'None')
          ) : (
            <a className="text-signal hover:underline" href={lot.url} target="_blank" rel="noreferrer">
              {lot.lot_number}
            </a>
          )}
        </Fact>
        <Fact label="Mileage">
          {lot.mileage === null ? (
            miles(null)
          ) : (
            <Figure of="mileage" className="-my-0.5 inline-block min-h-6">
              {miles(lot.mileage)}
            </Figure>
          )}
        </Fact>
        <Fact label="Declared damage">
          {[lot.primary_damage, lot.secondary_damage].filter(Boolean).join(', ') || 'Not declared'}
        </Fact>
      </dl>
      <dl className="mt-8 grid grid-cols-2 border-y-2 border-ink md:grid-cols-[2fr_1fr_1fr] md:divide-x md:divide-rule">
        <div className="col-span-2 py-5 md:col-span-1 md:pr-8">
          <dt className="eyebrow whitespace-nowrap">Repair cost</dt>
          <dd className="figures mt-1 text-4xl font-semibold">
            <Figure of="total">{dollars(headline.repair.likely)}</Figure>
          </dd>
          <dd>
            <RangeBar range={headline.repair} />
          </dd>
          {report.estimate.outcome ? (
            <dd className="figures mt-2">
              As written{' '}
              <Figure of="outcome:as_written" className="inline-block min-h-6 font-semibold">
                {dollars(report.estimate.outcome.as_written)}
              </Figure>
              {report.estimate.located === false ? (
                <span className="block text-sm text-muted">{forecastWords(report.estimate)}</span>
              ) : null}
            </dd>
          ) : null}
        </div>
        <div className="border-t border-rule py-5 pr-4 md:border-t-0 md:px-8">
          <dt className="eyebrow whitespace-nowrap">Repair to value</dt>
          <dd className="figures mt-1 text-4xl font-semibold">
            {headline.repair_to_value ? (
              <Figure of="repair-to-value">{percent(headline.repair_to_value.likely)}</Figure>
            ) : (
              'N/A'
            )}
          </dd>
          <dd className="figures mt-1 text-sm text-muted">
            {headline.repair_to_value ? (
              <>
                <Figure of="repair-to-value">
                  {`${percent(headline.repair_to_value.low)} to ${percent(headline.repair_to_value.high)}`}
                </Figure>{' '}
                of <Figure of="seller:retail_value">{dollars(lot.retail_value)}</Figure>
              </>
            ) : (
              `${entered ? 'You entered' : 'The listing gives'} no retail value.`
            )}
          </dd>
        </div>
        <div className="border-t border-rule py-5 pl-4 md:border-t-0 md:pl-8">
          <dt className="eyebrow whitespace-nowrap">Parts</dt>
          <dd className="figures mt-1 text-4xl font-semibold">
            <Figure of="parts-count">{String(headline.parts_count)}</Figure>
          </dd>
          <dd className="mt-1 text-sm text-muted">
            {report.estimate.outcome ? 'as written' : 'seen, or more likely damaged than not'}
          </dd>
        </div>
      </dl>
      <div className="mt-6 grid gap-8 md:grid-cols-2">
        <div className="min-w-0">
          <h2 className="eyebrow">Why</h2>
          <ol className="mt-2 list-decimal wrap-anywhere space-y-1 pl-5">
            {headlineReasons(headline).map((reason) => (
              <li key={plain(reason)}>
                <Said stored="total">{reason}</Said>
              </li>
            ))}
          </ol>
        </div>
        <div>
          <h2 className="eyebrow">What was examined</h2>
          <p className="mt-2">{examined.statement}</p>
          {zones === '' ? null : <p className="mt-1 text-sm text-muted">{zones}</p>}
          {report.total_loss ? (
            <p className="mt-3 text-sm text-muted">
              <Said stored="total-loss">{totalLossInLine(report.total_loss)}</Said>
            </p>
          ) : null}
        </div>
      </div>
      <Reservations report={report} />
    </header>
  );
}

const Mark = ({ children }: { children: ReactNode }) => (
  <p className="mb-2 inline-block rounded bg-warn-soft px-2 py-0.5 text-sm text-warn">{children}</p>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex gap-2">
    <dt className="text-muted">{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** What to know before relying on the report: it stands where nobody misses it. */
function Reservations({ report }: { report: ReportModel }) {
  const said = [
    ...reservationsOf(report).slice(0, HEAD_RESERVATIONS),
    ...report.vehicle.disagreements.map(
      ({ field, listing, vin }) =>
        `${report.lot_origin === 'entered' ? 'You entered' : 'The listing says'} ${field.replace('_', ' ')} ${listing}, the VIN says ${vin}.`,
    ),
  ];
  if (said.length === 0) return null;
  return (
    <section aria-label="Reservations" className="mt-6 rounded-md bg-warn-soft px-4 py-3 text-sm text-warn">
      <ul className="grid gap-1">
        {said.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

/** Low to high as a rule with the likely figure marked. */
function RangeBar({ range }: { range: Range }) {
  const span = range.high - range.low;
  const at = span > 0 ? ((range.likely - range.low) / span) * 100 : 50;
  return (
    <div className="mt-3 max-w-md">
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="h-2 w-full" aria-hidden="true">
        <rect x="0" y="1.4" width="100" height="1.2" fill="var(--rule-strong)" />
        <rect x={at - 0.6} y="0" width="1.2" height="4" fill="var(--signal)" />
      </svg>
      <p className="figures flex justify-between text-sm text-muted">
        <span>
          Low <Figure of="total">{dollars(range.low)}</Figure>
        </span>
        <span>
          High <Figure of="total">{dollars(range.high)}</Figure>
        </span>
      </p>
    </div>
  );
}
