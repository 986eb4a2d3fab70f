import { dealerPageOf } from '../../../contract/dealer-page/dealer-stores.ts';
import { handedSchema } from '../../lot-entry/user-supplied-page.ts';

/** A part's page of a dealer's store as its user has it open. */
export type HandedPartPage = { link: string; html: string };

/** A dealer's page handed over by the bookmarklet: only from the store itself, only as text; null is anything else. */
export function readHandedPartPage(origin: string, data: unknown): HandedPartPage | null {
  const handed = handedSchema.safeParse(data);
  if (!handed.success) return null;
  const { address, html } = handed.data;
  const page = dealerPageOf(address);
  return page !== null && `https://${page.host}` === origin ? { link: address, html } : null;
}
