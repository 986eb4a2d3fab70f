import type { OperatorUse, OperatorUser } from '../api/operator/console-answers.ts';
import type { ReportOutcome } from '../report-status.ts';
import type { PaymentTrouble } from './payment-troubles.ts';
import type { SwitchName } from './switches.ts';

/** The words of the operator's console. */

/** Its sections by their address, in their order; today's has none. */
export const CONSOLE_SECTIONS = {
  '': 'Today',
  users: 'Users',
  reports: 'Reports',
  partners: 'Partners',
  use: 'Use',
  queue: 'Queue',
  switches: 'Switches',
  audit: 'Audit log',
  setup: 'Setup',
} as const;
export type ConsoleSection = keyof typeof CONSOLE_SECTIONS;
export const isSection = (text: string): text is ConsoleSection => Object.hasOwn(CONSOLE_SECTIONS, text);

export const SECTION_INTROS: Readonly<Record<ConsoleSection, string>> = {
  '': 'What waits for you, and the last 24 hours.',
  users: 'Who uses this installation. Each look is noted in the audit log.',
  reports: 'Reports of all accounts: how they ran, never what they found.',
  partners: 'Retailers of the partner network and who asks to join. Each look is noted in the audit log.',
  use: 'What sites, models and catalogs were asked for in the last 30 days (UTC).',
  queue: 'Jobs, workers, and mails that have not gone out.',
  switches:
    'Parts of the service that can be turned off or on without a restart. Every process follows at once.',
  audit: 'What operators did and looked at. Kept for 365 days.',
  setup: 'What reports draw on here, and what each source would add.',
};

type SwitchWords = { name: string; off: string; on?: string };
/** `off`: what turning it off does; `on`: what turning it on does, where it is off at first. */
export const SWITCH_WORDS: Readonly<Record<SwitchName, SwitchWords>> = {
  sign_ups: {
    name: 'Sign-ups',
    off: 'Nobody opens a new account. Whoever has one signs in as ever.',
  },
  new_reports: {
    name: 'New reports',
    off: 'No report starts, and nothing is charged. Running ones end; lots on boards wait.',
  },
  site_pages: {
    name: 'Auction pages',
    off: 'No auction page is fetched. Users send their own page; licensed sources go on.',
  },
  photo_review: {
    name: 'Photo review',
    off: 'No model is asked about photos. New reports say that none was examined.',
  },
  paid_catalogs: {
    name: 'Paid catalogs and prices',
    off: 'parts-catalogs.com and eBay are not asked. What they answered before is still used.',
  },
  all_makes: {
    name: 'All makes',
    off: 'Reports are made of the 19 makes only, unless MAKES=all is set. Finished reports of other makes stay.',
    on: 'Reports are made of every make with a price, 36 more. Parts come without OEM numbers unless an imported catalog has them.',
  },
};

export const OUTCOME_WORDS: Readonly<Record<ReportOutcome, string>> = {
  ready: 'Ready',
  failed: 'Failed',
  cancelled: 'Canceled',
  in_progress: 'In progress',
};

export const MOVE_WORDS: Readonly<Record<OperatorUser['ledger'][number]['kind'], string>> = {
  grant: 'Given',
  reserve: 'Taken for a report',
  settle: 'Report finished',
  refund: 'Given back',
  purchase: 'Bought',
  take_back: 'Taken back after a refund',
};

/** What became of a payment that an operator looks into. */
export const TROUBLE_WORDS: Readonly<Record<PaymentTrouble, string>> = {
  unknown_purchase: 'Paid for a purchase that is not known here: no reports were added',
  wrong_amount: 'Another amount than the price of the plan: no reports were added',
  wrong_page: 'Paid on another page than the one that was opened: no reports were added',
  no_account: 'Paid for an account that was deleted: no reports were added',
  disputed: 'The buyer’s bank wants the money back: the reports are still there',
};

type ReadOutcome = OperatorUse['sites'][number]['days'][number]['outcomes'][number]['outcome'];
const READ_WORDS: Partial<Record<ReadOutcome, string>> = {
  read: 'Read',
  source_blocked: 'Refused by the site',
  source_unreachable: 'Site not reached',
  lot_not_found: 'No such lot',
  wrong_number_kind: 'Wrong kind of number',
  layout_changed: 'Page not understood',
  several_lots: 'Several lots on the page',
  extraction_failed: 'No lot on the page',
};

/** `some_code` → `Some code`. */
export const codeWords = (code: string): string => {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What came of asking a site for a lot. */
export const readWords = (outcome: ReadOutcome): string => READ_WORDS[outcome] ?? codeWords(outcome);

/** How long something has waited: `under a minute`, `5 min`, `3 h`, `2 days`. */
export function waitWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'under a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}

/** `1 report`, `2 reports`, `1,204 reports`. */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;

/** An account's reports are counted up to here: this many, or more. */
export const COUNTED_REPORTS = 1_000;
/** A count that ends where reports are counted no further. */
export const orMore = (count: number): string =>
  count < COUNTED_REPORTS ? String(count) : `${COUNTED_REPORTS.toLocaleString('en-US')} or more`;
export const reportsHad = (count: number): string =>
  count < COUNTED_REPORTS ? counted(count, 'report') : `${orMore(count)} reports`;

/** What an entry of the audit log tells besides: `text: abc · users: 3`; long lists by their length. */
export function detailWords(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== '' && value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => {
      const said = Array.isArray(value) ? (value.length > 2 ? value.length : value.join(', ')) : value;
      return `${codeWords(name)}: ${typeof said === 'object' ? JSON.stringify(said) : String(said)}`;
    })
    .join(' · ');
}
