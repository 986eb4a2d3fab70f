import { carName } from '../../contract/vehicles/car-name.ts';
import { startReport } from '../report-list/start-report.ts';
import { Button } from '../ui/button.tsx';
import { forgetResumeDraft, useResumeDraft } from './resume-draft.ts';

/** Leads whoever signed in from another tab back to the lot. */
export function ResumeDraftOffer() {
  const car = useResumeDraft();
  if (car === null) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-signal bg-sheet p-4">
      <p className="mr-auto" role="status">
        You were about to get a report of{' '}
        <strong className="font-semibold">{carName(car.name, car.make) ?? `lot ${car.lot_number}`}</strong>.
      </p>
      <span className="flex flex-wrap gap-2">
        <Button onClick={() => void startReport(car)}>Generate Report</Button>
        <Button look="text" onClick={forgetResumeDraft}>
          Not now
        </Button>
      </span>
    </div>
  );
}
