import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { counted } from '../../contract/operator/console-words.ts';
import type { PartnerFeed, StockItem } from '../../contract/partners/feed.ts';
import { makeWords } from '../../contract/partners/partner-words.ts';
import { usDollarsAndCents } from '../../contract/report-view/figures.ts';
import { clearStock, stockQuery } from '../api/partners/own-partner.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';

type Props = { feed: PartnerFeed; busy: boolean; act: (work: () => Promise<unknown>) => void };

/** What is held of a partner's stock, a page at a time, or what a text finds. */
export function StockList({ feed, busy, act }: Props) {
  const [text, setText] = useState('');
  /** Where the pages shown so far began. */
  const [starts, setStarts] = useState<readonly (string | undefined)[]>([undefined]);
  const [asking, setAsking] = useState(false);
  const list = useQuery(stockQuery(text, starts.at(-1), feed.taken_at));
  const find = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setStarts([undefined]);
    setText(String(new FormData(event.currentTarget).get('text') ?? '').trim());
  };
  if (feed.stock === 0) return <p className="mt-6 text-muted">You have no stock here yet.</p>;
  const { items = [], next_after: next = null } = list.data ?? {};
  return (
    <section aria-label="Items" className="mt-6">
      <h3 className="font-semibold">{counted(feed.stock, 'item')} in stock</h3>
      <search>
        <form className="mt-2 flex flex-wrap items-end gap-2" onSubmit={find}>
          <Field
            label="Number, id or title"
            name="text"
            type="search"
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            className="w-full max-w-sm"
          />
          <Button type="submit" look="quiet" busy={list.isFetching}>
            Find
          </Button>
        </form>
      </search>
      {list.isError ? (
        <p role="alert" className="py-4 text-fail">
          {list.error.message}
        </p>
      ) : null}
      {list.data !== undefined && items.length === 0 ? (
        <p className="py-4 text-muted">Nothing has that.</p>
      ) : null}
      <ul aria-label="Stock items" className="mt-3 divide-y divide-rule border-y border-rule text-sm">
        {items.map((item) => (
          <Item key={item.item} item={item} />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        {starts.length > 1 ? (
          <Button look="quiet" onClick={() => setStarts(starts.slice(0, -1))}>
            Page before
          </Button>
        ) : null}
        {next === null ? null : (
          <Button look="quiet" onClick={() => setStarts([...starts, next])}>
            Next page
          </Button>
        )}
        {asking ? null : (
          <Button look="quiet" busy={busy} onClick={() => setAsking(true)}>
            Remove all stock
          </Button>
        )}
      </div>
      {asking ? (
        <fieldset className="mt-3 grid gap-2 rounded-md bg-warn-soft p-3 text-sm">
          <legend className="sr-only">Remove all stock?</legend>
          <p>Nothing of yours is shown until you send a file or your address is read again.</p>
          <div className="flex flex-wrap gap-2">
            <Button
              look="danger"
              autoFocus
              onClick={() => {
                setAsking(false);
                act(clearStock);
              }}
            >
              Remove
            </Button>
            <Button look="quiet" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </div>
        </fieldset>
      ) : null}
    </section>
  );
}

const AVAILABILITY: Record<StockItem['availability'], string> = {
  in_stock: 'In stock',
  preorder: 'Preorder',
  backorder: 'Backorder',
};
const CONDITION: Record<StockItem['condition'], string> = {
  new: 'New',
  used: 'Used',
  refurbished: 'Refurbished',
};

function Item({ item }: { item: StockItem }) {
  const more = [
    CONDITION[item.condition],
    item.side === null ? '' : item.side,
    AVAILABILITY[item.availability] + (item.qty === null ? '' : ` (${item.qty.toLocaleString('en-US')})`),
    item.lead_time_days === null ? '' : `ships in ${counted(item.lead_time_days, 'day')}`,
    item.shipping === null ? '' : `shipping ${usDollarsAndCents(item.shipping)}`,
    item.core_charge === null ? '' : `core charge ${usDollarsAndCents(item.core_charge)}`,
  ].filter((words) => words !== '');
  return (
    <li className="grid gap-x-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <a
        href={item.link}
        target="_blank"
        rel="noreferrer noopener"
        className="font-medium underline wrap-anywhere"
      >
        {item.title}
      </a>
      <span className="figures">{usDollarsAndCents(item.price)}</span>
      <span className="text-muted wrap-anywhere sm:col-span-2">
        {makeWords(item.make)} <span className="figures">{item.number}</span> · {more.join(' · ')}
      </span>
    </li>
  );
}
