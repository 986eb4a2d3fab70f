import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { Setup, SetupSource } from '../../../contract/api/operator/operator-answers.ts';
import { isKeyed } from '../../../contract/operator/setup-sources.ts';
import {
  KEY_WORDS,
  ratesWords,
  SOURCE_WORDS,
  stateWords,
  storedWords,
  usageWords,
} from '../../../contract/operator/setup-words.ts';
import { setupQuery } from '../../api/operator/setup.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { shortDay } from '../../ui/money.ts';
import { KeysForm } from './keys-form.tsx';
import { SourceTest } from './source-test.tsx';

/** Every source: on or off, what it gives, its keys and caps, and a test. */
export function SourceList() {
  const setup = useQuery(setupQuery());
  if (setup.data === undefined)
    return setup.isError ? (
      <div role="alert" className="grid justify-items-start gap-3 py-10">
        <p>{setup.error.message}</p>
        <Button look="quiet" onClick={() => void setup.refetch()}>
          Try again
        </Button>
      </div>
    ) : (
      <p className="flex items-center gap-2 py-10 text-muted" role="status">
        <Spinner /> Loading the sources
      </p>
    );
  return (
    <ul className="mt-5 divide-y divide-rule border-y border-rule">
      {setup.data.sources.map((source) => (
        <li key={source.source} className="py-5">
          <Source source={source} setup={setup.data} />
        </li>
      ))}
    </ul>
  );
}

function Source({ source, setup }: { source: SetupSource; setup: Setup }) {
  const { source: id, on, from, stored, uses } = source;
  const words = SOURCE_WORDS[id];
  const note = storedWords[stored];
  const title = `source-${id}`;
  return (
    <section aria-labelledby={title} className="grid gap-x-8 gap-y-4 md:grid-cols-2">
      <div className="min-w-0">
        <h2 id={title} className="font-semibold">
          {words.name}
        </h2>
        <p className={clsx('text-sm', on ? 'text-ready' : 'text-muted')}>{stateWords(source)}</p>
        <p className="mt-2 text-sm">{words.gives}</p>
        <dl className="mt-2 grid gap-1 text-sm text-muted">
          <Fact name="Serves" text={detailOf(source)} />
          <Fact name="Photos weighed by" text={ratesWords(source)} />
          {on
            ? source.keys.map(({ name, value, ending }) => (
                <Fact
                  key={name}
                  name={KEY_WORDS[name as keyof typeof KEY_WORDS]}
                  text={value ?? (ending === null ? 'set' : `ends in ${ending}`)}
                />
              ))
            : null}
          {on ? uses.map((use) => <Fact key={use.period} name="Used" text={usageWords(use)} />) : null}
        </dl>
        {note === null ? null : <p className="mt-2 rounded-md bg-warn-soft px-3 py-2 text-sm">{note}</p>}
      </div>
      <div className="grid min-w-0 content-start gap-4">
        {setup.can_change && source.test !== null ? <SourceTest source={id} test={source.test} /> : null}
        {isKeyed(id) && from !== 'environment' && setup.can_change ? (
          <KeysForm source={id} savedOn={source.stored_at && shortDay(source.stored_at)} />
        ) : null}
        {isKeyed(id) && from === 'environment' ? (
          <p className="text-sm text-muted">
            Its keys are set in the environment, which wins over Setup:{' '}
            {source.keys.map(({ name }) => name).join(', ')}.
          </p>
        ) : null}
        {!on && words.how !== null ? <p className="text-sm text-muted">{words.how}</p> : null}
      </div>
    </section>
  );
}

const detailOf = ({ source, detail }: SetupSource): string | null =>
  source === 'imported_parts' && detail !== null ? `${Number(detail).toLocaleString('en-US')} parts` : detail;

function Fact({ name, text }: { name: string; text: string | null }) {
  if (text === null) return null;
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt>{name}:</dt>
      <dd className="figures text-ink wrap-anywhere">{text}</dd>
    </div>
  );
}
