import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { KEPT_PART_WORDS, keptPart } from '../../../contract/dealer-page/kept-part-words.ts';
import { LEFT_OUT_OF_PART, sourceWithout } from '../../../contract/dealer-page/left-out.ts';
import type { KeptDealerPart } from '../../../contract/dealer-page/opened-page.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { keepDealerPage } from '../../api/profile.ts';
import { ownerOf, sessionStore } from '../../api/session/session-store.ts';
import { useStore } from '../../api/store.ts';
import { Button, buttonLook, Spinner } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { Field } from '../../ui/form/field.tsx';
import type { HandedPartPage } from './handed-part-page.ts';

type Props = { page: HandedPartPage; onHeading: (heading: string) => void };

type State =
  | { kind: 'reading' }
  | { kind: 'failed'; text: string }
  | { kind: 'asked'; why: string }
  | { kind: 'kept'; part: KeptDealerPart };

/** A page's words and data: its scripts never run, and what is its user's stays in their browser. */
const wordsOf = (html: string): string =>
  sourceWithout(new DOMParser().parseFromString(html, 'text/html').documentElement, LEFT_OUT_OF_PART);

/** Whether the service asks who the page was opened for. */
const asksForVin = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.details.field === 'vin';

/** Keeps the part of a dealer's page that was handed over, for whoever is signed in, as soon as somebody is. */
export function KeepDealerPage({ page, onHeading }: Props) {
  const owner = ownerOf(useStore(sessionStore));
  const [state, setState] = useState<State>({ kind: 'reading' });
  const [vin, setVin] = useState('');
  const keep = async (said: string | null): Promise<void> => {
    setState({ kind: 'reading' });
    try {
      const part = await keepDealerPage({ link: page.link, page: wordsOf(page.html), vin: said });
      onHeading(part.name);
      setState({ kind: 'kept', part });
    } catch (error) {
      if (asksForVin(error)) setState({ kind: 'asked', why: error.message });
      else setState({ kind: 'failed', text: messageOf(error, 'An API error occurred.') });
    }
  };
  // What was kept for one account is not kept for the next that signs in here.
  const keepAtOnce = useEffectEvent(() => {
    if (state.kind === 'reading') void keep(null);
  });
  useEffect(() => {
    if (owner !== null) keepAtOnce();
  }, [owner]);

  if (owner === null)
    return (
      <div className="grid justify-items-start gap-3">
        <p role="status">Log in to keep this part: the page waits here until you have.</p>
        <a href="/login" target="_blank" rel="noreferrer" className={buttonLook('primary')}>
          Log In
        </a>
      </div>
    );
  if (state.kind === 'reading')
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner /> {KEPT_PART_WORDS.reading}
      </p>
    );
  if (state.kind === 'failed')
    return (
      <div className="grid justify-items-start gap-3">
        <FormMessage kind="error">{state.text}</FormMessage>
        <Button onClick={() => void keep(null)}>Try again</Button>
      </div>
    );
  if (state.kind === 'asked') {
    const submit = (event: FormEvent): void => {
      event.preventDefault();
      void keep(vin);
    };
    return (
      <form className="grid justify-items-start gap-3" onSubmit={submit}>
        <FormMessage kind="error">{state.why}</FormMessage>
        <Field
          label="VIN"
          value={vin}
          onChange={(event) => setVin(event.target.value)}
          required
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit">{KEPT_PART_WORDS.keep}</Button>
      </form>
    );
  }
  const { rows, note } = keptPart(state.part);
  return (
    <div className="grid justify-items-start gap-3">
      <FormMessage kind="done">{KEPT_PART_WORDS.kept}</FormMessage>
      <dl className="figures grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {rows.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">{note}</p>
      <a href="/reports" className={buttonLook('quiet')}>
        Your reports
      </a>
    </div>
  );
}
