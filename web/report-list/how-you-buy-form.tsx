import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BuysAs, DealDefaults } from '../../contract/deal/deal-settings.ts';
import { BUYS_AS_NAMES, DESTINATION_NAMES } from '../../contract/report-view/deal/buyer-names.ts';
import { US_STATES } from '../../contract/us-states.ts';
import { messageOf } from '../api/api-error.ts';
import { savePreferences } from '../api/preferences.ts';
import { Button } from '../ui/button.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { ChoiceSetting } from '../ui/form/setting-fields.tsx';

const LICENSES = { yes: 'Yes, I bid myself', no: 'No, through a broker' } as const;

type Props = { deal: DealDefaults; state: string | null; onAside: () => void };

/** How its user buys: a choice of three, saved to the account. */
export function HowYouBuyForm({ deal, state: known, onAside }: Props) {
  const [buysAs, setBuysAs] = useState<BuysAs>();
  const [state, setState] = useState(known ?? undefined);
  const [license, setLicense] = useState<keyof typeof LICENSES>();
  const [destination, setDestination] = useState<DealDefaults['destination']>();
  const saving = useMutation({
    mutationFn: (buys_as: BuysAs) =>
      savePreferences({
        ...(state === undefined ? {} : { state }),
        deal: {
          ...deal,
          buys_as,
          ...(license === undefined || buys_as === 'exporter'
            ? {}
            : { broker: license === 'yes' ? ('none' as const) : ('flat_350' as const) }),
          ...(destination === undefined || buys_as !== 'exporter' ? {} : { destination }),
        },
      }),
  });
  return (
    <>
      <p className="text-sm text-muted">
        Your max bids follow what the repair costs you. Until you choose, we assume a body shop with a
        license.
      </p>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-3">
        <ChoiceSetting
          label="You are a"
          options={BUYS_AS_NAMES}
          value={buysAs}
          none="Choose one"
          onSet={setBuysAs}
        />
        <ChoiceSetting
          label="State"
          options={US_STATES}
          value={state}
          none="Choose a state"
          onSet={setState}
        />
        {buysAs === 'exporter' ? (
          <ChoiceSetting
            label="You sell in"
            options={DESTINATION_NAMES}
            value={destination}
            none="Choose a country"
            onSet={setDestination}
          />
        ) : (
          <ChoiceSetting
            label="Auction license"
            options={LICENSES}
            value={license}
            none="Choose one"
            onSet={setLicense}
          />
        )}
      </div>
      <div>
        <Button
          look="quiet"
          busy={saving.isPending}
          disabled={buysAs === undefined}
          onClick={() => (buysAs === undefined ? undefined : saving.mutate(buysAs))}
        >
          Save
        </Button>
        <Button look="text" className="ml-4" onClick={onAside}>
          Not now
        </Button>
      </div>
      {saving.isError ? (
        <FormMessage kind="error">
          {messageOf(saving.error, 'That was not saved. Please try again.')}
        </FormMessage>
      ) : null}
    </>
  );
}
