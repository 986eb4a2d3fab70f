import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  BASKETS,
  type Basket,
  type BasketKind,
  fillBasket,
  linesToBuy,
} from '../../../contract/report-view/baskets.ts';
import { dollarsAndCents } from '../../../contract/report-view/figures.ts';
import { orderLines } from '../../../contract/report-view/line-order.ts';
import { lineName, numberToOrder } from '../../../contract/report-view/number-side.ts';
import { counted } from '../../../contract/report-view/words/sentence.ts';
import type { CheckedNumber, OffersAnswer } from '../../../contract/schemas/offers.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { messageOf } from '../../api/api-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { checkOffers, exportReport, offersQuery } from '../../api/reports/one-report.ts';
import { Button } from '../../ui/button.tsx';
import { inputLook } from '../../ui/form/field.tsx';
import { dollars } from '../../ui/money.ts';
import { notify } from '../../ui/notices.tsx';
import { useOwnReport } from '../editing/line-editing.tsx';
import { BasketRows } from './basket-rows.tsx';

const LABELS: Record<BasketKind, string> = {
  oem: 'OEM only',
  cheapest: 'Cheapest',
  used_first: 'Used first',
};
const CHANCES = [0.75, 0.5, 0.25, 0] as const;

/** What the parts cost to buy: three baskets from prices somebody asks, and where to look for the rest. */
export function Baskets({ report }: { report: ReportModel }) {
  const reportId = useOwnReport();
  const [kind, setKind] = useState<BasketKind>('oem');
  const [shown, setShown] = useState(false);
  /** Asked only where nothing is written: in reports of schema_version 1. */
  const [atLeast, setAtLeast] = useState(0.5);
  const offers = useQuery({
    ...offersQuery(reportId ?? ''),
    enabled: reportId !== undefined,
  }).data;
  const checked = offers?.numbers;
  const { lines, outcome } = report.estimate;
  const baskets = useMemo(
    () => fillAll(linesToBuy(orderLines(lines), atLeast), checked ?? []),
    [lines, atLeast, checked],
  );
  const basket = baskets[kind];
  if (linesToBuy(lines, 0).length === 0) return null;
  return (
    <section aria-labelledby="parts-title" className="later min-w-0">
      <h2
        id="parts-title"
        tabIndex={-1}
        className="border-b-2 border-ink pb-1 text-xl font-semibold outline-none"
      >
        Parts
      </h2>
      <p className="mt-1 text-sm text-muted">
        {outcome ? 'Written parts' : 'Parts'} at asked prices; unpriced ones are not in the total.
      </p>
      <fieldset className="mt-2 grid min-w-0 grid-cols-3 gap-2">
        <legend className="sr-only">Basket</legend>
        {BASKETS.map((name) => (
          <BasketChoice
            key={name}
            basket={baskets[name]}
            chosen={name === kind}
            onChoose={() => setKind(name)}
          />
        ))}
      </fieldset>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        {outcome ? null : (
          <label className="grid gap-1.5 text-sm font-medium">
            Parts that are
            <select
              className={inputLook}
              value={atLeast}
              onChange={(event) => setAtLeast(Number(event.target.value))}
            >
              {CHANCES.map((chance) => (
                <option key={chance} value={chance}>
                  {chance === 0 ? 'in the report, however unlikely' : `at least ${chance * 100}% likely`}
                </option>
              ))}
            </select>
          </label>
        )}
        {reportId === undefined ? null : (
          <Actions reportId={reportId} offers={offers} kind={kind} basket={basket} />
        )}
      </div>
      {reportId === undefined ? null : <Checked offers={offers} />}
      {basket.unknown > 0 ? (
        <p className="mt-1 text-sm">
          {basket.unknown === 1 ? 'One part has' : `${basket.unknown} parts have`} no asked price. Our
          estimate for {basket.unknown === 1 ? 'it' : 'them'}: {dollars(basket.estimated_rest)}, not in the
          sum.
        </p>
      ) : null}
      <details className="mt-2" onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary className="w-fit py-2.5 text-sm text-signal">
          {basket.rows.length === 1 ? 'Show the part' : `Show all ${basket.rows.length} parts`}
        </summary>
        {shown ? <BasketRows rows={basket.rows} vehicle={report.vehicle} /> : null}
      </details>
    </section>
  );
}

const fillAll = (
  lines: Parameters<typeof fillBasket>[1],
  checked: readonly CheckedNumber[],
): Record<BasketKind, Basket> => ({
  oem: fillBasket('oem', lines, checked),
  cheapest: fillBasket('cheapest', lines, checked),
  used_first: fillBasket('used_first', lines, checked),
});

function BasketChoice({
  basket,
  chosen,
  onChoose,
}: {
  basket: Basket;
  chosen: boolean;
  onChoose: () => void;
}) {
  const known = basket.rows.length - basket.unknown;
  return (
    <label className="grid min-h-11 min-w-0 cursor-pointer content-start gap-0.5 rounded-md border border-rule-strong px-2 py-2 has-checked:border-signal has-checked:bg-sunken sm:px-3">
      <span className="flex items-center gap-1.5 text-sm font-medium sm:text-base">
        <input type="radio" name="basket" checked={chosen} onChange={onChoose} />
        {LABELS[basket.kind]}
      </span>
      <span className="figures font-semibold sm:text-lg">
        {known === 0 ? 'No price known' : dollarsAndCents(basket.total)}
      </span>
      <span className="text-xs text-muted sm:text-sm">
        {known} of {basket.rows.length} parts priced
      </span>
    </label>
  );
}

type ActionsProps = { reportId: string; offers: OffersAnswer | undefined; kind: BasketKind; basket: Basket };

function Actions({ reportId, offers, kind, basket }: ActionsProps) {
  const [busy, setBusy] = useState(false);
  const check = async (): Promise<void> => {
    setBusy(true);
    try {
      queryClient.setQueryData(offersQuery(reportId).queryKey, await checkOffers(reportId));
    } catch (error) {
      notify({
        kind: 'error',
        title: 'Prices could not be checked',
        text: messageOf(error, 'An API error occurred.'),
      });
    } finally {
      setBusy(false);
    }
  };
  const save = (): void =>
    void exportReport(reportId, 'parts', kind).catch((error: unknown) =>
      notify({
        kind: 'error',
        title: 'The sheet was not saved',
        text: messageOf(error, 'An API error occurred.'),
      }),
    );
  const copy = (): void =>
    void navigator.clipboard
      ?.writeText(listOf(basket))
      .then(() =>
        notify({
          kind: 'done',
          title: 'Copied',
          text: `${counted(basket.rows.length, 'part', 'parts')} with numbers and pieces.`,
        }),
      )
      .catch(() =>
        notify({
          kind: 'error',
          title: 'The list could not be copied',
          text: 'Save the parts order sheet instead.',
        }),
      );
  return (
    <>
      {offers && offers.sources.length > 0 ? (
        <Button look="quiet" busy={busy} onClick={() => void check()}>
          Check prices now
        </Button>
      ) : null}
      <Button look="quiet" onClick={copy}>
        Copy the list
      </Button>
      <Button look="quiet" onClick={save}>
        Parts order sheet
      </Button>
    </>
  );
}

/** One part a line: number or “no number”, pieces, name; tabs between, as sheets take them. */
const listOf = (basket: Basket): string =>
  basket.rows
    .map(({ line, quantity }) => [numberToOrder(line) ?? 'no number', quantity, lineName(line)].join('\t'))
    .join('\n');

/** `Jan 15, 2026, 3:05 PM`. Made when asked for: a formatter takes its time. */
const moment = (time: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }).format(time);

function Checked({ offers }: { offers: OffersAnswer | undefined }) {
  if (offers === undefined) return null;
  if (offers.sources.length === 0)
    return (
      <p className="mt-2 text-sm text-muted">
        No seller’s prices are connected to this installation: prices are those of the parts catalogs.
      </p>
    );
  const times = offers.numbers.map(({ checked_at }) => Date.parse(checked_at));
  const failed = offers.numbers.find(({ status }) => status === 'could_not');
  const labels = offers.sources.map(({ label }) => label).join(', ');
  return (
    <p className="mt-2 text-sm text-muted" role="status">
      {times.length === 0
        ? `Prices at ${labels} were not checked yet.`
        : `${labels}, checked ${moment(Math.min(...times))}. Price and availability may have changed since.`}
      {failed ? ` Some could not be checked: ${failed.message ?? 'no answer'}.` : ''}
      {offers.left_out > 0 ? ` ${offers.left_out} numbers were left out of this check.` : ''}
    </p>
  );
}
