import { useMutation, useQuery } from '@tanstack/react-query';
import type { DealDefaults } from '../../../contract/deal/deal-settings.ts';
import { type Change, changed } from '../../../contract/deal/trade-settings.ts';
import { messageOf } from '../../api/api-error.ts';
import { preferencesQuery, savePreferences } from '../../api/preferences.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import {
  AimFields,
  BuyingFields,
  CustomsFields,
  RepairFields,
  SellingFields,
  ThresholdFields,
} from '../../ui/form/deal-trade-fields.tsx';

/** What every deal sheet of the account starts from; each field is saved when it is set. */
export function DealDefaultsSection() {
  const { data } = useQuery(preferencesQuery());
  const saving = useMutation({
    mutationFn: (deal: DealDefaults | null) => savePreferences({ deal }),
    scope: { id: 'deal-defaults' },
  });
  if (!data) return null;
  const own = (saving.isPending ? saving.variables : data.deal) ?? {};
  const set = (change: Change<DealDefaults>): void => {
    const next = changed(own, change);
    saving.mutate(Object.keys(next).length > 0 ? next : null);
  };
  const fields = { own, counted: null, by: 'as usual', onSet: set };
  return (
    <section aria-labelledby="deal-defaults-title" aria-busy={saving.isPending}>
      <h3 id="deal-defaults-title" className="font-semibold">
        What to bid
      </h3>
      <p className="mt-1 text-sm text-muted">
        Defaults for every bid sheet. You can change them in each report.
      </p>
      <details className="mt-2">
        <summary className="min-h-8 w-fit text-sm text-signal">
          {Object.keys(own).length === 0 ? 'Set defaults' : `Show ${Object.keys(own).length} of your own`}
        </summary>
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          <AimFields {...fields} />
          <RepairFields {...fields} />
          <BuyingFields {...fields} />
          <SellingFields {...fields} />
          <ThresholdFields {...fields} />
          <CustomsFields {...fields} />
        </div>
        <Button
          look="text"
          className="mt-2"
          disabled={Object.keys(own).length === 0}
          onClick={() => saving.mutate(null)}
        >
          Reset all to usual
        </Button>
      </details>
      {saving.isError ? (
        <FormMessage kind="error">{messageOf(saving.error, 'An API error occurred.')}</FormMessage>
      ) : null}
    </section>
  );
}
