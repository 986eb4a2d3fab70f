import { z } from 'zod';
import { feeTitleSchema } from '../../../contract/deal/deal-settings.ts';
import { TITLE_KINDS } from '../../damage-detectors/declared/title.ts';
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
