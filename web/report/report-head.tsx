import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { declaredWords, maskedWords } from '../../contract/lot-words.ts';
import { widerWords } from '../../contract/report-view/grounds/range-words.ts';
import { toldViewsWords } from '../../contract/report-view/grounds/told-views.ts';
import {
  costDrivers,
  examinedHead,
  rangeSentence,
  shareOfValue,
} from '../../contract/report-view/head/decision.ts';
import { examinedWords, zonesWords } from '../../contract/report-view/head/examined.ts';
import { headlineReasons } from '../../contract/report-view/head/headline.ts';
import {
  lotFacts,
  noValueWords,
  originMarks,
  untoldFacts,
} from '../../contract/report-view/head/lot-facts.ts';
import {
  odometerReadWords,
  unreadWords,
  vinReadWords,
} from '../../contract/report-view/head/photo-readings.ts';
import { reservationsOf } from '../../contract/report-view/head/reservations.ts';
import { lawLine, totalLossInLine } from '../../contract/report-view/head/total-loss.ts';
import { verdictWords } from '../../contract/report-view/head/verdict-words.ts';
import { marketFacts } from '../../contract/report-view/market/market-facts.ts';
import { saleEndWords } from '../../contract/report-view/market/sale-end.ts';
import { aboveRangeWords, forecastWords } from '../../contract/report-view/outcome-rows.ts';
import { disagreementWords } from '../../contract/report-view/words/reservation.ts';
import { plain } from '../../contract/report-view/words/sentence.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { SITES } from '../../contract/sites.ts';
import { reportedCar } from '../../contract/vehicles/car-name.ts';
import { Button } from '../ui/button.tsx';
import { dollars } from '../ui/money.ts';
import { CostRange } from './cost-range.tsx';
import { BidSlot } from './deal/bid-slot.tsx';
import { useOwnReport, useReader } from './editing/line-editing.tsx';
import { Narrowing } from './grounds/narrowing.tsx';
import { goToPlace } from './places.ts';
import { Figure, Said } from './provenance/figure.tsx';
import { InsurerChoice } from './settings/insurer-choice.tsx';

type Props = {
  report: ReportModel;
  level: 1 | 3 /** Without what is to be done on the page. */;
  short: boolean;
};

/** Vehicle and lot facts, what to decide on, what drives it, and what would narrow it most. */
export function ReportHead({ report, level, short = false }: Props) {
  const Title = level === 1 ? 'h1' : 'h3';
  const name = reportedCar(report);
  return (
    <header className="grid gap-2 sm:gap-5">
      <div>
        {originMarks(report).map((mark) => (
          <Mark key={mark}>{mark}</Mark>
        ))}
        <Title className="text-2xl font-semibold sm:text-3xl">{name}</Title>
        <SaleEnd lot={report.lot} />
      </div>
      {/* A phone shows what to decide on first. */}
      <LotLine report={report} className="max-md:order-last" />
      <Verdicts report={report} short={short} />
      <div className="grid gap-x-10 gap-y-5 md:grid-cols-2">
        {short ? null : <Narrowing report={report} />}
        <Drivers report={report} short={short} />
      </div>
      <Reservations report={report} />
    </header>
  );
}

/** What became of a lot whose sale is over. */
function SaleEnd({ lot }: Pick<ReportModel, 'lot'>) {
  const end = saleEndWords(lot, Date.now());
  return end === null ? null : (
    <p className="figures mt-1 inline-block rounded-md bg-sunken px-2 py-0.5 font-medium">{end}</p>
  );
}

/** The facts of the lot a buyer decides on. */
function LotLine({ report, className }: { report: ReportModel; className: string }) {
  const { vehicle, lot } = report;
  const entered = report.lot_origin === 'entered';
  const facts = lotFacts(lot, Date.now());
  const untold = untoldFacts(facts, report.lot_origin);
  const readToo = vinReadWords(report);
  const milesToo = odometerReadWords(report);
  return (
    <dl
      className={clsx(
        'figures flex flex-wrap items-baseline gap-x-4 gap-y-0.5 text-sm sm:gap-x-6 sm:gap-y-1',
        className,
      )}
    >
      <Fact label="VIN">
        {vehicle.vin ?? 'Unknown'}
        {vehicle.vin_masked ? ` (${maskedWords(report.lot_origin)})` : ''}
        {readToo === '' ? '' : `; ${readToo}`}
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
      <Fact label="Declared damage">{declaredWords(lot) || 'Not declared'}</Fact>
      {facts.map(({ key, label, value }) =>
        value === null ? null : (
          <Fact key={key} label={label}>
            {key === 'odometer' ? (
              <>
                <Figure of="mileage">{value}</Figure>
                {milesToo === '' ? '' : `; ${milesToo}`}
              </>
            ) : key === 'retail_value' ? (
              <Figure of="seller:retail_value">{value}</Figure>
            ) : (
              value
            )}
          </Fact>
        ),
      )}
      {untold === null ? null : <Fact label={untold.label}>{untold.value}</Fact>}
      {marketFacts(lot, Date.now()).map(({ key, label, value }) => (
        <Fact key={key} label={label}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

/** Repair cost, total loss, and how sure that is. */
function Verdicts({ report, short }: Pick<Props, 'report' | 'short'>) {
  const own = useOwnReport();
  const { estimate, headline, examined, total_loss: loss } = report;
  const share = shareOfValue(report);
  const law = loss && lawLine(loss);
  const zones = zonesWords(examined);
  const wider = widerWords(report);
  return (
    <dl className="grid border-y-2 border-ink max-md:divide-y max-md:divide-rule md:grid-cols-[1.2fr_1fr_1.2fr] md:divide-x md:divide-rule">
      <div className="py-1 md:py-3 md:pr-8">
        <dt className="eyebrow">Repair cost</dt>
        <dd className="figures flex flex-wrap items-baseline gap-x-4">
          <Figure of="total" className="text-3xl font-semibold sm:text-4xl">
            {dollars(headline.repair.likely)}
          </Figure>
          {estimate.outcome ? (
            <span>
              As written{' '}
              <Figure of="outcome:as_written" className="inline-block min-h-6 font-semibold">
                {dollars(estimate.outcome.as_written)}
              </Figure>
            </span>
          ) : null}
        </dd>
        <dd>
          <CostRange report={report} />
        </dd>
        {[estimate.located === false ? forecastWords(estimate) : '', aboveRangeWords(estimate)]
          .filter(Boolean)
          .map((words) => (
            <dd key={words} className="mt-1 text-sm text-muted">
              {words}
            </dd>
          ))}
      </div>
      <div className="py-1 md:px-8 md:py-3">
        <dt className="eyebrow">Total loss</dt>
        <dd className="mt-1 text-xl font-semibold">{verdictWords(report)}</dd>
        <dd className="mt-1 text-sm">
          {share === null ? noValueWords(report) : <Said stored="repair-to-value">{share}</Said>}
        </dd>
        {law ? (
          <dd className="mt-1 text-sm text-muted">
            <Said stored="total-loss">{law}</Said>
          </dd>
        ) : null}
        {loss?.basis === 'practice' && loss.verdict ? (
          <dd className="mt-1 text-sm text-warn">By insurers’ practice, not by the law.</dd>
        ) : null}
        {short || loss === null ? null : (
          <dd className="mt-1">
            <InsurerChoice estimate={estimate} />
          </dd>
        )}
        {loss ? (
          <dd>
            <details className="text-sm text-muted">
              <summary className="min-h-6 w-fit text-signal">How that is decided</summary>
              <p className="mt-1">
                <Said stored="total-loss">{totalLossInLine(loss)}</Said>
              </p>
            </details>
          </dd>
        ) : null}
        {own === undefined || short ? null : <BidSlot reportId={own} version={report.edit?.version ?? 0} />}
      </div>
      <div className="py-1 md:py-3 md:pl-8">
        <dt className="eyebrow">How sure</dt>
        <dd className="mt-1 text-xl font-semibold">{examinedHead(report)}</dd>
        <dd className="mt-1 text-sm">
          <Said stored="total" unreached>
            {rangeSentence(report)}
          </Said>
        </dd>
        <dd>
          <details className="text-sm text-muted">
            <summary className="min-h-6 w-fit text-signal">What was examined</summary>
            <p className="mt-1">
              {[examinedWords(report), zones, toldViewsWords(report), unreadWords(report), wider]
                .filter(Boolean)
                .join(' ')}
            </p>
          </details>
        </dd>
      </div>
    </dl>
  );
}

/** What costs most, each with the way to its lines; in reports of schema_version 1 the reasons it was stored with. */
function Drivers({ report, short }: { report: ReportModel; short: boolean }) {
  const drivers = costDrivers(report);
  const reasons = drivers.length === 0 ? headlineReasons(report.headline) : [];
  if (drivers.length + reasons.length === 0) return null;
  return (
    <div className="min-w-0">
      <h2 className="eyebrow">What drives the cost</h2>
      {drivers.length === 0 ? (
        <ol className="mt-2 list-decimal wrap-anywhere space-y-1 pl-5">
          {reasons.map((reason) => (
            <li key={plain(reason)}>
              <Said stored="total">{reason}</Said>
            </li>
          ))}
        </ol>
      ) : (
        <ol className="mt-1 divide-y divide-rule border-y border-rule">
          {drivers.map(({ key, name, amount, figure, area }) => (
            <li key={key} className="flex min-h-10 items-center gap-x-4">
              <span className="mr-auto min-w-0">{name}</span>
              <span className="figures font-semibold">
                <Figure of={figure}>{dollars(amount)}</Figure>
              </span>
              {area === null || short ? null : (
                <Button
                  look="text"
                  aria-label={`Show lines: ${name}`}
                  onClick={() => goToPlace(`area-${area}`)}
                >
                  Show
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

const Mark = ({ children }: { children: ReactNode }) => (
  <p className="mb-1 inline-block rounded bg-warn-soft px-2 py-0.5 text-xs text-warn sm:text-sm">
    {children}
  </p>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex items-baseline gap-2">
    <dt className="text-muted">{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** What to know before relying on the report: it stands where nobody misses it. */
function Reservations({ report }: { report: ReportModel }) {
  const said = [...reservationsOf(report, useReader()).head, ...disagreementWords(report)];
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
