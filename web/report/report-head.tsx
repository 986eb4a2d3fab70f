import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { declaredWords, maskedWords } from '../../contract/lot-words.ts';
import { widerWords } from '../../contract/report-view/grounds/range-words.ts';
import { toldViewsWords } from '../../contract/report-view/grounds/told-views.ts';
import { partsConfirmed } from '../../contract/report-view/head/confirmed-parts.ts';
import { examinedHead, rangeSentence } from '../../contract/report-view/head/decision.ts';
import { examinedWords, zonesWords } from '../../contract/report-view/head/examined.ts';
import { lotFacts, originMarks, untoldFacts } from '../../contract/report-view/head/lot-facts.ts';
import {
  odometerReadWords,
  unreadWords,
  vinReadWords,
} from '../../contract/report-view/head/photo-readings.ts';
import { reportRange } from '../../contract/report-view/head/report-range.ts';
import { reservationsOf } from '../../contract/report-view/head/reservations.ts';
import { saleStat } from '../../contract/report-view/head/sale-stat.ts';
import { marketFacts } from '../../contract/report-view/market/market-facts.ts';
import { saleEndWords } from '../../contract/report-view/market/sale-end.ts';
import { aboveRangeWords, forecastWords, isPossible } from '../../contract/report-view/outcome-rows.ts';
import { disagreementWords } from '../../contract/report-view/words/reservation.ts';
import type { EstimateLine } from '../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { SITES } from '../../contract/sites.ts';
import { reportedCar } from '../../contract/vehicles/car-name.ts';
import { RangeBar } from '../ui/figures/range-bar.tsx';
import { Stat, StatRow } from '../ui/figures/stat.tsx';
import { dollars } from '../ui/money.ts';
import { HeadDeal } from './deal/head-deal.tsx';
import { useOwnReport, useReader } from './editing/line-editing.tsx';
import { Narrowing } from './grounds/narrowing.tsx';
import { HeadPhoto } from './head-photo.tsx';
import { HeadVerdict } from './head-verdict.tsx';
import { headColumns } from './lead-photo.tsx';
import { Figure, Said } from './provenance/figure.tsx';

type Props = {
  report: ReportModel;
  level: 1 | 3;
  /** Without what is to be done on the page. */
  short: boolean;
  /** Shows a photo among the others. */
  onPhoto?: (number: number) => void;
};

/** The car, what its repair costs and what that means; then what to do next. */
export function ReportHead({ report, level, short = false, onPhoto }: Props) {
  const Title = level === 1 ? 'h1' : 'h3';
  const name = reportedCar(report);
  const own = useOwnReport() !== undefined;
  return (
    <header className="grid gap-2 sm:gap-3">
      <div className={clsx(headColumns(own), 'md:grid-rows-[auto_1fr]')}>
        {/* What is shared is looked at first; on one's own report its figures are. */}
        <div className={clsx('md:row-start-1', own && 'md:col-start-2')}>
          <HeadPhoto report={report} name={name ?? 'the car'} onPhoto={short ? undefined : onPhoto} />
        </div>
        <div
          className={clsx(
            'grid min-w-0 content-start gap-1.5 sm:gap-2.5 md:row-span-2 md:row-start-1',
            own ? 'md:col-start-1' : 'md:col-start-2',
          )}
        >
          <div>
            {originMarks(report).map((mark) => (
              <Mark key={mark}>{mark}</Mark>
            ))}
            <Title className="text-2xl leading-tight font-semibold">{name}</Title>
            <SaleEnd lot={report.lot} />
          </div>
          <LotLine report={report} />
          <HeadVerdict report={report} short={short} />
          <Cost report={report} />
          <Stats report={report} short={short} />
        </div>
        <HowSure report={report} className={clsx('md:row-start-2', own && 'md:col-start-2')} />
      </div>
      {short || !own ? null : <Narrowing report={report} />}
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

/** Facts a buyer decides on first; the others are behind their number. */
const FIRST: ReadonlySet<string> = new Set(['title', 'odometer']);
/** Where there is room for a line more. */
const NEXT: ReadonlySet<string> = new Set(['keys', 'condition', 'airbags']);

/** The lot in a line, and all of its facts on request. */
function LotLine({ report }: { report: ReportModel }) {
  const { vehicle, lot } = report;
  const entered = report.lot_origin === 'entered';
  const facts = lotFacts(lot, Date.now());
  const untold = untoldFacts(facts, report.lot_origin);
  const readToo = vinReadWords(report);
  const milesToo = odometerReadWords(report);
  const known = facts.flatMap(({ key, label, value }) => (value === null ? [] : [{ key, label, value }]));
  const rest = known.filter(({ key }) => !FIRST.has(key));
  const market = marketFacts(lot, Date.now());
  const fact = ({ key, label, value }: (typeof known)[number], className?: string) => (
    <Fact key={key} label={label} className={className}>
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
  );
  return (
    <div className="figures flex flex-wrap items-baseline gap-x-4 gap-y-0.5 text-sm">
      <dl className="contents">
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
        <Fact label="Damage">{declaredWords(lot) || 'Not stated'}</Fact>
        {known.filter(({ key }) => FIRST.has(key)).map((one) => fact(one))}
        {known.filter(({ key }) => NEXT.has(key)).map((one) => fact(one, 'max-sm:hidden'))}
      </dl>
      {rest.length === 0 && untold === null && market.length === 0 ? null : (
        <details className="open:basis-full">
          <summary className="flex min-h-6 w-fit list-none items-center text-signal hover:underline pointer-coarse:-my-2.5 pointer-coarse:min-h-11">
            All facts
          </summary>
          <dl className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5">
            {rest.map((one) => fact(one, NEXT.has(one.key) ? 'sm:hidden' : undefined))}
            {untold === null ? null : <Fact label={untold.label}>{untold.value}</Fact>}
            {market.map(({ key, label, value }) => (
              <Fact key={key} label={label}>
                {value}
              </Fact>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}

/** The page's one figure with its range, and how sure it is. */
function Cost({ report }: { report: ReportModel }) {
  const { estimate, headline } = report;
  const cautions = [
    estimate.located === false ? forecastWords(estimate) : '',
    aboveRangeWords(estimate),
  ].filter(Boolean);
  return (
    <section aria-labelledby="cost-title">
      <h2 id="cost-title" className="text-xs text-muted">
        Likely repair cost
      </h2>
      <div className="figures flex flex-wrap items-baseline gap-x-3">
        <Figure of="total" className="text-[1.875rem] leading-9 font-semibold sm:text-4xl">
          {dollars(headline.repair.likely)}
        </Figure>
        <p className="text-sm text-muted max-sm:basis-full">
          <Said stored="total" unreached>
            {rangeSentence(report)}
          </Said>
        </p>
      </div>
      <RangeBar layout={reportRange(report)} />
      {cautions.map((words) => (
        <p key={words} className="mt-1 text-sm text-muted">
          {words}
        </p>
      ))}
    </section>
  );
}

/** Possible items are not on the estimate. */
const isWritten = (line: EstimateLine): boolean => !isPossible(line);

/** What else is decided on: the bid on one's own report, what was examined elsewhere, and the sale. */
function Stats({ report, short }: { report: ReportModel; short: boolean }) {
  const own = useOwnReport();
  const { photos_examined: examined, photos_total: photos } = report.examined;
  const confirmed = partsConfirmed(report.estimate);
  const sale = saleStat(report.lot, Date.now());
  const isRead = own === undefined || short;
  return (
    <StatRow three={isRead}>
      {isRead ? (
        <>
          <Stat label="Estimate lines">{String(report.estimate.lines.filter(isWritten).length)}</Stat>
          {examined === 0 && confirmed > 0 ? (
            <Stat label="Parts confirmed">{String(confirmed)}</Stat>
          ) : (
            <Stat label="Photos reviewed">{photos === 0 ? 'No photos' : `${examined} of ${photos}`}</Stat>
          )}
        </>
      ) : (
        <HeadDeal reportId={own} version={report.edit?.version ?? 0} />
      )}
      {sale === null ? null : (
        <Stat label="Sale" note={sale.note}>
          {sale.value}
        </Stat>
      )}
    </StatRow>
  );
}

/** What the figure rests on, in a line, and the whole of it on request. */
function HowSure({ report, className }: { report: ReportModel; className: string }) {
  const words = [
    examinedWords(report),
    zonesWords(report.examined),
    toldViewsWords(report),
    unreadWords(report),
    widerWords(report),
  ].filter(Boolean);
  return (
    <section
      aria-labelledby="sure-title"
      className={clsx('flex flex-wrap content-start items-baseline gap-x-3 text-sm', className)}
    >
      <h2 id="sure-title" className="sr-only">
        Confidence
      </h2>
      <p>{examinedHead(report)}</p>
      <details className="text-muted open:basis-full">
        <summary className="flex min-h-6 w-fit list-none items-center text-signal hover:underline pointer-coarse:min-h-11">
          What was reviewed
        </summary>
        <p>{words.join(' ')}</p>
      </details>
    </section>
  );
}

const Mark = ({ children }: { children: ReactNode }) => (
  <p className="mb-1 inline-block rounded border border-transparent bg-warn-soft px-1 py-0.5 text-xs tracking-tight text-warn sm:px-2 sm:text-sm sm:tracking-normal">
    {children}
  </p>
);

type FactProps = { label: string; children: ReactNode; className?: string | undefined };
const Fact = ({ label, children, className }: FactProps) => (
  <div className={clsx('flex items-baseline gap-2', className)}>
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
