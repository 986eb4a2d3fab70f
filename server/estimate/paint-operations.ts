import type { DraftLine } from './draft-line.ts';
import { partCost } from './part-costs.ts';
import { blendedWith, blendHours, RAW_PLASTIC_HOURS } from './refinish.ts';
import { type StandardWork, standardLine } from './standard-line.ts';

/** What paint brings with it: blends of adjacent panels, raw plastic of new covers, trim taken off painted doors. */
export function paintOperations(lines: readonly DraftLine[]): DraftLine[] {
  const found: DraftLine[] = [];
  const add = (calls: readonly DraftLine[], damp: number, wanted: StandardWork): void => {
    found.push(...standardLine(calls, damp, wanted));
  };
  const of = (...categories: string[]): DraftLine[] =>
    lines.filter(
      (line) => line.category !== null && categories.includes(line.category) && line.operation !== 'pdr',
    );
  const painted = lines.filter((line) => line.paint_hours > 0);
  for (const panel of painted) {
    const next = panel.category ? blendedWith(panel.category) : undefined;
    const base = next ? partCost(next) : undefined;
    if (!next || !base || panel.id.endsWith(':2')) continue;
    const own = lines.filter(
      (line) => line.category === next && (line.side === panel.side || panel.side === 'center'),
    );
    const free = 1 - Math.max(0, ...own.map((line) => line.probability));
    add([panel], free, {
      id: `blend:${panel.id}`,
      name: `Blend adjacent panel (${next.replaceAll('_', ' ')})`,
      operation: 'blend',
      why: `Colour match to ${panel.name.toLowerCase()}, unless the neighbour is painted anyway`,
      paint_hours: blendHours((base.refinish_low + base.refinish_high) / 2, 'two_stage'),
      like: panel,
    });
  }
  for (const cover of of('front_bumper_cover', 'rear_bumper_cover').filter(
    (line) => line.operation === 'replace',
  ))
    add([cover], 1, {
      id: `raw_plastic:${cover.id}`,
      name: 'Raw plastic preparation',
      operation: 'refinish',
      why: 'New covers come unprimed',
      paint_hours: RAW_PLASTIC_HOURS,
      like: cover,
    });
  for (const door of of('front_door_shell', 'rear_door_shell').filter((line) => !line.id.endsWith(':2')))
    add([door], 1, {
      id: `trim:${door.id}`,
      name: 'Door trim, handle and mouldings, remove and install',
      operation: 'r_and_i',
      why: 'Taken off for refinish',
      labour: { type: 'body', hours: { low: 0.8, likely: 1.2, high: 1.6 }, basis: 'anchored' },
      like: door,
    });
  return found;
}
