import { useId, useState } from 'react';
import { Field, inputLook } from './field.tsx';
import { oneOf } from './one-of.ts';
import { typedNumber } from './typed-number.ts';

type ChoiceProps<Value extends string> = {
  label: string;
  options: Readonly<Record<Value, string>>;
  value: Value | undefined;
  /** What stands where nothing is chosen. */
  none: string;
  onSet: (value: Value | undefined) => void;
};

/** One of a few, set as soon as it is chosen. */
export function ChoiceSetting<Value extends string>({
  label,
  options,
  value,
  none,
  onSet,
}: ChoiceProps<Value>) {
  const id = useId();
  const values = Object.keys(options) as Value[];
  return (
    <div className="grid content-end gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        className={inputLook}
        value={value ?? ''}
        onChange={({ currentTarget }) => onSet(oneOf(values, currentTarget.value))}
      >
        <option value="">{none}</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {options[one]}
          </option>
        ))}
      </select>
    </div>
  );
}

type NumberProps = {
  label: string;
  value: number | undefined;
  /** What counts where nothing is entered. */
  usual: string;
  min: number;
  max: number;
  /** So many decimals are kept. */
  decimals: number;
  hint?: string;
  onSet: (value: number | undefined) => void;
};

/** A number, set when its field is left or Enter is pressed; an empty field takes it away. */
export function NumberSetting(props: NumberProps) {
  // Begun anew where another value was set.
  return <NumberField key={props.value ?? ''} {...props} />;
}

function NumberField({ label, value, usual, min, max, decimals, hint, onSet }: NumberProps) {
  const [typed, setTyped] = useState(value?.toString() ?? '');
  const [fault, setFault] = useState<string | null>(null);
  const commit = (): void => {
    const number = typedNumber(typed);
    const rounded = Math.round(number * 10 ** decimals) / 10 ** decimals;
    const empty = typed.trim() === '';
    const wrong = !empty && !(rounded >= min && rounded <= max);
    setFault(wrong ? `Enter a number from ${min} to ${max.toLocaleString('en-US')}.` : null);
    const next = empty ? undefined : rounded;
    if (!wrong && next !== value) onSet(next);
  };
  return (
    <Field
      label={label}
      inputMode="decimal"
      autoComplete="off"
      className="content-end"
      placeholder={usual}
      value={typed}
      fault={fault ?? undefined}
      {...(hint === undefined ? {} : { hint })}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        commit();
      }}
    />
  );
}

type SwitchProps = { label: string; checked: boolean; onSet: (checked: boolean) => void };

/** Yes or no, set at once. */
export const SwitchSetting = ({ label, checked, onSet }: SwitchProps) => (
  <label className="flex min-h-11 items-center gap-2 text-sm">
    <input
      type="checkbox"
      className="size-4 shrink-0"
      checked={checked}
      onChange={({ currentTarget }) => onSet(currentTarget.checked)}
    />
    {label}
  </label>
);
