import { type OwnRates, ownRatesSchema } from '../../../contract/estimate-settings.ts';
import { Field } from './field.tsx';
import { typedNumber } from './typed-number.ts';

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

export type RateFaults = Partial<Record<string, string>>;

/** The rates as typed, to the cent; null with what is wrong by field. */
export function typedRates(data: FormData): { rates: OwnRates | null; faults: RateFaults } {
  const typed = Object.fromEntries(
    NAMES.map((name) => [name, Math.round(typedNumber(String(data.get(name) ?? '')) * 100) / 100]),
  );
  const read = ownRatesSchema.safeParse(typed);
  if (read.success) return { rates: read.data, faults: {} };
  const wrong = new Set(read.error.issues.map(({ path }) => String(path[0])));
  return {
    rates: null,
    faults: Object.fromEntries([...wrong].map((name) => [name, 'Please enter $1 to $1,000.'])),
  };
}

/** Dollars an hour by kind of labor. */
export const OwnRatesFields = ({ given, faults }: { given: OwnRates | null; faults: RateFaults }) => (
  <div className="grid grid-cols-2 gap-4">
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
);
