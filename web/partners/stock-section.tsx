import { useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { counted } from '../../contract/operator/console-words.ts';
import { MOST_BAD_ROWS, MOST_FEED_BYTES, type PartnerFeed } from '../../contract/partners/feed.ts';
import {
  BAD_ROW_WORDS,
  FEED_COLUMNS,
  FEED_PROBLEM_WORDS,
  feedTemplate,
} from '../../contract/partners/feed-words.ts';
import { makeWords } from '../../contract/partners/partner-words.ts';
import {
  downloadRejectedRows,
  feedQuery,
  readFeedNow,
  sendFeed,
  setFeedAddress,
} from '../api/partners/own-partner.ts';
import { saveFile } from '../api/save-file.ts';
import { useWork } from '../ui/act/use-work.ts';
import { Button, Spinner } from '../ui/button.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { base64Of } from '../ui/form/base64-of.ts';
import { Field, fileLook } from '../ui/form/field.tsx';
import { StockList } from './stock-list.tsx';
import { Waiting } from './waiting.tsx';

/** A partner's stock: where it comes from, how its last reading went, what of it reports met, and what is held. */
export function StockSection() {
  const feed = useQuery(feedQuery());
  const { busy, fault, setFault, work: act } = useWork();
  return (
    <section aria-label="Stock">
      <h2 className="text-lg font-semibold">Stock</h2>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        Google Merchant product data as TSV, CSV, RSS or Atom, or a Shopify product export; at most 16 MB and
        100,000 rows, prices in US dollars. A Shopify export tells no currency: its prices are taken as US
        dollars.
      </p>
      <Columns />
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        <FileForm busy={busy} act={act} onFault={setFault} />
        <AddressForm key={feed.data?.url ?? ''} feed={feed.data} busy={busy} act={act} />
      </div>
      {fault === null ? null : (
        <div className="mt-3">
          <FormMessage kind="error">{fault}</FormMessage>
        </div>
      )}
      {feed.data === undefined ? (
        <Waiting error={feed.error} />
      ) : (
        <>
          <LastReading feed={feed.data} act={act} />
          <Met feed={feed.data} />
          <StockList feed={feed.data} busy={busy} act={act} />
        </>
      )}
    </section>
  );
}

type Act = (work: () => Promise<unknown>) => void;

/** The columns of a stock file, and a file to fill in. */
function Columns() {
  return (
    <details className="mt-2">
      <summary className="min-h-8 w-fit text-sm text-signal">Columns and template</summary>
      <table className="mt-2 w-full max-w-3xl text-sm">
        <thead>
          <tr className="border-b border-rule-strong text-left">
            {['Column', 'What it holds', 'Example'].map((heading) => (
              <th key={heading} scope="col" className="py-1 pr-3 font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-rule">
          {FEED_COLUMNS.map(({ name, needed, words, example }) => (
            <tr key={name}>
              <th scope="row" className="figures py-1 pr-3 text-left font-normal">
                {name}
                {needed ? <span className="block text-muted">required</span> : null}
              </th>
              <td className="py-1 pr-3">{words}</td>
              <td className="figures py-1 wrap-anywhere text-muted">{example}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        look="quiet"
        className="mt-2"
        onClick={() =>
          saveFile(new Blob([feedTemplate()], { type: 'text/csv' }), 'lotlens-stock-template.csv')
        }
      >
        Download template (CSV)
      </Button>
    </details>
  );
}

function FileForm({ busy, act, onFault }: { busy: boolean; act: Act; onFault: (fault: string) => void }) {
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const file = new FormData(form).get('feed');
    if (!(file instanceof File) || file.size === 0) onFault('Please choose a file that is not empty.');
    else if (file.size > MOST_FEED_BYTES) onFault('A feed may have at most 16 MB.');
    else
      act(async () => {
        await sendFeed({ file_name: file.name, content: await base64Of(file) });
        form.reset();
      });
  };
  return (
    <form className="grid content-start gap-3 rounded-lg border border-rule bg-sheet p-4" onSubmit={send}>
      <label htmlFor="feed-file" className="text-sm font-medium">
        Send a file
      </label>
      <input
        id="feed-file"
        name="feed"
        type="file"
        accept=".tsv,.csv,.txt,.xml,text/csv,text/tab-separated-values,application/xml"
        className={fileLook}
      />
      <p className="text-sm text-muted">It takes the place of all stock of before.</p>
      <Button type="submit" look="quiet" busy={busy} className="justify-self-start">
        Send file
      </Button>
    </form>
  );
}

function AddressForm({ feed, busy, act }: { feed: PartnerFeed | undefined; busy: boolean; act: Act }) {
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const url = String(new FormData(event.currentTarget).get('url') ?? '').trim();
    act(() => setFeedAddress(url === '' ? null : url));
  };
  return (
    <form
      noValidate
      className="grid content-start gap-3 rounded-lg border border-rule bg-sheet p-4"
      onSubmit={save}
    >
      <Field
        label="Read each day from"
        name="url"
        type="url"
        maxLength={2_000}
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        defaultValue={feed?.url ?? ''}
        hint="A public https address. Leave it empty to send files alone."
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="quiet" busy={busy}>
          Save address
        </Button>
        {feed?.url ? (
          <Button look="quiet" busy={busy || feed.reading} onClick={() => act(readFeedNow)}>
            Read now
          </Button>
        ) : null}
      </div>
    </form>
  );
}

const timeWords = (at: string): string =>
  new Date(at).toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

/** What became of the last reading, and its bad rows. */
function LastReading({ feed, act }: { feed: PartnerFeed; act: Act }) {
  const { reading, read_at, outcome, problem, file_name, rows_good, rows_bad, rows_left_out } = feed;
  const { bad_rows, bad_reasons } = feed;
  if (reading)
    return (
      <p className="mt-4 flex items-center gap-2" role="status">
        <Spinner /> Reading your address
      </p>
    );
  if (read_at === null || outcome === null) return null;
  const name = file_name ?? 'The feed';
  const counts = [
    `${counted(rows_good, 'row')} taken`,
    `${counted(rows_left_out, 'row')} out of stock or not on sale`,
    counted(rows_bad, 'rejected row'),
  ].join(', ');
  return (
    <div className="mt-4 grid gap-3">
      <FormMessage kind={outcome === 'taken' ? 'done' : 'error'}>
        {outcome === 'taken' || problem === null
          ? `${name}, ${timeWords(read_at)}: ${counts}.`
          : `${name}, ${timeWords(read_at)}: ${FEED_PROBLEM_WORDS[problem]} The stock of before stays.`}
      </FormMessage>
      {bad_rows.length === 0 ? null : (
        <>
          <ul aria-label="Rejected rows by reason" className="text-sm">
            {bad_reasons.map(({ reason, rows }) => (
              <li key={reason}>
                <span className="figures">{rows.toLocaleString('en-US')}</span> {BAD_ROW_WORDS[reason]}
              </li>
            ))}
          </ul>
          <Button look="quiet" className="justify-self-start" onClick={() => act(downloadRejectedRows)}>
            Download rejected rows (CSV)
          </Button>
        </>
      )}
      {bad_rows.length === 0 ? null : (
        <details>
          <summary className="min-h-8 w-fit text-sm text-signal">
            {rows_bad > bad_rows.length
              ? `First ${MOST_BAD_ROWS} of ${counted(rows_bad, 'rejected row')}`
              : counted(rows_bad, 'rejected row')}
          </summary>
          <ul
            aria-label="Rejected rows"
            className="mt-2 max-h-96 divide-y divide-rule overflow-y-auto border-y border-rule text-sm"
          >
            {bad_rows.map(({ row, item, reason }) => (
              <li key={row} className="grid gap-x-4 py-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
                <span className="figures wrap-anywhere">
                  Row {row.toLocaleString('en-US')}
                  {item === null ? '' : `, ${item}`}
                </span>
                <span>{BAD_ROW_WORDS[reason]}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** What of the stock stood in reports this month: numbers and counts alone. */
function Met({ feed: { met } }: { feed: PartnerFeed }) {
  return (
    <Part title="Met in reports this month">
      {met.numbers === 0 ? (
        <p className="mt-1 text-muted">
          None of your part numbers stood in a report finished this month yet.
        </p>
      ) : (
        <>
          <p className="mt-1">
            {counted(met.numbers, 'part number')} of your stock, {met.times.toLocaleString('en-US')}{' '}
            {met.times === 1 ? 'time' : 'times'} in all.
          </p>
          <ul aria-label="Met most" className="mt-2 divide-y divide-rule border-y border-rule text-sm">
            {met.most.map(({ make, number, reports }) => (
              <li key={`${make} ${number}`} className="flex justify-between gap-4 py-2">
                <span className="min-w-0 wrap-anywhere">
                  {makeWords(make)} <span className="figures">{number}</span>
                </span>
                <span className="figures shrink-0">{counted(reports, 'report')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-6">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}
