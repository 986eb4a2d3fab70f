import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';

type TaxProps = { given: number | null; onSet: (percent: number) => void; onCancel: () => void };

/** A percent of one's own. */
export function TaxForm({ given, onSet, onCancel }: TaxProps) {
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('percent')).replace(/[%\s]/g, '');
    const percent = Math.round(Number(text) * 1_000) / 1_000;
    if (text === '' || !(percent >= 0 && percent <= 30)) setFault('Please enter 0 to 30 percent.');
    else onSet(percent);
  };
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-2 rounded-md border border-rule bg-sheet p-4"
      onSubmit={submit}
    >
      <Field
        label="Sales tax, percent"
        name="percent"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={given ?? ''}
        fault={fault}
      />
      <Button type="submit">Use this percent</Button>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
