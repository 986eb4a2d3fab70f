import type { EditPreferencesRequest, Preferences } from '../../../contract/schemas/account.ts';
import { type ForCaller, userCaller } from '../../concurrency/work-caller.ts';
import { findPreferences, savePreferences } from '../../db/accounts/preferences.ts';
import type { Queryable } from '../../db/client.ts';
import { invalidInput } from '../../errors.ts';
import type { LogoReader } from '../../images/ingest-logo.ts';
import { checkKeeping, type KeepingBounds } from './keeping-bounds.ts';

/** Changes what is given of an account's preferences and answers them all. Throws validation_error for a file that is no logo, and for days beyond the operator's. */
export async function editPreferences(
  tools: { pool: Queryable; logoReaderFor: ForCaller<LogoReader>; config: KeepingBounds },
  userId: string,
  { logo, ...edit }: EditPreferencesRequest,
): Promise<Preferences> {
  if (edit.keeping) checkKeeping(edit.keeping, tools.config);
  const read = logo ? await tools.logoReaderFor(userCaller(userId))(Buffer.from(logo, 'base64')) : null;
  if (read?.ok === false) throw invalidInput(read.message, 'logo');
  await savePreferences(tools.pool, userId, edit, read ? read.logo : logo === null ? null : undefined);
  return await findPreferences(tools.pool, userId);
}
