import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ConsoleSection } from '../../../contract/operator/console-words.ts';
import { messageOf } from '../../api/api-error.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';

/** `Nov 24, 9:12 AM`, where its reader is. */
export const timeOf = (at: string): string =>
  new Date(at).toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

type Asked<T> = Pick<UseQueryResult<T>, 'data' | 'isError' | 'error'> & { refetch(): unknown };

/** The way to a section, or to one account or report of it. */
export function SectionLink({
  section,
  id,
  className,
  children,
}: {
  section: ConsoleSection;
  id?: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <Link
      to="/operator/$"
      params={{ _splat: id === undefined ? section : `${section}/${id}` }}
      className={className}
    >
      {children}
    </Link>
  );
}

/** What an answer shows; until it is there that it is on its way, or why it did not come. */
export function Loaded<T>({ of, children }: { of: Asked<T>; children: (data: T) => ReactNode }) {
  if (of.data !== undefined) return children(of.data);
  if (of.isError)
    return (
      <div role="alert" className="grid justify-items-start gap-3 py-10">
        <p>{of.error?.message}</p>
        <Button look="quiet" onClick={() => void of.refetch()}>
          Try again
        </Button>
      </div>
    );
  return (
    <p className="flex items-center gap-2 py-10 text-muted" role="status">
      <Spinner /> Loading
    </p>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-6">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** Rows under each other, with a rule between. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="mt-2 divide-y divide-rule border-y border-rule">
      {children}
    </ul>
  );
}

export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="mt-2 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-4">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="figures wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An act of an operator under way, and what came of it. */
export function useAct(): {
  busy: boolean;
  outcome: ReactNode;
  act(work: () => Promise<string>): void;
} {
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<{ kind: 'done' | 'error'; text: string } | null>(null);
  const act = (work: () => Promise<string>): void => {
    setBusy(true);
    setTold(null);
    work()
      .then(
        (text) => setTold({ kind: 'done', text }),
        (error: unknown) => setTold({ kind: 'error', text: messageOf(error, 'An API error occurred.') }),
      )
      .finally(() => setBusy(false));
  };
  return {
    busy,
    outcome: told === null ? null : <FormMessage kind={told.kind}>{told.text}</FormMessage>,
    act,
  };
}

/** The way to the next page of a list. */
export function More({
  list,
}: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };
}) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      look="quiet"
      className="mt-4"
      busy={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      Show more
    </Button>
  );
}
