import { type FormEvent, useState } from 'react';
import { type OwnRates, ownRatesSchema } from '../../../contract/estimate-settings.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { typedNumber } from '../../ui/form/typed-number.ts';

const LABELS = {
  body: 'Body',
  refinish: 'Refinish',
  mechanical: 'Mechanical',
  structural: 'Structural',
  frame: 'Frame',
  glass: 'Glass',
  diagnostic: 'Diagnostic',
  materials: 'Paint materials, per refinish hour',
} as const satisfies Record<keyof OwnRates, string>;
const NAMES = Object.keys(LABELS) as (keyof OwnRates)[];
const KEY = 'ownRates';

/** The rates given last in this browser; null where there are none, or none may be kept. */
export function rememberedRates(): OwnRates | null {
  try {
    const read = ownRatesSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

function remember(rates: OwnRates): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(rates));
  } catch {
    // A browser that keeps nothing asks again.
  }
}

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

type Props = { given: OwnRates | null; onSet: (rates: OwnRates) => void; onCancel: () => void };

/** Dollars an hour by kind of labour, kept in the browser for the next report. */
export function OwnRatesForm({ given, onSet, onCancel }: Props) {
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const rates = Object.fromEntries(
      NAMES.map((name) => [name, Math.round(typedNumber(String(data.get(name) ?? '')) * 100) / 100]),
    );
    const read = ownRatesSchema.safeParse(rates);
    if (!read.success) {
      const wrong = new Set(read.error.issues.map(({ path }) => String(path[0])));
      setFaults(Object.fromEntries([...wrong].map((name) => [name, 'Please enter $1 to $1,000.'])));
      return;
    }
    remember(read.data);
    onSet(read.data);
  };
  return (
    <form noValidate className="grid gap-4 rounded-md border border-rule bg-sheet p-4" onSubmit={submit}>
      <h3 className="font-medium">Your own rates, $ an hour</h3>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {NAMES.map((name) => (
          <Field
            key={name}
            label={LABELS[name]}
            name={name}
            inputMode="decimal"
            autoComplete="off"
            className="content-end"
            defaultValue={given?.[name] ?? ''}
            fault={faults[name]}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit">Use these rates</Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <p className="text-sm text-muted">Kept in this browser for your next report.</p>
      </div>
    </form>
  );
}
