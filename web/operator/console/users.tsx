import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { reportsHad } from '../../../contract/operator/console-words.ts';
import { usersQuery } from '../../api/operator/console.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { shortDay } from '../../ui/money.ts';
import { Loaded, More, Rows, SectionLink } from './section-parts.tsx';

/** Accounts, the newest first, or those that a text finds. */
export function Users() {
  const [text, setText] = useState('');
  const list = useInfiniteQuery(usersQuery(text));
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setText(String(new FormData(event.currentTarget).get('text') ?? '').trim());
  };
  return (
    <>
      <search>
        <form className="mt-4 flex flex-wrap items-end gap-2" onSubmit={submit}>
          <Field
            label="Email, name or id"
            name="text"
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
      <Loaded of={list}>
        {({ pages }) => {
          const users = pages.flatMap((page) => page.users);
          return users.length === 0 ? (
            <p className="py-6 text-muted">No account has that in its address or name.</p>
          ) : (
            <Rows label="Users">
              {users.map((user) => (
                <li key={user.user_id}>
                  <SectionLink
                    section="users"
                    id={user.user_id}
                    className="grid gap-x-4 px-1 py-2.5 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]"
                  >
                    <span className="font-medium wrap-anywhere">
                      {user.email}
                      {user.operator ? <span className="font-normal text-muted"> · operator</span> : null}
                    </span>
                    <span className="figures text-sm">
                      {user.available_reports} left · {reportsHad(user.reports)}
                    </span>
                    <span className="text-sm text-muted wrap-anywhere sm:col-span-2">
                      {user.name} · since {shortDay(user.created_at)}
                      {user.verified ? '' : ' · not confirmed'}
                    </span>
                  </SectionLink>
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
