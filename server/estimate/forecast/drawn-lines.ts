import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import type { Cents } from '../../../contract/schemas/money.ts';
import type { EstimateInputs } from '../calculation/estimate-inputs.ts';
import { withPaint } from '../lines/painted-lines.ts';
import { ONE_SCALE } from '../pricing/estimate-line.ts';
import { fullMoney } from '../pricing/line-money.ts';
import type { Line, Setting } from '../scope/estimate-lines.ts';
import { constantChance } from '../scope/line-chances.ts';
import { figuresFor, pricesItself } from '../scope/user-changes.ts';
import type { DrawnLine } from './draws.ts';
import { moneyOf } from './listing.ts';

/** Full cost of a line as written with tax, cents. */
function withTax(line: EstimateLine, tax: EstimateInputs['tax']): Cents {
  const { parts, materials, labour, refinish, sublet } = fullMoney(line);
  const onParts = 1 + tax.percent / 100;
  const onLabour = tax.on_labour ? onParts : 1;
  return (parts + materials) * onParts + (labour + refinish) * onLabour + sublet;
}

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
    }),
  );
  return [...ours, ...own];
}
