import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OperatorUse } from '../../../contract/api/operator/console-answers.ts';
import { counted, readWords } from '../../../contract/operator/console-words.ts';
import { SOURCE_WORDS } from '../../../contract/operator/setup-words.ts';
import { SITES } from '../../../contract/sites.ts';
import { useQueryOfDays } from '../../api/operator/console.ts';
import { shortDay } from '../../ui/money.ts';
import { Loaded, Part, Rows } from './section-parts.tsx';

const usd = (amount: number): string => `$${amount.toFixed(2)}`;

/** A day in the middle of itself, wherever its reader is. */
const dayOf = (day: string): string => shortDay(`${day}T12:00:00Z`);

/** What the installation asked of others, by day. */
export function Use() {
  const use = useQuery(useQueryOfDays());
  return (
    <Loaded of={use}>
      {({ sites, model, sources }) => (
        <>
          {sites.map(({ site, days }) => (
            <Part key={site} title={`Lots of ${SITES[site].name}`}>
              <Days
                none="No lot was asked for."
                days={days.map(({ day, outcomes }) => ({ day, text: siteDay(outcomes) }))}
              />
            </Part>
          ))}
          <Part title="Photo review with a model">
            <p className="mt-1 text-sm text-muted">
              {model.cap === null ? 'No cap is set.' : `At most ${usd(model.cap)} a day.`}
            </p>
            <Days
              none="Nothing was spent."
              days={model.days.map((row) => ({ day: row.day, text: usd(row.usd) }))}
            />
          </Part>
          {sources.map((source) => (
            <Part key={`${source.source} ${source.period}`} title={nameOf(source.source)}>
              <p className="mt-1 text-sm text-muted">{capWords(source)}</p>
              {source.period === 'day' ? (
                <Days
                  none="It was not asked."
                  days={source.days.map(({ day, calls }) => ({ day, text: counted(calls, 'call') }))}
                />
              ) : null}
            </Part>
          ))}
        </>
      )}
    </Loaded>
  );
}

const nameOf = (source: string): string =>
  Object.hasOwn(SOURCE_WORDS, source) ? SOURCE_WORDS[source as keyof typeof SOURCE_WORDS].name : source;

const siteDay = (outcomes: OperatorUse['sites'][number]['days'][number]['outcomes']): string =>
  outcomes.map(({ outcome, lots }) => `${readWords(outcome)} ${lots.toLocaleString('en-US')}`).join(' · ');

const capWords = ({ used, cap, period }: OperatorUse['sources'][number]): string =>
  `${counted(used, 'call')} ${period === 'day' ? 'today' : 'this month'}${
    cap === null ? '' : `, of at most ${cap.toLocaleString('en-US')}`
  }.`;

function Days({ days, none }: { days: { day: string; text: string }[]; none: string }): ReactNode {
  if (days.length === 0) return <p className="mt-1 text-muted">{none}</p>;
  return (
    <Rows label="By day">
      {days.map(({ day, text }) => (
        <li key={day} className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 py-2 text-sm">
          <span className="text-muted">{dayOf(day)}</span>
          <span className="figures">{text}</span>
        </li>
      ))}
    </Rows>
  );
}
