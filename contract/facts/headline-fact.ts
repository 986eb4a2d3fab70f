import { z } from 'zod';

const usd = z.number();
const share = z.number();

/** What moves the estimate most, as reports of schema_version 2 store it: figures (US dollars, shares 0–1), no words. */
export const headlineFactSchema = z.discriminatedUnion('code', [
  /** Declared deployed; what restraint parts and their work make of what is written. */
  z.object({ code: z.literal('airbags_deployed'), usd }),
  /** The dearest written line, by its id. */
  z.object({ code: z.literal('dearest_line'), line: z.string(), name: z.string(), usd, probability: share }),
  /** The allowance for unlocated damage, and its share of the average outcome. */
  z.object({ code: z.literal('unlocated'), usd, share }),
  /** Parts likely hidden, and their share of what is written before tax. */
  z.object({ code: z.literal('hidden'), usd, share }),
  z.object({ code: z.literal('stationary') }),
  /** The likely repair as a share of the listed value. */
  z.object({ code: z.literal('repair_to_value'), share }),
  /** As listed. */
  z.object({ code: z.literal('declared'), primary: z.string(), secondary: z.string().nullable() }),
]);
export type HeadlineFact = z.infer<typeof headlineFactSchema>;
