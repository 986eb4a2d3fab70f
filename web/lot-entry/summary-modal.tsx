import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { maskedWords } from '../../contract/lot-words.ts';
import { useSession } from '../account/use-session.ts';
import type { ScrapedLot } from '../api/auction.ts';
import { keepPendingAction } from '../api/reports/pending-action.ts';
import { reportCar } from '../api/reports/report-car.ts';
import { startReport } from '../report-list/start-report.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { dollars, miles } from '../ui/money.ts';
import { Carousel } from './carousel.tsx';

const RUN = { runs_and_drives: 'Runs and drives', starts: 'Starts', stationary: 'Stationary' } as const;

type Props = {
  lot: ScrapedLot;
  onClose: () => void;
  /** Goes to an address by loading it anew, where the present page must be left for good. */
  leave?: (address: string) => void;
};

/** What was read of the lot, and the one step on. */
export function SummaryModal({ lot, onClose, leave }: Props) {
  const session = useSession();
  const navigate = useNavigate();
  const name = lot.name ?? ([lot.year, lot.make, lot.model].filter(Boolean).join(' ') || 'Vehicle');

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
    void startReport(car);
    onClose();
    void navigate({ to: '/reports' });
  };

  return (
    <Dialog title={name} onClose={onClose} wide>
      <div className="grid gap-6 md:grid-cols-[3fr_2fr]">
        <Carousel images={lot.images} name={name} />
        <div className="flex flex-col gap-4">
          {lot.origin === 'sample' ? <Flag>Sample lot: a made-up car with drawn photos</Flag> : null}
          {lot.origin === 'own_page' ? <Flag>Read from the page you gave us</Flag> : null}
          {lot.origin === 'entered' ? <Flag>Entered by hand</Flag> : null}
          {lot.listing_state === 'ended' ? (
            <Flag>This lot is no longer listed; only part of it could be read</Flag>
          ) : null}
          <dl className="divide-y divide-rule border-y border-rule text-sm">
            <Row label="VIN">
              {lot.vin === null ? (
                'Unknown'
              ) : (
                <Vin vin={lot.vin} masked={lot.vin_masked ? maskedWords(lot.origin) : null} />
              )}
            </Row>
            <Row label="Lot">{lot.lot_number || 'None'}</Row>
            <Row label="Make">{lot.make ?? 'Unknown'}</Row>
            <Row label="Mileage">{miles(lot.mileage)}</Row>
            <Row label="Damage">
              {[lot.primary_damage, lot.secondary_damage].filter(Boolean).join(', ') || 'Not declared'}
            </Row>
            {lot.run_condition ? <Row label="Condition">{RUN[lot.run_condition]}</Row> : null}
            {lot.airbags === 'deployed' ? <Row label="Airbags">Deployed</Row> : null}
            {lot.retail_value === null ? null : <Row label="Retail value">{dollars(lot.retail_value)}</Row>}
          </dl>
          {lot.make_supported ? null : (
            <p className="text-sm font-medium text-fail" role="alert">
              This make is not supported at this time.
            </p>
          )}
          <div className="sticky -bottom-5 mt-auto -mb-5 bg-sheet pt-2 pb-5 sm:-bottom-6 sm:-mb-6 sm:pb-6 md:static md:m-0 md:mt-auto md:p-0">
            <Button size="lg" disabled={!lot.make_supported} onClick={goOn} className="w-full">
              {session === null ? 'Log In to Generate Report' : 'Generate Report'}
            </Button>
          </div>
        </div>
      </div>
    </Dialog>
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
