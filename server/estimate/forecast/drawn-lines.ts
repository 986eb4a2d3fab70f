import type { CostProfile } from '../../../contract/deal/cost-profile.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { type Cents, centsFromDollars as cents } from '../../../contract/schemas/money.ts';
import type { EstimateInputs } from '../calculation/estimate-inputs.ts';
import { withPaint } from '../lines/painted-lines.ts';
import { type DraftLine, ONE_SCALE } from '../pricing/estimate-line.ts';
import { type LikelyMoney, likelyCost } from '../pricing/line-cost.ts';
import { fullMoney } from '../pricing/line-money.ts';
import { type PricedWork, ratesBy, repriced, sumOfMoney, taxOf } from '../pricing/reprice.ts';
import { listPrice } from '../pricing/table-price.ts';
import type { Line, Setting } from '../scope/estimate-lines.ts';
import { constantChance } from '../scope/line-chances.ts';
import { figuresFor, pricesItself } from '../scope/user-changes.ts';
import type { WrittenLine } from '../scope/written-lines.ts';
import type { DrawnLine, LineMoney } from './draws.ts';
import { moneyOf } from './listing.ts';

type Written = Pick<WrittenLine, 'wire' | 'done'>;

/** A line by a profile, with tax, cents: what does not follow the hit, and what does. */
function repricedMoney(work: PricedWork, profile: CostProfile, { rates, tax }: Setting): LineMoney {
  const by = ratesBy(profile, rates.id);
  const money = repriced(work, by);
  const onLabour = by.tax === 'same' && tax.on_labour ? 1 + tax.percent / 100 : 1;
  const scaled = money.labour * onLabour + money.sublet;
  return { fixed: sumOfMoney(money) + taxOf(money, by, tax) - scaled, scaled };
}

/** A line as it is drawn, at middling severity, with what others price it by. */
function workOf(
  draft: DraftLine,
  { inputs, rates }: Setting,
  entered: (money: LikelyMoney) => LikelyMoney = (money) => money,
): PricedWork {
  const ours = likelyCost(draft, rates, 1);
  const money = entered(ours);
  const rate = draft.labour ? rates[draft.labour.type] : 0;
  const list = draft.part && listPrice(draft, draft.part, inputs.priced);
  return {
    money,
    hours: rate > 0 ? money.labour / rate : 0,
    refinish_hours: (draft.paint?.hours ?? 0) * (ours.refinish > 0 ? money.refinish / ours.refinish : 1),
    list: list === null || money.parts !== ours.parts ? null : Math.round(list * draft.quantity),
    isRestraint: draft.section === 'restraints',
  };
}

/**
 * The money a line is drawn with once its user set figures: by how much each printed sum changed, so that a figure equal to the
 * printed one changes nothing. A line printed with a new section is drawn as one sum that follows the hit, and moves as one.
 */
function enteredMoney(money: LikelyMoney, { wire, done }: Written): LikelyMoney {
  const [now, before] = [fullMoney(wire), fullMoney(done)];
  const moved = (kind: keyof LikelyMoney): number => {
    if (now[kind] === before[kind]) return money[kind];
    return money[kind] > 0 && before[kind] > 0
      ? (money[kind] * now[kind]) / before[kind]
      : money[kind] + Math.max(0, now[kind] - before[kind]);
  };
  if (done.operation === 'section' && money.parts === 0) {
    const [all, was] = [sumOfMoney(now), sumOfMoney(before)];
    const by = was > 0 ? all / was : 1;
    return { ...money, labour: money.labour * by };
  }
  return {
    parts: moved('parts'),
    labour: moved('labour'),
    refinish: moved('refinish'),
    materials: moved('materials'),
    sublet: moved('sublet'),
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

/** Figures of a line of the user's own don't follow the hit. */
const whole = ({ fixed, scaled }: LineMoney): LineMoney => ({ fixed: fixed + scaled, scaled: 0 });

const NO_MONEY = { fixed: 0, scaled: 0 };

/** What the user's figures make of a line beyond what was estimated, with tax, cents: of one that the forecast holds already. */
function beyondEstimated(line: EstimateLine, tax: EstimateInputs['tax']): Cents {
  const now = cents(line.cost.likely);
  const taxed = now > 0 ? withTax(line, tax) / now : 1;
  return withTax(line, tax) - taxed * cents(line.estimated?.cost.likely ?? line.cost.likely);
}

/** The lines as they are drawn: refinish by chances, money both in the reference world and as asked. `wires`: as written, by id. */
export function drawnLines(
  lines: readonly Line[],
  wires: ReadonlyMap<string, Written>,
  added: readonly EstimateLine[],
  setting: Setting,
): DrawnLine[] {
  const { inputs, edits, rates, tax, stage } = setting;
  const isReference = rates === inputs.rates.reference && tax === inputs.tax;
  const counted = lines.filter(({ draft }) => draft.counts !== 0 || figuresFor(edits, draft.id) !== null);
  const painted = new Map(
    withPaint(
      counted.map(({ draft }) => draft).filter(({ counts }) => counts !== 0),
      stage,
    ).map((draft) => [draft.id, draft]),
  );
  const ours = counted.map(({ draft, believed, chance }): DrawnLine => {
    const line = painted.get(draft.id) ?? draft;
    const wire = wires.get(draft.id);
    const set = figuresFor(edits, draft.id);
    const price = line.part && (believed?.reference_part ?? line.part);
    const reference = moneyOf(
      price === line.part ? line : { ...line, part: price },
      inputs.rates.reference,
      inputs.tax,
    );
    if (draft.counts === 0 && draft.presence.kind === 'any') {
      const asked = { fixed: wire ? beyondEstimated(wire.wire, tax) : 0, scaled: 0 };
      return {
        id: line.id,
        presence: { ...draft.presence, damp: 1 },
        scale: ONE_SCALE,
        stream: draft.id,
        chance: null,
        reference: NO_MONEY,
        asked,
        repriced: () => asked,
      };
    }
    const isOwn = set !== null && wire !== undefined && pricesItself(set);
    const entered = isOwn ? (money: LikelyMoney) => enteredMoney(money, wire) : undefined;
    let work: PricedWork | undefined;
    return {
      id: line.id,
      presence: line.presence,
      scale: line.scale,
      stream: believed?.stream ?? draft.id,
      chance: draft.presence.kind === 'any' && set?.probability === undefined ? null : chance,
      reference,
      asked: isReference && price === line.part && !isOwn ? reference : moneyOf(line, rates, tax, entered),
      repriced: (profile) => {
        work ??= workOf(line, setting, entered);
        return repricedMoney(work, profile, setting);
      },
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
      reference: NO_MONEY,
      asked: { fixed: withTax(wire, tax), scaled: 0 },
      repriced: (profile) => whole(repricedMoney(ownWork(wire), profile, setting)),
    }),
  );
  return [...ours, ...own];
}
