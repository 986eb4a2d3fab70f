import type { Approval } from '../../claim/approval.ts';
import type { ClaimRow } from './claim-words.ts';

/** An approval as a print states it; `dayOf` writes a day as its reader does. */
export const approvalWords = (
  { version, approved_by, approved_at, note, sha256 }: Approval,
  dayOf: (time: string) => string,
): ClaimRow[] => [
  { label: 'Version', value: String(version) },
  { label: 'Approved by', value: approved_by },
  { label: 'On', value: dayOf(approved_at) },
  ...(note === null ? [] : [{ label: 'Note', value: note }]),
  { label: 'SHA-256', value: sha256 },
];
