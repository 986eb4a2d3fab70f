import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { codeWords, detailWords } from '../../../contract/operator/console-words.ts';
import { auditQuery } from '../../api/operator/console.ts';
import { Button } from '../../ui/button.tsx';
import { Field, inputLook } from '../../ui/form/field.tsx';
import { Loaded, More, Rows, timeOf } from './section-parts.tsx';

/** What operators did and looked at. */
export function AuditLog() {
  const [action, setAction] = useState('');
  const [about, setAbout] = useState('');
  const list = useInfiniteQuery(auditQuery({ action, about }));
  const id = useId();
  const actions = list.data?.pages[0]?.actions ?? (action === '' ? [] : [action]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAbout(String(new FormData(event.currentTarget).get('about') ?? '').trim());
  };
  return (
    <>
      <search>
        <form className="mt-4 flex flex-wrap items-end gap-2" onSubmit={submit}>
          <Field
            label="About: email or id"
            name="about"
            type="search"
            maxLength={254}
            autoComplete="off"
            spellCheck={false}
            className="w-full max-w-sm"
          />
          <Button type="submit" look="quiet" busy={list.isFetching && !list.isFetchingNextPage}>
            Find
          </Button>
        </form>
      </search>
      <div className="mt-4 grid max-w-xs gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          What was done
        </label>
        <select
          id={id}
          className={inputLook}
          value={action}
          onChange={({ target }) => setAction(target.value)}
        >
          <option value="">Everything</option>
          {actions.map((one) => (
            <option key={one} value={one}>
              {codeWords(one.replaceAll('-', '_'))}
            </option>
          ))}
        </select>
      </div>
      <Loaded of={list}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          return entries.length === 0 ? (
            <p className="py-6 text-muted">Nothing is noted.</p>
          ) : (
            <Rows label="Audit log">
              {entries.map((entry) => (
                <li key={entry.id} className="grid gap-x-4 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
                  <span className="font-medium wrap-anywhere">
                    {codeWords(entry.action.replaceAll('-', '_'))}
                    {entry.subject === null ? '' : `: ${entry.subject_email ?? entry.subject}`}
                  </span>
                  <span className="text-muted">{timeOf(entry.created_at)}</span>
                  <span className="text-muted wrap-anywhere sm:col-span-2">
                    {[entry.actor_email ?? entry.actor, detailWords(entry.details)]
                      .filter((words) => words !== '')
                      .join(' · ')}
                  </span>
                </li>
              ))}
            </Rows>
          );
        }}
      </Loaded>
      <More list={list} />
    </>
  );
}
