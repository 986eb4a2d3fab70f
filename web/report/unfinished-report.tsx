import { useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReportDetail } from '../../contract/api/report-answers.ts';
import { declaredWords } from '../../contract/lot-words.ts';
import { isTerminal, outcomeOf, STEP_NAMES, stageOf } from '../../contract/report-status.ts';
import { carName } from '../../contract/vehicles/car-name.ts';
import { Elapsed } from '../report-list/elapsed.tsx';
import { CancelButton, RetryButton } from '../report-list/report-actions.tsx';
import { dollars, miles, percent } from '../ui/money.ts';

const STEP_WORDS: Record<(typeof STEP_NAMES)[number], string> = {
  create_task: 'Order taken',
  crawl_vehicle_data: 'Vehicle read',
  download_images: 'Photos downloaded',
  find_generic_categories: 'Parts of this body listed',
  filter_categories: 'Likely damaged parts chosen',
  crawl_vehicle_parts: 'Catalog searched',
  map_vehicle_parts_to_generic_categories: 'Catalog parts matched',
  detect_damaged_parts: 'Damage and costs worked out',
};

/** A report that is being made or has failed: where it stands, and everything found so far. */
export function UnfinishedReport({ detail }: { detail: ReportDetail }) {
  const stage = stageOf(detail.task_status);
  const failed = isTerminal(detail.task_status);
  const navigate = useNavigate();
  return (
    <div className="grid gap-10">
      <header className="max-w-2xl">
        <h1 className="text-3xl font-semibold">
          {carName(detail.model_name, detail.make_name) ?? `Lot ${detail.lot_number ?? ''}`.trim()}
        </h1>
        {failed ? (
          <div className="mt-4 grid justify-items-start gap-3 rounded-md bg-fail-soft p-4" role="alert">
            <p className="font-semibold text-fail">
              {outcomeOf(detail.task_status, detail.error_code) === 'cancelled' ? 'Canceled' : 'Failed'}
            </p>
            <p>{detail.message}</p>
            <p className="text-sm">What was found is kept below. Nothing was charged for this report.</p>
            <RetryButton
              reportId={detail.report_id}
              onStarted={(reportId) => void navigate({ to: '/reports/$reportId', params: { reportId } })}
            />
          </div>
        ) : (
          <div className="mt-4">
            <p className="mb-2 flex justify-between">
              <span role="status">{detail.message || stage.label}</span>
              <span className="figures text-muted">
                <Elapsed since={detail.date} /> · {percent(stage.progress)}
              </span>
            </p>
            <progress className="run" value={stage.progress} max={1} aria-label="Progress" />
            <p className="mt-3 text-sm text-muted">
              Under 30 seconds to 5 minutes. You can leave this page: the report goes on, and your list shows
              when it is ready.
            </p>
            <CancelButton reportId={detail.report_id} />
          </div>
        )}
      </header>
      <div className="grid gap-10 md:grid-cols-[16rem_1fr]">
        <Steps detail={detail} failed={failed} />
        <div className="grid min-w-0 content-start gap-8">
          <Vehicle detail={detail} />
          <Photos detail={detail} />
        </div>
      </div>
    </div>
  );
}

function Steps({ detail, failed }: { detail: ReportDetail; failed: boolean }) {
  const done = new Set(detail.partial.steps_done);
  return (
    <ol className="grid content-start gap-2 text-sm">
      {STEP_NAMES.map((step) => {
        const now = !done.has(step) && detail.task_status.startsWith(step);
        return (
          <li key={step} className={clsx('flex gap-2', !done.has(step) && !now && 'text-muted')}>
            <span aria-hidden="true" className="figures w-4 shrink-0">
              {done.has(step) ? '✓' : now && failed ? '×' : now ? '›' : '·'}
            </span>
            <span className={clsx(now && 'font-semibold')}>
              {STEP_WORDS[step]}
              <span className="sr-only">
                {done.has(step) ? ' (done)' : now ? (failed ? ' (failed)' : ' (under way)') : ' (not yet)'}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Vehicle({ detail }: { detail: ReportDetail }) {
  const { lot, vehicle } = detail.partial;
  if (lot === null) return null;
  const facts = [
    ['VIN', `${lot.vin ?? 'Unknown'}${lot.vin_masked ? ' (masked)' : ''}`],
    ['Lot', lot.lot_number || 'None'],
    ['Mileage', miles(lot.mileage)],
    ['Declared damage', declaredWords(lot) || 'Not declared'],
    ['Body', vehicle?.body_style ?? lot.body_style],
    ['Engine', vehicle?.engine ?? lot.engine],
    ['Retail value', lot.retail_value === null ? null : dollars(lot.retail_value)],
  ] as const;
  return (
    <section aria-labelledby="vehicle-title">
      <h2 id="vehicle-title" className="font-semibold">
        Vehicle
      </h2>
      <dl className="figures mt-2 grid gap-x-8 text-sm grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))]">
        {facts.map(([label, value]) =>
          value === null ? null : (
            <div key={label} className="grid grid-cols-[8rem_1fr] gap-2 border-t border-rule py-2">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}

function Photos({ detail }: { detail: ReportDetail }) {
  const photos = detail.partial.photos.flatMap(({ number, thumbnail }) =>
    thumbnail === null ? [] : [{ number, thumbnail }],
  );
  if (photos.length === 0) return null;
  return (
    <section aria-labelledby="taken-title">
      <h2 id="taken-title" className="font-semibold">
        Photos
      </h2>
      <ul className="mt-2 grid grid-cols-2 gap-2 sm:grid-cols-4">
        {photos.map(({ number, thumbnail }) => (
          <li key={number}>
            <img
              src={thumbnail}
              alt={`${number} of the lot`}
              className="aspect-4/3 w-full rounded bg-sunken object-cover"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
