import type { CostProfile } from '../../../contract/deal/cost-profile.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import type { Cents } from '../../../contract/schemas/money.ts';
import type { EstimateInputs } from '../calculation/estimate-inputs.ts';
import { withPaint } from '../lines/painted-lines.ts';
import { type DraftLine, ONE_SCALE } from '../pricing/estimate-line.ts';
import { likelyCost } from '../pricing/line-cost.ts';
import { fullMoney } from '../pricing/line-money.ts';
import { type PricedWork, ratesBy, repriced, sumOfMoney, taxOf } from '../pricing/reprice.ts';
import { listPrice } from '../pricing/table-price.ts';
import type { Line, Setting } from '../scope/estimate-lines.ts';
import { constantChance } from '../scope/line-chances.ts';
import { figuresFor, pricesItself } from '../scope/user-changes.ts';
import type { DrawnLine, LineMoney } from './draws.ts';
import { moneyOf } from './listing.ts';

/** A line by a profile, with tax, cents: what does not follow the hit, and what does. */
function repricedMoney(work: PricedWork, profile: CostProfile, { rates, tax }: Setting): LineMoney {
  const by = ratesBy(profile, rates.id);
  const money = repriced(work, by);
  const onLabour = by.tax === 'same' && tax.on_labour ? 1 + tax.percent / 100 : 1;
  const scaled = money.labour * onLabour + money.sublet;
  return { fixed: sumOfMoney(money) + taxOf(money, by, tax) - scaled, scaled };
}

/** A line as it is drawn, at middling severity, with what others price it by. */
function workOf(draft: DraftLine, { inputs, rates }: Setting): PricedWork {
  const money = likelyCost(draft, rates, 1);
  const rate = draft.labour ? rates[draft.labour.type] : 0;
  const list = draft.part && listPrice(draft, draft.part, inputs.priced);
  return {
    money,
    hours: rate > 0 ? money.labour / rate : 0,
    refinish_hours: draft.paint?.hours ?? 0,
    list: list === null ? null : Math.round(list * draft.quantity),
    isRestraint: draft.section === 'restraints',
  };
}

/** A line with its user's own figures. */
const ownWork = (wire: EstimateLine): PricedWork => ({
  money: fullMoney(wire),
  hours: wire.labour?.hours.likely ?? 0,
  refinish_hours: wire.refinish?.hours ?? 0,
  list: null,
  isRestraint: wire.section === 'restraints',
});

/** Full cost of a line as written with tax, cents. */
function withTax(line: EstimateLine, tax: EstimateInputs['tax']): Cents {
  const { parts, materials, labour, refinish, sublet } = fullMoney(line);
  const onParts = 1 + tax.percent / 100;
  const onLabour = tax.on_labour ? onParts : 1;
  return (parts + materials) * onParts + (labour + refinish) * onLabour + sublet;
}

/** Figures of a user's own don't follow the hit. */
const whole = ({ fixed, scaled }: LineMoney): LineMoney => ({ fixed: fixed + scaled, scaled: 0 });

/** The lines as they are drawn: refinish by chances, money both in the reference world and as asked. */
export function drawnLines(
  lines: readonly Line[],
  wires: ReadonlyMap<string, EstimateLine>,
  added: readonly EstimateLine[],
  setting: Setting,
): DrawnLine[] {
  const { inputs, edits, rates, tax, stage } = setting;
  const isReference = rates === inputs.rates.reference && tax === inputs.tax;
  const painted = new Map(
    withPaint(
      lines.map(({ draft }) => draft),
      stage,
    ).map((draft) => [draft.id, draft]),
  );
  const ours = lines.map(({ draft, believed, chance }): DrawnLine => {
    const line = painted.get(draft.id) ?? draft;
    const wire = wires.get(draft.id);
    const set = figuresFor(edits, draft.id);
    const price = line.part && (believed?.reference_part ?? line.part);
    const reference = moneyOf(
      price === line.part ? line : { ...line, part: price },
      inputs.rates.reference,
      inputs.tax,
    );
    return {
      id: line.id,
      presence: line.presence,
      scale: line.scale,
      stream: believed?.stream ?? draft.id,
      chance: draft.presence.kind === 'any' && set?.probability === undefined ? null : chance,
      reference,
      asked:
        set && wire && pricesItself(set)
          ? { fixed: withTax(wire, tax), scaled: 0 }
          : isReference && price === line.part
            ? reference
            : moneyOf(line, rates, tax),
      repriced: (profile) =>
        set && wire && pricesItself(set)
          ? whole(repricedMoney(ownWork(wire), profile, setting))
          : repricedMoney(workOf(line, setting), profile, setting),
    };
  });
  // A line of the user's moves money, not what the reference world would have written: it can never make the car cheaper.
  const own = added.map(
    (wire): DrawnLine => ({
      id: wire.id,
      presence: { kind: 'fixed', p: wire.probability },
      scale: ONE_SCALE,
      stream: wire.id,
      chance: constantChance(wire.probability),
      reference: { fixed: 0, scaled: 0 },
      asked: { fixed: withTax(wire, tax), scaled: 0 },
      repriced: (profile) => whole(repricedMoney(ownWork(wire), profile, setting)),
    }),
  );
  return [...ours, ...own];
}
