import type { LineEdit } from '../../../contract/schemas/edit-report.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { Button } from '../../ui/button.tsx';
import { exactHours, shortDay } from '../../ui/money.ts';
import { useLineEditingContext } from '../editing/line-editing.tsx';

type Offer = { dated: string; hours: number; edit: LineEdit };

/** What the user's kept estimate of this very car has for putting the part in, until the line's hours are those; else null. */
export function offeredHours(line: EstimateLine): Offer | null {
  const { id, block, operation, quantity, labour, oem_numbers: numbers } = line;
  if (block === 'user' || operation !== 'replace' || quantity !== 1 || labour?.from_estimate) return null;
  const told = numbers.find(
    ({ from_estimate: from, replace_hours: hours }) => from === 'this_car' && hours !== undefined,
  );
  if (!told?.replace_hours || told.dated === null) return null;
  const hours = told.replace_hours;
  return {
    dated: told.dated,
    hours,
    edit: { kind: 'change', line_id: id, set: { labour_hours: hours, hours_from: 'own_estimate' } },
  };
}

/** "Your estimate of …: 2.5 h", taken by one press like every other change of the line; nothing where the report is only to read. */
export function EstimateHours({ line }: { line: EstimateLine }) {
  const editing = useLineEditingContext();
  const offer = offeredHours(line);
  if (editing === null || offer === null) return null;
  const words = `Your estimate of ${shortDay(offer.dated)}: ${exactHours(offer.hours)}`;
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {words}
      <Button
        look="text"
        disabled={editing.busy}
        aria-label={`Use these hours: ${words}`}
        onClick={() => void editing.edit([offer.edit])}
      >
        Use these hours
      </Button>
    </p>
  );
}
