import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { SalesListAnswer } from '../../../contract/partners/sale.ts';
import { usDollarsAndCents } from '../../../contract/report-view/figures.ts';
import { messageOf } from '../../api/api-error.ts';
import { makeSalesSecret, statementsQuery, tellSales } from '../../api/partners/sales.ts';
import { AskingButton } from '../../ui/act/asking-button.tsx';
import { useWork } from '../../ui/act/use-work.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { Field, fileLook } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { Waiting } from '../waiting.tsx';
import { Disputes } from './disputes.tsx';
import { Statements } from './statements.tsx';

/** A partner's money: its months, telling a sale or a return, and disputes. */
export function SalesSection() {
  const months = useQuery(statementsQuery());
  return (
    <section aria-label="Sales and statements">
      <h2 className="text-lg font-semibold">Sales and statements</h2>
      {months.data === undefined ? (
        <Waiting error={months.error} />
      ) : (
        <>
          <p className="mt-1">
            You owe LotLens{' '}
            <span className="figures font-medium">{usDollarsAndCents(months.data.balance)}</span>.
          </p>
          <Statements months={months.data.statements} />
        </>
      )}
      <TellSale />
      <TellList />
      <Program />
      <Disputes />
    </section>
  );
}

const outcomeWords = ({ entered, known, refused }: SalesListAnswer): string =>
  [
    `${entered} entered`,
    known > 0 ? `${known} told before, unchanged` : '',
    refused.length > 0 ? `${refused.length} refused` : '',
  ]
    .filter(Boolean)
    .join(', ');

/** Sends a list and says what became of it, row by row where one was refused. */
function useTelling() {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ReactNode>(null);
  const tell = (name: string, content: string, done?: () => void): void => {
    setBusy(true);
    setOutcome(null);
    tellSales(name, content)
      .then((answer) => {
        if (answer.refused.length === 0) done?.();
        setOutcome(
          <FormMessage kind={answer.refused.length === 0 ? 'done' : 'error'}>
            {outcomeWords(answer)}.
            {answer.refused.map(({ row, reason }) => (
              <span key={row} className="block">
                Row {row}: {reason}
              </span>
            ))}
          </FormMessage>,
        );
      })
      .catch((error: unknown) =>
        setOutcome(<FormMessage kind="error">{messageOf(error, 'An API error occurred.')}</FormMessage>),
      )
      .finally(() => setBusy(false));
  };
  return { busy, outcome, tell };
}

const COLUMNS = ['click_id', 'voucher', 'order_id', 'net', 'state', 'return_id', 'at'] as const;
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function TellSale() {
  const { busy, outcome, tell } = useTelling();
  const [state, setState] = useState<'confirmed' | 'returned'>('confirmed');
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const typed = (name: string): string => String(data.get(name) ?? '').trim();
    const by = typed('by');
    const row: Record<(typeof COLUMNS)[number], string> = {
      click_id: /^LL-/i.test(by) ? '' : by,
      voucher: /^LL-/i.test(by) ? by : '',
      order_id: typed('order_id'),
      net: typed('net'),
      state,
      return_id: typed('return_id'),
      at: typed('at'),
    };
    tell('one-sale.csv', `${COLUMNS.join(',')}\n${COLUMNS.map((name) => cell(row[name])).join(',')}`, () =>
      form.reset(),
    );
  };
  return (
    <details className="mt-4 rounded-lg border border-rule bg-sheet p-3">
      <summary className="flex min-h-10 items-center font-medium">Tell a sale or a return</summary>
      <form noValidate aria-label="Sale" className="mt-2 grid gap-3 sm:grid-cols-2" onSubmit={submit}>
        <SelectField
          label="What"
          of={{ confirmed: 'Sale', returned: 'Return' }}
          value={state}
          onChange={({ target: { value } }) => setState(value === 'returned' ? value : 'confirmed')}
        />
        {state === 'confirmed' ? (
          <Field
            label="Voucher or click id"
            name="by"
            maxLength={40}
            autoComplete="off"
            hint="LL-… of an accepted quote, or the “ref” of the link."
          />
        ) : (
          <Field label="Your number of the return" name="return_id" maxLength={120} autoComplete="off" />
        )}
        <Field
          label="Your order number"
          name="order_id"
          maxLength={120}
          autoComplete="off"
          hint="We keep a fingerprint of it alone."
        />
        <Field
          label={state === 'confirmed' ? 'Net of the goods, $' : 'Net of what went back, $'}
          name="net"
          inputMode="decimal"
          autoComplete="off"
          hint="Without tax and shipping."
        />
        <Field
          label={state === 'confirmed' ? 'Ordered on' : 'Went back on'}
          name="at"
          type="date"
          autoComplete="off"
        />
        <div className="grid content-start gap-3 sm:col-span-2">
          {outcome}
          <Button type="submit" busy={busy} className="justify-self-start">
            {state === 'confirmed' ? 'Tell the sale' : 'Tell the return'}
          </Button>
        </div>
      </form>
    </details>
  );
}

function TellList() {
  const { busy, outcome, tell } = useTelling();
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const file = new FormData(form).get('sales');
    if (file instanceof File && file.size > 0) tell(file.name, await file.text(), () => form.reset());
  };
  return (
    <details className="mt-2 rounded-lg border border-rule bg-sheet p-3">
      <summary className="flex min-h-10 items-center font-medium">Send a list of sales</summary>
      <form className="mt-2 grid gap-3" onSubmit={(event) => void submit(event)}>
        <p className="text-sm text-muted">
          CSV with a header: {COLUMNS.join(', ')}. A row has a click_id or a voucher; state is confirmed or
          returned, and a return has a return_id. Told again, a row changes nothing.
        </p>
        <input
          name="sales"
          type="file"
          accept=".csv,text/csv"
          aria-label="List of sales"
          className={fileLook}
        />
        {outcome}
        <Button type="submit" look="quiet" busy={busy} className="justify-self-start">
          Send list
        </Button>
      </form>
    </details>
  );
}

function Program() {
  const [made, setMade] = useState<{ secret: string; address: string } | null>(null);
  const { busy, fault, work } = useWork();
  return (
    <details className="mt-2 rounded-lg border border-rule bg-sheet p-3">
      <summary className="flex min-h-10 items-center font-medium">Tell sales by your own system</summary>
      <div className="mt-2 grid gap-3 text-sm">
        <p className="text-muted">
          Your system posts each sale as JSON, signed by Standard Webhooks with a secret of yours. The API
          documentation names the fields.
        </p>
        {made === null ? (
          <AskingButton
            name="Make a secret"
            question="A secret made before no longer holds."
            yes="Make a secret"
            look="primary"
            busy={busy}
            onYes={() => work(() => makeSalesSecret().then(setMade))}
          />
        ) : (
          <dl className="grid gap-1">
            <dt className="text-muted">Address</dt>
            <dd className="figures wrap-anywhere select-all">{made.address}</dd>
            <dt className="text-muted">Secret, shown this once</dt>
            <dd className="figures wrap-anywhere select-all">{made.secret}</dd>
          </dl>
        )}
        {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      </div>
    </details>
  );
}
