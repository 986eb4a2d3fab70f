import { z } from 'zod';
import { feeTitleSchema } from '../../../contract/deal/deal-settings.ts';
import { TITLE_KINDS, type Title } from '../../damage-detectors/declared/title.ts';
import { resaleClassSchema } from './resale-rules.ts';
import { headed, readDealTable, sourcedRows } from './sourced-row.ts';

const titleRules = readDealTable(
  'title-rules.json',
  z
    .object({
      ...headed,
      titles: sourcedRows({
        kind: z.string().refine((kind) => TITLE_KINDS.has(kind), 'no kind of titles.json'),
        fee: feeTitleSchema,
        resale: z.enum([...resaleClassSchema.options, 'none']),
        inspection: z.boolean(),
        export: z.enum(['yes', 'some_lines', 'with_papers', 'no']),
      }),
    })
    .refine(
      ({ titles }) => new Set(titles.map(({ kind }) => kind)).size === TITLE_KINDS.size,
      'a kind of titles.json has no rule',
    ),
).titles;

/** What follows for a deal from a kind of title. */
export const titleRule = (kind: string) => titleRules.find((rule) => rule.kind === kind) ?? null;
export type TitleRule = (typeof titleRules)[number];

/** Classes of resale and ways of export, the worse first. */
const RESALES = [
  'none',
  'flood_fire',
  'rebuilt',
  'branded',
  'clean',
] as const satisfies TitleRule['resale'][];
const EXPORTS = ['no', 'some_lines', 'with_papers', 'yes'] as const satisfies TitleRule['export'][];
const worst = <T>(order: readonly T[], given: readonly T[]): T | undefined =>
  order.find((one) => given.includes(one));

/** Fees and resale of a title that was not understood. */
const UNREAD = { fee: 'non_clean', resale: 'rebuilt', inspection: true } as const;

/** The rule of a title as read. Where the reading is not sure, each figure is the worst of what the title can mean. */
export function titleRuleOf({ kind, kinds, sure, unread }: Title): TitleRule | null {
  const rule = titleRule(kind);
  if (rule === null || sure) return rule;
  const rules = [rule, ...kinds.flatMap((one) => titleRule(one) ?? [])];
  const all = unread.length > 0 ? [...rules, { ...rule, ...UNREAD }] : rules;
  return {
    ...rule,
    fee: all.some(({ fee }) => fee === 'non_clean') ? 'non_clean' : 'clean',
    resale:
      worst(
        RESALES,
        all.map(({ resale }) => resale),
      ) ?? rule.resale,
    inspection: all.some(({ inspection }) => inspection),
    export:
      worst(
        EXPORTS,
        all.map((one) => one.export),
      ) ?? rule.export,
  };
}
