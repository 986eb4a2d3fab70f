import { type FormEvent, useState } from 'react';
import type { OwnRates } from '../../../contract/estimate-settings.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { Button } from '../../ui/button.tsx';
import { OwnRatesFields, type RateFaults, typedRates } from '../../ui/form/own-rates-fields.tsx';

/** What the estimate's own lines say an hour costs, to start from. */
export function startingRates(estimate: Estimate): OwnRates | null {
  const of = (type: string): number | undefined =>
    estimate.lines.find(({ labour }) => labour?.type === type)?.labour?.rate;
  const body = of('body');
  const paint = estimate.lines.find(({ refinish }) => refinish)?.refinish;
  if (body === undefined) return null;
  const structural = of('structural') ?? of('frame') ?? body;
  const mechanical = of('mechanical') ?? of('diagnostic') ?? body;
  return {
    body,
    refinish: paint?.rate ?? body,
    mechanical,
    structural,
    frame: of('frame') ?? structural,
    glass: of('glass') ?? body,
    diagnostic: of('diagnostic') ?? mechanical,
    materials: paint?.materials_rate ?? body,
  };
}

type Props = {
  given: OwnRates | null;
  /** `keep`: the account's new reports start with them too. */
  onSet: (rates: OwnRates, keep: boolean) => void;
  onCancel: () => void;
};

/** Dollars an hour by kind of labor, for this report and, unless unchecked, for new ones. */
export function OwnRatesForm({ given, onSet, onCancel }: Props) {
  const [faults, setFaults] = useState<RateFaults>({});
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const typed = typedRates(data);
    setFaults(typed.faults);
    if (typed.rates) onSet(typed.rates, data.has('keep'));
  };
  return (
    <form noValidate className="grid gap-4 rounded-md border border-rule bg-sheet p-4" onSubmit={submit}>
      <h3 className="font-medium">Your own rates, $ an hour</h3>
      <OwnRatesFields given={given} faults={faults} />
      <label className="flex min-h-6 items-center gap-2 text-sm pointer-coarse:min-h-11">
        <input type="checkbox" name="keep" defaultChecked className="size-4" />
        Save to my account: new reports start with them
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit">Use these rates</Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
