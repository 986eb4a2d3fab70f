import { useId } from 'react';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { CA_PROVINCES, stateName, US_STATES } from '../../../contract/us-states.ts';
import { Button } from '../../ui/button.tsx';
import { Field, inputLook } from '../../ui/form/field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { dollars } from '../../ui/money.ts';
import type { LossSetting } from './loss-rules.ts';

const VALUE_SOURCES = { listed: 'as listed', model: 'by our valuation', user: 'yours' } as const;

/** What the total-loss verdict goes by: whatever of value, salvage and state its user entered, else what the report was made with. */
export function lossWords({ scenario, cost_to_value: drawn }: Estimate): string {
  const { acv, salvage, state, insurer } = scenario?.set.loss ?? {};
  return [
    acv === undefined
      ? drawn && `Value ${dollars(drawn.value)} ${VALUE_SOURCES[drawn.source]}`
      : `Value ${dollars(acv)}`,
    salvage === undefined ? 'usual salvage' : `salvage ${dollars(salvage)}`,
    state === undefined ? 'state of the lot' : `rule of ${stateName(state)}`,
    insurer === undefined
      ? 'insurer not stated'
      : insurer === 'settles'
        ? 'an insurer settles'
        : 'no insurer settles',
  ]
    .filter(Boolean)
    .join(', ');
}

type Props = {
  given: LossSetting | undefined;
  /** Null: nothing of one's own. */
  onSet: (loss: LossSetting | null) => void;
  onCancel: () => void;
};

/** Value, salvage and state of one's own for the total-loss verdict; an empty field stays as estimated. */
export function LossForm({ given, onSet, onCancel }: Props) {
  const title = useId();
  const state = useId();
  const form = useSchemaForm(async () => (await import('./loss-rules.ts')).lossRules, {
    acv: given?.acv?.toString() ?? '',
    salvage: given?.salvage?.toString() ?? '',
    state: given?.state ?? '',
  });
  // Whether an insurer settles is set next to the verdict and stays.
  const insurer = given?.insurer;
  const submit = form.submit(async (loss) => onSet(insurer === undefined ? loss : { ...loss, insurer }));
  return (
    <form
      noValidate
      aria-labelledby={title}
      className="grid gap-4 rounded-md border border-rule bg-sheet p-4"
      onSubmit={(event) => void submit(event)}
    >
      <h3 id={title} className="font-medium">
        Total loss by your own figures
      </h3>
      <div className="grid gap-4">
        <Field
          label="Value before the damage (ACV), $"
          inputMode="decimal"
          autoComplete="off"
          fault={form.faultOf('acv')}
          {...form.field('acv')}
        />
        <Field
          label="Salvage bid, $"
          inputMode="decimal"
          autoComplete="off"
          fault={form.faultOf('salvage')}
          {...form.field('salvage')}
        />
        <div className="grid content-start gap-1.5">
          <label htmlFor={state} className="text-sm font-medium">
            State or province
          </label>
          <select id={state} className={inputLook} {...form.field('state')}>
            <option value="">Of the lot</option>
            {[US_STATES, CA_PROVINCES].map((places) =>
              Object.entries(places).map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              )),
            )}
          </select>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={form.busy}>
          Use these figures
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <p className="text-sm text-muted">Leave a field empty to keep it as estimated.</p>
      </div>
    </form>
  );
}
