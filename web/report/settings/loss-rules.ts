import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { type EstimateSettings, lossSettingSchema } from '../../../contract/estimate-settings.ts';
import { typedNumber } from '../../ui/form/typed-number.ts';

export type LossSetting = NonNullable<EstimateSettings['loss']>;

const { acv, salvage, state } = lossSettingSchema.shape;

/** Dollars as typed, to the cent; an empty field says nothing. */
const typedDollars = (rule: typeof acv, message: string) =>
  z.string().transform((text, context) => {
    if (text.trim() === '') return undefined;
    const read = rule.safeParse(Math.round(typedNumber(text) * 100) / 100);
    if (read.success) return read.data;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const loss = z
  .object({
    acv: typedDollars(acv, 'Please enter $1 to $10,000,000, such as 12,500.'),
    salvage: typedDollars(salvage, 'Please enter $0 to $10,000,000, such as 2,500.'),
    state: z
      .string()
      .transform((code) => (code === '' ? undefined : code))
      .pipe(state),
  })
  .transform((typed): LossSetting | null => {
    const said = lossSettingSchema.parse(
      Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined)),
    );
    return Object.keys(said).length === 0 ? null : said;
  });

/** What the total-loss form checks before anything is sent: null where nothing was entered. */
export const lossRules = zodResolver(loss);
