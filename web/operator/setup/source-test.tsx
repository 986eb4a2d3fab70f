import { type FormEvent, useState } from 'react';
import type { SetupSource, TestedSource } from '../../../contract/api/operator/operator-answers.ts';
import type { SetupSourceId } from '../../../contract/operator/setup-sources.ts';
import { foundWords, outcomeWords, TEST_WORDS } from '../../../contract/operator/setup-words.ts';
import { messageOf } from '../../api/api-error.ts';
import { testSource } from '../../api/operator/setup.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { Field } from '../../ui/form/field.tsx';

/** Asks a source as a report would, and tells what it found. */
export function SourceTest({
  source,
  test,
}: {
  source: SetupSourceId;
  test: NonNullable<SetupSource['test']>;
}) {
  const [busy, setBusy] = useState(false);
  const [tested, setTested] = useState<TestedSource | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { ask, label } = TEST_WORDS[test];
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const text = label === null ? null : String(new FormData(event.currentTarget).get('text') ?? '');
    setBusy(true);
    setTested(null);
    setFault(null);
    try {
      setTested(await testSource(source, text));
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
      {label === null ? null : (
        <Field label={label} name="text" autoComplete="off" spellCheck={false} maxLength={40} />
      )}
      <Button type="submit" look="quiet" busy={busy} className="justify-self-start">
        {ask}
      </Button>
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      {tested === null ? null : <Tested source={source} tested={tested} />}
    </form>
  );
}

function Tested({
  source,
  tested: { outcome, address, found },
}: {
  source: SetupSourceId;
  tested: TestedSource;
}) {
  if (found === null)
    return (
      <FormMessage kind={outcome === 'ok' || outcome === 'nothing_found' ? 'info' : 'error'}>
        {outcomeWords(source, outcome, address)}
      </FormMessage>
    );
  const { sentence, lines } = foundWords(found);
  return (
    <>
      <FormMessage kind="done">{sentence}</FormMessage>
      {lines.length === 0 ? null : (
        <ul className="figures grid gap-1 text-sm">
          {lines.map((line) => (
            <li key={line} className="wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
