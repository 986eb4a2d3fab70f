import { z } from 'zod';
import type { Preflight, ScrapeAnswer } from '../contract/api/auction-answers.ts';
import type { BatchEntry } from '../contract/board/board-lots.ts';
import type { KeptDealerPart } from '../contract/dealer-page/opened-page.ts';

/** What the panel on a page asks of the extension's own script, which alone knows the key and talks to LotLens. */
export const requestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('connection') }),
  z.object({ kind: z.literal('open_settings') }),
  /** Of the button on a page. */
  z.object({ kind: z.literal('open_panel') }),
  z.object({ kind: z.literal('known_report'), link: z.string() }),
  z.object({ kind: z.literal('hand_over'), link: z.string(), pages: z.array(z.string()) }),
  /** `photo`: base64 as the page has it; null where the page may not read it. */
  z.object({
    kind: z.literal('photo'),
    lot_key: z.string(),
    url: z.string(),
    photo: z.string().nullable(),
  }),
  /** `vin`: as its user says, where the page names none. */
  z.object({
    kind: z.literal('dealer_page'),
    link: z.string(),
    page: z.string(),
    vin: z.string().nullable(),
  }),
  z.object({ kind: z.literal('preflight'), lot_key: z.string() }),
  z.object({ kind: z.literal('quota') }),
  /** `attempt` is the same however often one press is sent: it is one report. */
  z.object({
    kind: z.literal('start'),
    auction_url: z.string(),
    lot_key: z.string(),
    attempt: z.string(),
  }),
  z.object({ kind: z.literal('compare'), link: z.string(), pages: z.array(z.string()) }),
  z.object({ kind: z.literal('board'), auction_url: z.string(), lot_key: z.string() }),
  z.object({ kind: z.literal('progress'), report_id: z.string() }),
]);
export type Request = z.infer<typeof requestSchema>;

/** A report, and where its page is. */
export type ReportPlace = { report_id: string; address: string };

/** What became of a lot that was put on the board, and where that is; `report`: of a lot that has one. */
export type OnBoard = {
  state: BatchEntry['state'];
  reason: string | null;
  address: string;
  report: ReportPlace | null;
};

/** Where a report stands; figures in US dollars once it is ready. */
export type Progress = {
  /** Of its vehicle; null until it is read. */
  name: string | null;
  outcome: 'in_progress' | 'ready' | 'failed' | 'cancelled';
  label: string;
  progress: number;
  message: string;
  repair: { low: number; likely: number; high: number } | null;
  verdict: string | null;
};

/** What each request is answered. */
export type Answers = {
  connection: { address: string } | null;
  open_settings: null;
  open_panel: null;
  /** `readable`: this extension started it, and may follow it. */
  known_report: (ReportPlace & { readable: boolean }) | null;
  hand_over: ScrapeAnswer;
  dealer_page: KeptDealerPart;
  photo: { held: boolean };
  preflight: Preflight;
  quota: { left: number };
  start: ReportPlace;
  /** What changed of the lot since its report, in words. */
  compare: { watched: boolean; changes: string[]; bid: { now: number; max_bid: number | null } | null };
  board: OnBoard;
  progress: Progress;
};

/** `reason`: `details.reason` of a refusal. */
export type Fault = { code: string | null; reason: string | null; message: string };
export type Answer<Kind extends Request['kind']> =
  | { ok: true; value: Answers[Kind] }
  | { ok: false; fault: Fault };
