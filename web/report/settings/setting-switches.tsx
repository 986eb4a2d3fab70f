import { type ReactNode, useId, useState } from 'react';
import {
  type EstimateSettings,
  RATE_STATES,
  type RatesSetting,
} from '../../../contract/estimate-settings.ts';
import { ESTIMATE_SETTINGS, type EstimateSetting } from '../../../contract/facts/setting-names.ts';
import { effectWords } from '../../../contract/report-view/words/choices.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { messageOf } from '../../api/api-error.ts';
import { readOwnRates } from '../../api/own-rates.ts';
import { savePreferences } from '../../api/preferences.ts';
import { Button } from '../../ui/button.tsx';
import { inputLook } from '../../ui/form/field.tsx';
import { dollars, percent } from '../../ui/money.ts';
import { notify } from '../../ui/notices.tsx';
import { useLineEditingContext } from '../editing/line-editing.tsx';
import { useWanted } from '../editing/use-wanted.ts';
import { Figure } from '../provenance/figure.tsx';
import { LossForm, lossWords } from './own-loss.tsx';
import { OwnRatesForm, startingRates } from './own-rates.tsx';
import { TaxForm } from './own-tax.tsx';
import {
  AS_ESTIMATED,
  madeAs,
  OWN,
  SWITCH_LABELS,
  type SwitchName,
  switchOptions,
  switchValue,
} from './setting-words.ts';

const notSaved = (error: unknown): void =>
  void notify({
    kind: 'error',
    title: 'Your rates were not saved to your account',
    text: messageOf(error, 'This report has them.'),
  });

const signed = (change: number): string =>
  change === 0
    ? 'no change to the likely total'
    : `${change < 0 ? '−' : '+'}${dollars(Math.abs(change))} on the likely total`;

/** Some switches make sense only for some cars; one that is set stays, to be taken back. */
const isOffered = (
  name: EstimateSetting,
  { airbags, catalogue_share, scenario }: Estimate,
): name is SwitchName => {
  if (name === 'loss') return false;
  if (name === 'airbags') return airbags !== undefined;
  return name !== 'bands' || catalogue_share !== undefined || scenario?.set.bands !== undefined;
};

/** The estimate under other assumptions; where the report is only to read, those that are set. */
export function ScenarioSwitches({ estimate }: { estimate: Estimate }) {
  const editing = useLineEditingContext();
  const [form, setForm] = useState<'rates' | 'tax' | 'loss' | null>(null);
  const set = estimate.scenario?.set ?? {};
  const effects = estimate.scenario?.effects ?? [];
  if (editing === null && effects.length === 0) return null;

  const send = (name: EstimateSetting, value: EstimateSettings[EstimateSetting] | null): Promise<unknown> =>
    editing?.edit([{ kind: 'scenario', set: { [name]: value } }]) ?? Promise.resolve();
  const choose = (name: SwitchName, value: string): Promise<unknown> | null => {
    setForm(null);
    if (value === AS_ESTIMATED) return send(name, null);
    if (name === 'rates') {
      if (value !== OWN) return send(name, { profile: value as 'insurer' | 'shop' });
      return readOwnRates().then(
        (rates) => (rates ? send(name, { profile: 'own', rates }) : setForm('rates')),
        () => setForm('rates'),
      );
    }
    if (name === 'tax') {
      if (value === 'off') return send(name, { kind: 'off' });
      setForm('tax');
      return null;
    }
    return send(name, value as EstimateSettings['parts']);
  };

  return (
    <section aria-labelledby="switches-title" className="min-w-0">
      <h2 id="switches-title" className="border-b-2 border-ink pb-2 text-xl font-semibold">
        Adjust the estimate
      </h2>
      {editing === null ? null : (
        <>
          <p className="mt-2 max-w-prose text-sm text-muted">Each can be reset any time.</p>
          <div className="mt-3 grid grid-cols-1 gap-y-4">
            {ESTIMATE_SETTINGS.filter((name): name is SwitchName => isOffered(name, estimate)).map((name) => (
              <SwitchField
                key={name}
                name={name}
                estimate={estimate}
                pending={form === name}
                onChoose={(value) => choose(name, value)}
              >
                {name === 'rates' && set.rates ? (
                  <RatesMore
                    choice={set.rates}
                    onState={(choice) => void send('rates', choice)}
                    onChange={() => setForm('rates')}
                  />
                ) : null}
                {name === 'bands' && estimate.catalogue_share ? (
                  <p className="figures text-sm text-muted">
                    This car’s catalog asks{' '}
                    <Figure of="catalogue-share">{percent(estimate.catalogue_share.share)}</Figure> of our
                    price bands, over {estimate.catalogue_share.lines} lines.
                  </p>
                ) : null}
                {name === 'tax' && set.tax?.kind === 'own' ? (
                  <Button look="text" onClick={() => setForm('tax')}>
                    Change the percent ({set.tax.percent}%)
                  </Button>
                ) : null}
              </SwitchField>
            ))}
            {estimate.cost_to_value === undefined ? null : (
              <LossField
                estimate={estimate}
                onOpen={() => setForm('loss')}
                onReset={() => {
                  setForm(null);
                  void send('loss', null);
                }}
              />
            )}
          </div>
          <div className="mt-4 empty:hidden">
            {form === 'rates' ? (
              <OwnRatesForm
                given={set.rates?.profile === 'own' ? set.rates.rates : startingRates(estimate)}
                onSet={(rates, keep) => {
                  setForm(null);
                  if (keep) void savePreferences({ rates }).catch(notSaved);
                  void send('rates', { profile: 'own', rates });
                }}
                onCancel={() => setForm(null)}
              />
            ) : null}
            {form === 'tax' ? (
              <TaxForm
                given={set.tax?.kind === 'own' ? set.tax.percent : null}
                onSet={(percent) => {
                  setForm(null);
                  void send('tax', { kind: 'own', percent });
                }}
                onCancel={() => setForm(null)}
              />
            ) : null}
            {form === 'loss' ? (
              <LossForm
                given={set.loss}
                onSet={(loss) => {
                  setForm(null);
                  void send('loss', loss);
                }}
                onCancel={() => setForm(null)}
              />
            ) : null}
          </div>
        </>
      )}
      <div role="status" className="figures mt-4 text-sm">
        {effects.length > 0 ? (
          <>
            <p className="font-medium">
              Likely total under these assumptions:{' '}
              <Figure of="total">{dollars(estimate.total.likely)}</Figure> (
              <Figure of="total">
                {`${dollars(estimate.total.low)} to ${dollars(estimate.total.high)}`}
              </Figure>
              )
            </p>
            <ul className="mt-1 text-muted">
              {effects.map((effect) => (
                <li key={effect.switch}>
                  {effectWords(effect, estimate)}:{' '}
                  <Figure of={`switch:${effect.switch}`}>{signed(effect.change)}</Figure>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </section>
  );
}

type LossProps = { estimate: Estimate; onOpen: () => void; onReset: () => void };

/** What the total-loss verdict goes by, and the way to enter one's own. */
function LossField({ estimate, onOpen, onReset }: LossProps) {
  const id = useId();
  const own = estimate.scenario?.set.loss !== undefined;
  return (
    <div className="grid content-start gap-1.5">
      <p id={id} className="text-sm font-medium">
        Total loss
      </p>
      <p className="figures text-sm text-muted">{lossWords(estimate)}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" aria-describedby={id} onClick={onOpen}>
          {own ? 'Change value, salvage or state' : 'Enter value, salvage or state'}
        </Button>
        {own ? (
          <Button look="text" aria-describedby={id} onClick={onReset}>
            Reset
          </Button>
        ) : null}
      </div>
    </div>
  );
}

type FieldProps = {
  name: SwitchName;
  estimate: Estimate;
  /** Its own form is open: shown as chosen, though nothing is sent yet. */
  pending: boolean;
  onChoose: (value: string) => Promise<unknown> | null;
  children: ReactNode;
};

function SwitchField({ name, estimate, pending, onChoose, children }: FieldProps) {
  const id = useId();
  const { set = {}, effects = [] } = estimate.scenario ?? {};
  const [value, want] = useWanted(switchValue(set, name));
  const effect = effects.find((one) => one.switch === name);
  const choose = (next: string): void => {
    const done = onChoose(next);
    if (done) want(next, done);
  };
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {SWITCH_LABELS[name]}
      </label>
      <select
        id={id}
        data-setting={name}
        className={inputLook}
        value={pending ? OWN : value}
        onChange={(event) => choose(event.target.value)}
      >
        <option value={AS_ESTIMATED}>{madeAs(name, estimate)}</option>
        {switchOptions(name, estimate).map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
      {effect ? (
        <p className="figures text-sm text-muted">
          <Figure of={`switch:${name}`}>{signed(effect.change)}</Figure>
        </p>
      ) : null}
      {children}
    </div>
  );
}

type MoreProps = {
  choice: RatesSetting;
  onState: (choice: RatesSetting) => void;
  onChange: () => void;
};

/** The state whose rates count, or the way to change one's own. */
function RatesMore({ choice, onState, onChange }: MoreProps) {
  const id = useId();
  if (choice.profile === 'own')
    return (
      <Button look="text" className="justify-self-start" onClick={onChange}>
        Change your rates
      </Button>
    );
  const { profile } = choice;
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-sm text-muted">
        State
      </label>
      <select
        id={id}
        className="min-h-9 min-w-0 grow rounded-md border border-rule-strong bg-sheet px-2 text-sm text-ink"
        value={choice.state ?? ''}
        onChange={({ target }) => onState(target.value ? { profile, state: target.value } : { profile })}
      >
        <option value="">of the lot</option>
        {Object.entries(RATE_STATES).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
