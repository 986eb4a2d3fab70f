import { z } from 'zod';
import { runConditionSchema } from '../../../contract/schemas/lot.ts';
import { titleContentSchema } from '../../../contract/schemas/title.ts';
import { DAMAGE_CODES } from '../../damage-detectors/declared/damage-codes.ts';
import { headed, readDealTable, type SourcedRow, sourcedRows } from './sourced-row.ts';

const factor = z.number().positive();
const spread = z.number().positive();
const count = z.number().int().positive();
const damageKey = z.string().refine((key) => Object.hasOwn(DAMAGE_CODES, key), 'no damage code');

const table = readDealTable(
  'expected-price.json',
  z.object({
    ...headed,
    run: sourcedRows({ run: runConditionSchema, factor }),
    damage: sourcedRows({ codes: z.array(damageKey).min(1), factor }),
    title: sourcedRows({ contents: z.array(titleContentSchema).min(1), factor }),
    clean_title: sourcedRows({ value_share: factor, repair_share: factor }),
    table: sourcedRows({ spread }),
    similar: sourcedRows({ least: count, years: count, one: spread, page: spread }),
    earlier_sale: sourcedRows({ months: count, spread, a_month: spread }),
    own_lots: sourcedRows({ least: count, months: count, years: count, one: spread, all: spread }),
    bounds: sourcedRows({ refused_days: count, least_spread: spread, top: factor, far_under: factor }),
  }),
);

function only<T extends SourcedRow>(rows: readonly T[], name: string): T {
  const [row] = rows;
  if (!row) throw new RangeError(`expected-price.json has no row for ${name}`);
  return row;
}

/** How an expected price is calculated: factors on our table, spreads as standard deviations of the logarithm, all judgement. */
export const PRICE_RULES = {
  run: table.run,
  damage: table.damage,
  title: table.title,
  clean: only(table.clean_title, 'clean_title'),
  table: only(table.table, 'table'),
  similar: only(table.similar, 'similar'),
  earlier: only(table.earlier_sale, 'earlier_sale'),
  own: only(table.own_lots, 'own_lots'),
  bounds: only(table.bounds, 'bounds'),
};
