import { type FormEvent, useId, useState } from 'react';
import {
  KEYED_SOURCES,
  type KeyedSourceId,
  type KeyField,
} from '../../../contract/operator/setup-sources.ts';
import { KEY_STEPS, KEY_WORDS, SOURCE_WORDS } from '../../../contract/operator/setup-words.ts';
import { messageOf } from '../../api/api-error.ts';
import { forgetKeys, saveKeys } from '../../api/operator/setup.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { Field, inputLook } from '../../ui/form/field.tsx';

type Outcome = { kind: 'error' | 'done'; text: string } | null;

/** The keys of a source: how to get them, saved once the source takes them, and deleted. */
export function KeysForm({ source, savedOn }: { source: KeyedSourceId; savedOn: string | null }) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const fields: readonly KeyField[] = KEYED_SOURCES[source];
  const { name } = SOURCE_WORDS[source];
  const act = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true);
    setOutcome(null);
    try {
      setOutcome({ kind: 'done', text: await work() });
    } catch (error) {
      setOutcome({ kind: 'error', text: messageOf(error, 'An API error occurred.') });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const values = Object.fromEntries(
      fields.map((field) => [field.name, String(data.get(field.name) ?? '')]),
    );
    void act(async () => {
      const leftOut = await saveKeys(source, values);
      form.reset();
      const lacks = leftOut.length === 0 ? '' : ` Its catalogs leave out ${leftOut.join(', ')}.`;
      return `${name} took the keys. They are saved.${lacks}`;
    });
  };
  return (
    <details className="rounded-md border border-rule">
      <summary className="min-h-11 cursor-pointer px-3 py-2.5 text-sm font-medium">
        {savedOn === null ? `Set up ${name}` : `Keys of ${name}, saved ${savedOn}`}
      </summary>
      <form noValidate className="grid gap-4 border-t border-rule p-3" onSubmit={submit}>
        <ol className="grid list-decimal gap-1 pl-5 text-sm text-muted">
          {(KEY_STEPS[source] ?? []).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {fields.map((field) =>
          field.choices === undefined ? (
            <Field
              key={field.name}
              label={KEY_WORDS[field.name as keyof typeof KEY_WORDS]}
              name={field.name}
              type={field.secret ? 'password' : 'text'}
              autoComplete="off"
              spellCheck={false}
              maxLength={500}
            />
          ) : (
            <Choice key={field.name} field={field} choices={field.choices} />
          ),
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="quiet" busy={busy}>
            Try and save
          </Button>
          {savedOn === null ? null : (
            <Button
              look="danger"
              busy={busy}
              onClick={() =>
                void act(async () => {
                  await forgetKeys(source);
                  return 'The saved keys are deleted.';
                })
              }
            >
              Delete saved keys
            </Button>
          )}
        </div>
        {outcome === null ? null : <FormMessage kind={outcome.kind}>{outcome.text}</FormMessage>}
      </form>
    </details>
  );
}

function Choice({ field, choices }: { field: KeyField; choices: readonly string[] }) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {KEY_WORDS[field.name as keyof typeof KEY_WORDS]}
      </label>
      <select id={id} name={field.name} className={inputLook}>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    </div>
  );
}
