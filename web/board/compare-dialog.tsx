import type { ReactNode } from 'react';
import { DEAL_VERDICTS } from '../../contract/report-view/deal/short-answer.ts';
import { costBasis } from '../../contract/report-view/head/card-words.ts';
import { saleWords } from '../../contract/report-view/head/lot-facts.ts';
import { verdictWords } from '../../contract/report-view/head/verdict-words.ts';
import type { ReportCardData } from '../report-list/report-card-data.ts';
import { ReportName } from '../report-list/table/report-name.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { dollars, miles, percent } from '../ui/money.ts';
import { bidOf, saleDateOf, saleEnd } from './board-rows.ts';

const UNKNOWN = '–';
const ROWS: readonly [string, (card: ReportCardData) => ReactNode][] = [
  ['Sale', (card) => saleEnd(card, Date.now()) ?? saleWords(saleDateOf(card), Date.now()) ?? UNKNOWN],
  ['Bid now', (card) => priceWords(bidOf(card, Date.now()))],
  ['Verdict', ({ deal }) => (deal?.verdict ? DEAL_VERDICTS[deal.verdict] : UNKNOWN)],
  ['Sells for', ({ deal }) => (deal?.price == null ? UNKNOWN : dollars(deal.price.usd))],
  ['Max bid', ({ deal }) => (deal?.ceiling == null ? UNKNOWN : dollars(deal.ceiling))],
  ['Repair likely', ({ totalCost }) => (totalCost === null ? UNKNOWN : dollars(totalCost))],
  [
    'Repair range',
    ({ figures }) => (figures === null ? UNKNOWN : `${dollars(figures.low)}–${dollars(figures.high)}`),
  ],
  [
    'Repair ÷ value',
    ({ figures }) => (figures?.value_share == null ? UNKNOWN : percent(figures.value_share)),
  ],
  ['Total loss', ({ figures }) => (figures === null ? UNKNOWN : verdictWords({ total_loss: figures }))],
  ['Rests on', ({ figures }) => (figures === null ? UNKNOWN : costBasis(figures))],
  ['Mileage', ({ mileage }) => (mileage === null ? UNKNOWN : miles(mileage))],
  ['VIN', ({ vin }) => vin ?? UNKNOWN],
  ['Tag', ({ tag }) => tag ?? UNKNOWN],
  ['Note', ({ note }) => note ?? UNKNOWN],
];

const priceWords = (fact: ReturnType<typeof bidOf>): string =>
  fact === null ? UNKNOWN : `${fact.value} (${fact.label.toLowerCase()})`;

/** Two to four lots side by side. */
export function CompareDialog({ cards, onClose }: { cards: readonly ReportCardData[]; onClose: () => void }) {
  return (
    <Dialog title={`Compare ${cards.length} lots`} onClose={onClose} wide>
      <section aria-label="Lots side by side" className="relative overflow-x-auto">
        <table className="w-full min-w-lg table-fixed text-sm">
          <thead>
            <tr className="border-b border-rule text-left align-top">
              <td className="w-24 sm:w-28" />
              {cards.map((card) => (
                <th key={card.id} scope="col" className="px-3 py-2 font-semibold wrap-anywhere">
                  <ReportName card={card} className="inline-block" />
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-rule">
            {ROWS.map(([label, cell]) => (
              <tr key={label} className="align-top">
                <th scope="row" className="py-2 pr-3 text-left font-normal text-muted">
                  {label}
                </th>
                {cards.map((card) => (
                  <td key={card.id} className="figures px-3 py-2 wrap-anywhere">
                    {cell(card)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Dialog>
  );
}
