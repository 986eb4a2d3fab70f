import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { DealRowId, DealSettings } from '../../../contract/deal/deal-settings.ts';
import type { DealRow, DealSheet } from '../../../contract/deal/deal-sheet.ts';
import {
  DEAL_GROUP_NAMES,
  DEAL_ROW_NAMES,
  DEAL_VERDICTS,
  DESTINATION_NAMES,
  dealBasisWords,
  dealReasonWords,
  dealSourceWords,
  redFlagWords,
} from '../../../contract/report-view/deal/deal-words.ts';
import { dealQuery, saveDeal } from '../../api/reports/deal.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { Field, inputLook } from '../../ui/form/field.tsx';
import { typedNumber } from '../../ui/form/typed-number.ts';
import { dollars, percent } from '../../ui/money.ts';

type Props = { reportId: string; version: number };

/** What the lot may cost until it is sold, and what to bid: every row opens to where it comes from and takes one's own figure. */
export function DealSheetView({ reportId, version }: Props) {
  const { data: deal, isError } = useQuery(dealQuery(reportId, version));
  // Of changes on their way each builds on the one before it.
  const [wanted, setWanted] = useState<DealSettings | null>(null);
  const saving = useMutation({
    mutationFn: (settings: DealSettings) => saveDeal(reportId, version, settings),
    scope: { id: `deal-${reportId}` },
    onError: () => setWanted(null),
  });
  if (isError)
    return <FormMessage kind="error">The deal could not be calculated. Please try again.</FormMessage>;
  if (!deal) return <p className="text-sm text-muted">Calculating the deal …</p>;
  const settings = wanted ?? deal.settings;
  const set = (change: DealSettings): void => {
    const next = { ...settings, ...change };
    setWanted(next);
    saving.mutate(next);
  };
  const setRow = (id: DealRowId, usd: number | null): void => {
    const { [id]: _, ...rows } = settings.rows ?? {};
    set({ rows: usd === null ? rows : { ...rows, [id]: usd } });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 py-3" aria-busy={saving.isPending}>
      <Answer deal={deal} />
      <Terms settings={settings} defaults={deal.defaults} onSet={set} />
      {saving.isError ? <FormMessage kind="error">That was not saved. Please try again.</FormMessage> : null}
      <Rows deal={deal} onRow={setRow} />
      <Curve deal={deal} />
      <List title="Red flags" items={deal.flags.map(redFlagWords)} />
      {deal.part_out ? (
        <p className="figures text-sm">
          In parts: {dollars(deal.part_out.parts)} for parts, {dollars(deal.part_out.metal)} for metal, less{' '}
          {dollars(deal.part_out.labor)} labor and {dollars(deal.part_out.selling)} for selling, is{' '}
          {dollars(deal.part_out.value)} within {deal.part_out.days} days.
        </p>
      ) : null}
    </div>
  );
}

function Answer({ deal }: { deal: DealSheet }) {
  const { verdict, reasons, highest_bid, ceiling, risk } = deal;
  return (
    <div>
      <dl className="figures flex flex-wrap gap-x-8 gap-y-2">
        <Fact name="Verdict" value={verdict ? DEAL_VERDICTS[verdict] : 'Not decided'} />
        <Fact name="Highest bid" value={highest_bid === null ? 'None' : dollars(highest_bid)} />
        <Fact
          name={`Ceiling with ${percent(1 - risk)} chance`}
          value={ceiling === null ? 'None' : dollars(ceiling)}
        />
      </dl>
      <List title="Why" items={reasons.map(dealReasonWords)} />
    </div>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="text-xl font-semibold">{value}</dd>
  </div>
);

function List({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div className="mt-2 text-sm">
      <h3 className="font-medium">{title}</h3>
      <ul className="list-disc pl-5">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

/** Where it is sold, the bid it is expected to bring, and the profit wanted. */
type TermsProps = Pick<DealSheet, 'settings' | 'defaults'> & { onSet: (change: DealSettings) => void };
function Terms({ settings, defaults, onSet }: TermsProps) {
  const destination = useId();
  const margin = settings.margin ?? defaults.margin;
  const [fault, setFault] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const bid = String(typed.get('bid') ?? '').trim();
    const share = String(typed.get('margin') ?? '').trim();
    const change: DealSettings = {};
    if (bid !== '') change.bid = typedNumber(bid);
    if (share !== '') change.margin = { kind: 'share', percent: typedNumber(share) };
    const unread =
      Number.isNaN(change.bid) || (change.margin?.kind === 'share' && Number.isNaN(change.margin.percent));
    setFault(unread ? 'Enter plain numbers, 5000 or 25.' : null);
    if (!unread) onSet(change);
  };
  return (
    <form noValidate className="flex flex-wrap items-end gap-3" onSubmit={submit}>
      <div className="grid gap-1.5">
        <label htmlFor={destination} className="text-sm font-medium">
          Sold in
        </label>
        <select
          id={destination}
          className={inputLook}
          value={settings.destination ?? defaults.destination ?? 'US'}
          onChange={({ currentTarget: { value } }) => {
            const chosen = Object.keys(DESTINATION_NAMES).find((code) => code === value);
            if (chosen) onSet({ destination: chosen as keyof typeof DESTINATION_NAMES });
          }}
        >
          {Object.entries(DESTINATION_NAMES).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Field label="Expected or current bid, $" name="bid" inputMode="decimal" defaultValue={settings.bid} />
      <Field
        label="Profit wanted, % of the resale"
        name="margin"
        inputMode="decimal"
        defaultValue={margin?.kind === 'share' ? margin.percent : undefined}
        fault={fault ?? undefined}
      />
      <Button type="submit" look="quiet">
        Calculate
      </Button>
    </form>
  );
}

function Rows({ deal, onRow }: { deal: DealSheet; onRow: (id: DealRowId, usd: number | null) => void }) {
  const groups = Map.groupBy(deal.rows, ({ group }) => group);
  return (
    <div className="text-sm">
      <p className="text-muted">
        At a bid of {dollars(deal.bid)}: all in {dollars(deal.all_in)}
        {deal.profit === null ? '' : `, profit ${dollars(deal.profit)}`}. Open a row for its source or your
        own figure.
      </p>
      {[...groups].map(([group, rows]) => (
        <div key={group} className="mt-3">
          <h3 className="font-medium">{DEAL_GROUP_NAMES[group]}</h3>
          <div className="divide-y divide-rule border-y border-rule">
            {rows.map((row) => (
              <Row key={row.id} row={row} onRow={onRow} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

function Row({ row, onRow }: { row: DealRow; onRow: (id: DealRowId, usd: number | null) => void }) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const name = DEAL_ROW_NAMES[row.id];
  const usd = typedNumber(typed);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-1">
        <span className="min-w-0">
          {name} <span className="text-muted">{dealBasisWords(row.basis)}</span>
        </span>
        <span className="figures whitespace-nowrap">{row.usd === null ? 'Not known' : dollars(row.usd)}</span>
      </summary>
      {open ? (
        <div className="grid gap-2 pb-3">
          <ul className="text-muted">
            {row.sources.map((source) => (
              <li key={`${source.key} ${source.words}`} className="wrap-anywhere">
                {dealSourceWords(source)}
              </li>
            ))}
          </ul>
          <form
            className="flex flex-wrap items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              if (!Number.isNaN(usd)) onRow(row.id, Math.round(usd * 100) / 100);
            }}
          >
            <Field
              label={`Your figure for ${name.toLowerCase()}, $`}
              inputMode="decimal"
              value={typed}
              onChange={({ currentTarget: { value } }) => setTyped(value)}
            />
            <Button type="submit" look="quiet">
              Use it
            </Button>
            {row.from === 'user' ? (
              <Button look="text" onClick={() => onRow(row.id, null)}>
                Reset
              </Button>
            ) : null}
          </form>
        </div>
      ) : null}
    </details>
  );
}

/** Chance of the wanted profit by bid, with the ceiling marked. */
function Curve({ deal: { curve, ceiling, contributor } }: { deal: DealSheet }) {
  const last = curve.at(-1)?.bid ?? 0;
  if (curve.length < 3 || last === 0) return null;
  const points = curve
    .map(({ bid, probability }) => `${(bid / last) * 300},${100 - probability * 96}`)
    .join(' ');
  return (
    <figure className="text-sm">
      <figcaption className="font-medium">
        Chance of the profit you want, by bid
        {contributor === null
          ? ''
          : contributor === 'repair'
            ? ': hangs most on the repair'
            : ': hangs most on the resale'}
      </figcaption>
      <svg
        viewBox="0 0 300 104"
        className="mt-1 w-full max-w-xl text-signal"
        role="img"
        aria-label="Chance by bid"
      >
        <polyline points={points} fill="none" stroke="currentColor" strokeWidth="2" />
        <line x1="0" y1="100" x2="300" y2="100" className="stroke-rule" />
        {ceiling === null ? null : (
          <line
            x1={(ceiling / last) * 300}
            x2={(ceiling / last) * 300}
            y1="2"
            y2="100"
            stroke="currentColor"
            strokeDasharray="3 3"
          />
        )}
      </svg>
      <p className="figures flex max-w-xl justify-between text-muted">
        <span>{dollars(curve[0]?.bid ?? 0)}</span>
        {ceiling === null ? null : <span>Ceiling {dollars(ceiling)}</span>}
        <span>{dollars(last)}</span>
      </p>
    </figure>
  );
}
