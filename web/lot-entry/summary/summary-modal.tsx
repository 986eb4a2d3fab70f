import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { pictureBody } from '../../../contract/car-diagram/body-of-listing.ts';
import {
  declaredWords,
  makeWords,
  maskedWords,
  noPhotosWords,
  supportedMakesWords,
  unsupportedWords,
  yearWords,
} from '../../../contract/lot-words.ts';
import { lotFacts, mileageWords, untoldFacts } from '../../../contract/report-view/head/lot-facts.ts';
import { isBare } from '../../../contract/report-view/head/preflight.ts';
import { marketFacts } from '../../../contract/report-view/market/market-facts.ts';
import { saleEndWords } from '../../../contract/report-view/market/sale-end.ts';
import { contradictionWords } from '../../../contract/report-view/words/reservation.ts';
import { lotTitle } from '../../../contract/vehicles/car-name.ts';
import { useSession } from '../../account/use-session.ts';
import type { ScrapedLot } from '../../api/auction.ts';
import { withQueries } from '../../api/query-client.ts';
import { keepPendingAction } from '../../api/reports/pending-action.ts';
import { reportCar } from '../../api/reports/report-car.ts';
import { startReport } from '../../report-list/start-report.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Carousel } from './carousel.tsx';
import { PreflightRows, usePreflight, WithQuota } from './preflight-rows.tsx';

type Props = {
  lot: ScrapedLot;
  onClose: () => void;
  /** Goes to an address by loading it anew, where the present page must be left for good. */
  leave?: (address: string) => void;
  /** Go to the other ways of getting the lot. */
  onImport?: () => void;
  onEnter?: () => void;
  /** Starts the report in place of the page of reports, which then stays away. */
  onStart?: ((lot: ScrapedLot) => void) | undefined;
};

/** What was read of the lot, and the one step on. */
export const SummaryModal = withQueries(function SummaryModal({
  lot,
  onClose,
  leave,
  onImport,
  onEnter,
  onStart,
}: Props) {
  const session = useSession();
  const navigate = useNavigate();
  const reason = useId();
  const preflight = usePreflight(lot);
  const [photosFailed, setPhotosFailed] = useState(false);
  const bare =
    preflight !== null &&
    isBare(photosFailed ? { ...preflight, photos: { listed: 0, held: 0, refused: 0 } } : preflight);
  const name = lotTitle(lot);

  const goOn = (): void => {
    const car = reportCar(lot);
    if (leave !== undefined) {
      keepPendingAction(car);
      leave(session === null ? '/login?from=%2Freports' : '/reports');
      return;
    }
    if (session === null) {
      keepPendingAction(car);
      void navigate({ to: '/login', search: { from: '/reports' } });
      return;
    }
    onClose();
    if (onStart !== undefined) {
      onStart(lot);
      return;
    }
    void startReport(car);
    void navigate({ to: '/reports' });
  };

  const start = (
    <Button
      size="lg"
      disabled={!lot.make_supported}
      aria-describedby={lot.make_supported ? undefined : reason}
      onClick={goOn}
      className="w-full"
    >
      {session === null ? 'Log In to Generate Report' : 'Generate Report'}
    </Button>
  );
  return (
    <Dialog title={name} onClose={onClose} wide>
      <SaleEnd lot={lot} />
      <div className="flex flex-col gap-6 md:grid md:grid-cols-[3fr_2fr]">
        <div className="grid content-start gap-4 md:row-span-2">
          <Carousel
            images={lot.images}
            name={name}
            none={noPhotosWords(lot.origin)}
            drawing={{ bodyClass: pictureBody(lot.body_style), declared: declaredWords(lot) }}
            onNone={() => setPhotosFailed(true)}
          />
          {preflight === null ? null : <PreflightRows preflight={preflight} />}
        </div>
        <div className="flex flex-col gap-4">
          {lot.origin === 'sample' ? <Flag>Sample lot: a made-up car with drawn photos</Flag> : null}
          {lot.origin === 'licensed' ? <Flag>By licensed data from {lot.source ?? 'a service'}</Flag> : null}
          {lot.origin === 'own_page' ? (
            <Flag>Read from the {lot.source ? 'list' : 'page'} you gave us</Flag>
          ) : null}
          {lot.origin === 'entered' ? <Flag>Entered by hand</Flag> : null}
          <dl className="divide-y divide-rule border-y border-rule text-sm">
            <Row label="VIN">
              {lot.vin === null ? (
                'Unknown'
              ) : (
                <Vin vin={lot.vin} masked={lot.vin_masked ? maskedWords(lot.origin) : null} />
              )}
            </Row>
            <Row label="Lot">{lot.lot_number || 'None'}</Row>
            <Row label="Make">{makeWords(lot)}</Row>
            {lot.year === null ? <Row label="Model year">{yearWords(lot)}</Row> : null}
            <Row label="Mileage">{mileageWords(lot)}</Row>
            <Row label="Damage">{declaredWords(lot) || 'Not declared'}</Row>
            <DecisionRows lot={lot} />
          </dl>
        </div>
        <div className="sticky -bottom-5 -mb-5 grid gap-2 bg-sheet pt-2 pb-5 sm:-bottom-6 sm:-mb-6 sm:pb-6 md:static md:m-0 md:content-end md:p-0">
          {(lot.contradictions ?? []).map((contradiction) => (
            <p key={contradiction.fact} className="text-sm font-medium text-fail">
              {contradictionWords(contradiction)}
            </p>
          ))}
          {lot.make_supported ? null : (
            <p id={reason} className="text-sm font-medium text-fail" role="alert">
              {unsupportedWords(lot)}
            </p>
          )}
          {lot.make_supported ? null : <p className="text-sm text-muted">{supportedMakesWords(lot)}</p>}
          {onImport && onEnter && (bare || lacksPhotos(lot)) ? (
            <WaysToMore lot={lot} onImport={onImport} onEnter={onEnter} />
          ) : null}
          {session === null || !lot.make_supported ? start : <WithQuota>{start}</WithQuota>}
        </div>
      </div>
    </Dialog>
  );
});

/** What became of a lot whose sale is over, above everything else, and what its page no longer shows. */
function SaleEnd({ lot }: { lot: ScrapedLot }) {
  const end = saleEndWords(lot, Date.now());
  if (end === null) return null;
  return (
    <div className="mb-4 grid gap-2">
      <p className="figures rounded-md bg-sunken px-3 py-2 font-medium">{end}</p>
      {isStub(lot) ? <Flag>This lot is no longer listed. We could read only part of it.</Flag> : null}
    </div>
  );
}

/** True if the page is what a site leaves of a sold lot. Lots without a market were stored before `ended` had a second meaning. */
const isStub = ({ listing_state, market, origin }: ScrapedLot): boolean =>
  listing_state === 'ended' && origin !== 'licensed' && (!market || market.sale_state === 'sold');

/** What buyers decide on, beyond what stands above it. */
function DecisionRows({ lot }: { lot: ScrapedLot }) {
  const facts = lotFacts(lot, Date.now());
  const untold = untoldFacts(facts, lot.origin);
  // The odometer is the mileage above.
  const shown = facts.filter(({ key, value }) => value !== null && key !== 'odometer');
  return (
    <>
      {shown.map(({ key, label, value }) => (
        <Row key={key} label={label}>
          {value}
        </Row>
      ))}
      {untold === null ? null : <Row label={untold.label}>{untold.value}</Row>}
      {marketFacts(lot, Date.now()).map(({ key, label, value }) => (
        <Row key={key} label={label}>
          {value}
        </Row>
      ))}
    </>
  );
}

/** A page was handed over without its photos: a text, most often. */
const lacksPhotos = ({ origin, images }: ScrapedLot): boolean => origin === 'own_page' && images.length === 0;

type WaysProps = Required<Pick<Props, 'onImport' | 'onEnter'>> & { lot: ScrapedLot };

/** For a lot whose report could show little: how to get more into it first. */
function WaysToMore({ lot, onImport, onEnter }: WaysProps) {
  return (
    <div className="grid gap-2">
      <p className="text-sm">
        {lacksPhotos(lot)
          ? 'Without photos the report rests on the declared damage alone. Add them first:'
          : 'This report would show neither photos nor OEM numbers. Get them first:'}
      </p>
      <div className="flex flex-wrap gap-2 *:grow md:*:grow-0">
        {lot.origin === 'own_page' && !lacksPhotos(lot) ? null : (
          <Button look="quiet" onClick={onImport}>
            Import the lot page
          </Button>
        )}
        <Button look="quiet" onClick={onEnter}>
          Enter by hand
        </Button>
      </div>
    </div>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_1fr] gap-2 py-2">
      <dt className="text-muted">{label}</dt>
      <dd className="figures min-w-0 break-words">{children}</dd>
    </div>
  );
}

const Flag = ({ children }: { children: ReactNode }) => (
  <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">{children}</p>
);

function Vin({ vin, masked }: { vin: string; masked: string | null }) {
  const [copied, setCopied] = useState(false);
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="whitespace-nowrap">{vin}</span>
      {masked !== null ? (
        <span className="text-muted">{masked}</span>
      ) : (
        <button
          type="button"
          className="min-h-6 px-1 text-signal hover:underline pointer-coarse:min-h-11 pointer-coarse:px-3"
          onClick={() => void navigator.clipboard?.writeText(vin).then(() => setCopied(true))}
        >
          {copied ? 'Copied' : 'Copy'}
        </button>
      )}
    </span>
  );
}
