import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { OwnRates } from '../../contract/estimate-settings.ts';
import { PARTS_WORDS } from '../../contract/report-view/words/choices.ts';
import {
  type EditPreferencesRequest,
  LOGO_LIMITS,
  MAIL_SETTINGS,
  type MailSetting,
  type Preferences,
} from '../../contract/schemas/account.ts';
import { CURRENCIES, type Currency } from '../../contract/units/currencies.ts';
import { US_STATES } from '../../contract/us-states.ts';
import { messageOf } from '../api/api-error.ts';
import { browserRates } from '../api/own-rates.ts';
import { dataAddress, logoQuery, preferencesQuery, savePreferences } from '../api/preferences.ts';
import { Button } from '../ui/button.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { Field, fileLook, inputLook } from '../ui/form/field.tsx';
import { OwnRatesFields, type RateFaults, typedRates } from '../ui/form/own-rates-fields.tsx';

const MAIL_LABELS: Record<MailSetting, string> = {
  report_ready: 'A report is ready',
  report_failed: 'A report failed and was refunded',
  report_shared: 'A link to a report of mine was made',
  lot_changed: 'A lot on my board has changed',
  sale_soon: 'A lot on my board is sold within a day',
};
/** As they are chosen; nothing of one's own where both are the US ones. */
function unitsOf(distance: string | null, currency: string | null): EditPreferencesRequest['units'] {
  if (distance === null && currency === null) return null;
  return { distance: distance === 'km' ? 'km' : 'mi', currency: currency as Currency | null };
}

const DAYS: Readonly<Record<string, string>> = {
  90: '90 days',
  180: '180 days',
  365: '1 year',
  730: '2 years',
  1095: '3 years',
  1825: '5 years',
  2555: '7 years',
  3650: '10 years',
};
/** The days to choose from, with those that were set by other means. */
const daysWith = (days: number | null | undefined): Readonly<Record<string, string>> =>
  days == null || Object.hasOwn(DAYS, days) ? DAYS : { ...DAYS, [days]: `${days} days` };

function keepingOf(reports: string | null, approved: string | null): EditPreferencesRequest['keeping'] {
  if (reports === null && approved === null) return null;
  return {
    reports_days: reports === null ? null : Number(reports),
    approved_days: approved === null ? null : Number(approved),
  };
}

type Outcome = { kind: 'error' | 'done'; text: string } | null;

/** What new reports start with, who stands on their PDF, and which mails are sent. */
export function PreferencesSection() {
  const preferences = useQuery(preferencesQuery());
  return (
    <section aria-labelledby="preferences-title">
      <h3 id="preferences-title" className="font-semibold">
        Reports and emails
      </h3>
      {preferences.isError ? <p className="mt-2 text-sm text-fail">{preferences.error.message}</p> : null}
      {preferences.data ? <PreferencesForm held={preferences.data} /> : null}
    </section>
  );
}

function PreferencesForm({ held }: { held: Preferences }) {
  const [rates] = useState<OwnRates | null>(() => held.rates ?? browserRates());
  const [own, setOwn] = useState(rates !== null);
  const [faults, setFaults] = useState<RateFaults>({});
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const save = async (changes: EditPreferencesRequest): Promise<void> => {
    setBusy(true);
    setOutcome(null);
    try {
      await savePreferences(changes);
      setOutcome({ kind: 'done', text: 'Saved.' });
    } catch (error) {
      setOutcome({ kind: 'error', text: messageOf(error, 'An API error occurred.') });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const said = (name: string): string | null => String(data.get(name) ?? '').trim() || null;
    const typed = own ? typedRates(data) : { rates: null, faults: {} };
    setFaults(typed.faults);
    if (own && typed.rates === null) return;
    void save({
      rates: typed.rates,
      parts: said('parts') as Preferences['parts'],
      state: said('state'),
      shop_name: said('shop_name'),
      units: unitsOf(said('distance'), said('currency')),
      keeping: keepingOf(said('reports_days'), said('approved_days')),
      mails: Object.fromEntries(MAIL_SETTINGS.map((name) => [name, data.has(name)])),
    });
  };
  return (
    <form noValidate className="mt-3 grid gap-4" onSubmit={submit}>
      <p className="text-sm text-muted">
        New reports start with these; each can be reset there. Reports you have stay as they are, but for the
        units they are shown in.
      </p>
      <div className="grid gap-4">
        <Choice
          name="parts"
          label="Parts"
          none="As estimated: the usual mix"
          options={PARTS_WORDS}
          given={held.parts}
        />
        <Choice
          name="state"
          label="State, where a lot names none"
          none="Not set"
          options={US_STATES}
          given={held.state}
        />
      </div>
      <div className="grid gap-4">
        <Choice
          name="distance"
          label="Distances"
          none="Miles"
          options={{ km: 'Kilometers' }}
          given={held.units?.distance === 'km' ? 'km' : null}
        />
        <Choice
          name="currency"
          label="Amounts, on pages, PDFs and sheets"
          none="US dollars"
          options={CURRENCIES}
          given={held.units?.currency ?? null}
        />
        <Choice
          name="reports_days"
          label="Delete reports after"
          none="Keep until I delete them"
          options={daysWith(held.keeping?.reports_days)}
          given={held.keeping?.reports_days?.toString() ?? null}
        />
        <Choice
          name="approved_days"
          label="Keep approved reports for"
          none="No longer than others"
          options={daysWith(held.keeping?.approved_days)}
          given={held.keeping?.approved_days?.toString() ?? null}
        />
      </div>
      <p className="-mt-2 text-sm text-muted">
        Days count from the last change of a report, or its last approval. A report is deleted for good, with
        its files; one that is kept for its approval cannot be deleted until then.
      </p>
      <fieldset className="grid gap-4">
        <legend className="text-sm font-medium">Labor rates</legend>
        <Check label="Use my own rates, $ an hour" checked={own} onChange={setOwn} />
        {own ? <OwnRatesFields given={rates} faults={faults} /> : null}
      </fieldset>
      <Field
        label="Shop name"
        name="shop_name"
        autoComplete="organization"
        maxLength={80}
        defaultValue={held.shop_name ?? ''}
        hint="Printed at the head of your PDFs."
      />
      <Logo
        held={held.logo !== null}
        busy={busy}
        onSave={save}
        onFault={(text) => setOutcome({ kind: 'error', text })}
      />
      <fieldset className="grid gap-1">
        <legend className="text-sm font-medium">Email me when</legend>
        {MAIL_SETTINGS.map((name) => (
          <Check key={name} name={name} label={MAIL_LABELS[name]} defaultChecked={held.mails[name]} />
        ))}
      </fieldset>
      {outcome ? <FormMessage kind={outcome.kind}>{outcome.text}</FormMessage> : null}
      <Button type="submit" busy={busy} className="justify-self-start">
        Save preferences
      </Button>
    </form>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  none: string;
  options: Readonly<Record<string, string>>;
  given: string | null;
};

function Choice({ name, label, none, options, given }: ChoiceProps) {
  const id = useId();
  return (
    <div className="grid content-end gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select id={id} name={name} className={inputLook} defaultValue={given ?? ''}>
        <option value="">{none}</option>
        {Object.entries(options).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

type CheckProps = {
  label: string;
  name?: string;
  checked?: boolean;
  defaultChecked?: boolean;
  onChange?: (checked: boolean) => void;
};

const Check = ({ label, onChange, ...input }: CheckProps) => (
  <label className="flex min-h-8 items-center gap-2 text-sm">
    <input
      type="checkbox"
      className="size-4"
      {...input}
      {...(onChange ? { onChange: (event) => onChange(event.target.checked) } : {})}
    />
    {label}
  </label>
);

type LogoProps = {
  held: boolean;
  busy: boolean;
  onSave: (changes: EditPreferencesRequest) => Promise<void>;
  onFault: (text: string) => void;
};

/** The logo as it is kept; a new one is saved as soon as it is chosen. */
function Logo({ held, busy, onSave, onFault }: LogoProps) {
  const id = useId();
  const picture = useQuery({ ...logoQuery(), enabled: held });
  const choose = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    input.value = '';
    if (file.size > LOGO_LIMITS.bytes) return onFault('A logo has at most 200 kB.');
    await onSave({ logo: (await dataAddress(file)).replace(/^[^,]*,/, '') });
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        Logo
      </label>
      {picture.data && held ? (
        <img
          src={picture.data}
          alt="Your logo"
          className="max-h-16 max-w-48 justify-self-start object-contain"
        />
      ) : null}
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg"
        aria-describedby={`${id}-hint`}
        className={fileLook}
        disabled={busy}
        onChange={(event) => void choose(event.currentTarget)}
      />
      <p id={`${id}-hint`} className="text-sm text-muted">
        PNG or JPEG, at most 200 kB and 1,200 pixels a side.
      </p>
      {held ? (
        <Button look="text" className="justify-self-start" onClick={() => void onSave({ logo: null })}>
          Remove logo
        </Button>
      ) : null}
    </div>
  );
}
