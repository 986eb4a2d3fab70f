import { browser } from 'wxt/browser';
import { z } from 'zod';

const connectionSchema = z.object({
  /** Origin of the user's LotLens. */
  address: z.url(),
  key: z.string().min(1),
  key_id: z.string().min(1),
});
/** The LotLens this extension was paired with. */
export type Connection = z.infer<typeof connectionSchema>;

const PLACE = 'connection';

/** The LotLens this extension is paired with; null where there is none. */
export async function readConnection(): Promise<Connection | null> {
  const stored = await browser.storage.local.get(PLACE);
  return connectionSchema.safeParse(stored[PLACE]).data ?? null;
}

/** Keeps a connection in this browser alone, or forgets it. */
export async function keepConnection(connection: Connection | null): Promise<void> {
  if (connection === null) await browser.storage.local.remove(PLACE);
  else await browser.storage.local.set({ [PLACE]: connection });
}

/** An address as typed → its origin, https unless it says otherwise; null where it is none. */
export function originOf(typed: string): string | null {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return text === '' || !URL.canParse(address) ? null : new URL(address).origin;
}
