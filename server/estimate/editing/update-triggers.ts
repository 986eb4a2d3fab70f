import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { type Calling, OPERATION_RULES } from '../lines/included-operations.ts';
import { PAINT_CALLS } from '../lines/paint-operations.ts';
import { type Call, callOf } from '../pricing/required-by.ts';

/** A line before and after its user changed it. */
export type LineChange = { readonly before: EstimateLine; readonly after: EstimateLine };

const CALLS: ReadonlyMap<string, (line: Calling) => boolean> = new Map([
  ...OPERATION_RULES.map(({ id, calls }) => [id, calls] as const),
  ...Object.entries(PAINT_CALLS),
]);
const calling = (line: EstimateLine): Calling => ({ ...line, painted: line.refinish !== null });

/**
 * What calls for a standard operation after lines changed: those that by its rule no longer do are left out (a repaired cover
 * needs no raw plastic preparation), those that now do come in; a neighbour that is no longer painted makes no blend needless.
 * Null where no line brings it.
 */
export function callAfterEdit(line: EstimateLine, changes: readonly LineChange[]): Call | null {
  const call = callOf(line);
  const [, rule = '', beside] = line.id.split(':');
  const calls = CALLS.get(rule);
  if (!call || !calls) return call;
  const turned = (to: boolean): string[] =>
    changes
      .filter(({ before, after }) => calls(calling(after)) === to && calls(calling(before)) !== to)
      .map(({ after }) => after.id);
  const gone = new Set(turned(false));
  // Beside one panel only that panel calls; a sensor's share of new callers is not kept.
  const come = beside === undefined && !call.shares ? turned(true) : [];
  const bare = new Set(changes.filter(({ after }) => after.refinish === null).map(({ after }) => after.id));
  return {
    ...call,
    of: [...new Set([...call.of.filter((id) => !gone.has(id)), ...come])],
    ...(call.unless ? { unless: call.unless.filter((id) => !bare.has(id)) } : {}),
  };
}
