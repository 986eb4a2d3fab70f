import * as calls from '../calls.ts';
import { compareLotAnswerSchema } from '../watch/lot-change.ts';
import type { ApiCall } from './api-call.ts';
import {
  compareLotRequestSchema,
  enterLotRequestSchema,
  handOverPhotoAnswerSchema,
  handOverPhotoRequestSchema,
  lotReportAnswerSchema,
  lotReportQuerySchema,
  preflightQuerySchema,
  preflightSchema,
  scrapeAnswerSchema,
  scrapeListAnswerSchema,
  scrapeListRequestSchema,
  scrapeRequestSchema,
} from './auction-answers.ts';

/** Lots, and the reports that are made of them. */

const MIB = 1024 * 1024;
const PDF = ['application/pdf'] as const;
/** A lot that can't be read, by its cause. */
const UNREAD = [
  'unsupported_url',
  'wrong_number_kind',
  'lot_not_found',
  'extraction_failed',
  'layout_changed',
  'several_lots',
  'source_blocked',
  'source_unreachable',
] as const;

export const scrape = {
  method: 'POST',
  path: '/auction/scrape',
  auth: 'optional',
  plain: true,
  key: ['lots:hand_over', 'lots:read'],
  extensions: 'paired',
  operation: 'scrapeLot',
  tag: 'auction',
  summary: 'Read a lot',
  description:
    'Reads the lot behind a link, or from the pages sent along; where the site refuses, by licensed lot data if any is configured, which also knows lots by a VIN or number alone. Without it such text is refused with the pages to open. An Idempotency-Key makes a repeated call with pages one call.',
  body: scrapeRequestSchema,
  body_limit: 66 * MIB,
  answer: scrapeAnswerSchema,
  says_success: true,
  errors: [...UNREAD, 'idempotency_conflict', 'rate_limited'],
} as const satisfies ApiCall;

export const scrapeList = {
  method: 'POST',
  path: '/auction/scrape_list',
  auth: 'optional',
  key: ['lots:read'],
  operation: 'scrapeList',
  tag: 'auction',
  summary: 'Read several lots',
  description:
    'Up to 25 links, each counted and read as a call of scrapeLot; or the CSV file of a list (Copart’s export of a search or watch list, its Sales Data), up to 2 MB and 250 rows, of which nothing is fetched. Every link or row is answered, in its order, by its lot or by why there is none.',
  body: scrapeListRequestSchema,
  body_limit: 3 * MIB,
  answer: scrapeListAnswerSchema,
  says_success: true,
  errors: ['rate_limited'],
} as const satisfies ApiCall;

export const enterLot = {
  method: 'POST',
  path: '/auction/enter_lot',
  auth: 'optional',
  key: ['lots:read'],
  operation: 'enterLot',
  tag: 'auction',
  summary: 'Enter a lot by hand',
  body: enterLotRequestSchema,
  body_limit: 120 * MIB,
  answer: scrapeAnswerSchema,
  says_success: true,
  errors: ['idempotency_conflict', 'rate_limited'],
} as const satisfies ApiCall;

export const handOverPhoto = {
  method: 'POST',
  path: '/auction/lot_photo',
  auth: 'bearer',
  key: ['lots:hand_over', 'lots:read'],
  extensions: 'paired',
  operation: 'handOverPhoto',
  tag: 'auction',
  summary: 'Hand over a photo of a lot',
  description:
    'For a lot whose page was handed over to scrapeLot: a photo it lists, where its server gives it to browsers alone. One that is held already is left as it is.',
  body: handOverPhotoRequestSchema,
  body_limit: 16 * MIB,
  answer: handOverPhotoAnswerSchema,
  errors: ['lot_not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const preflight = {
  method: 'GET',
  path: '/auction/preflight',
  auth: 'optional',
  key: ['lots:hand_over', 'lots:read'],
  extensions: 'paired',
  operation: 'readPreflight',
  tag: 'auction',
  summary: 'What a report of a lot would rest on',
  description:
    'As `preflight` of scrapeLot, as of now: photos come in and the range is calculated after that answer. Charges nothing.',
  query: preflightQuerySchema,
  answer: preflightSchema,
  errors: ['lot_not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const lotReport = {
  method: 'GET',
  path: '/auction/lot_report',
  auth: 'bearer',
  key: ['reports:read_own', 'reports:read'],
  extensions: 'paired',
  operation: 'findLotReport',
  tag: 'auction',
  summary: 'The report of a lot that its user has already',
  description:
    'The newest report of the lot behind a link, in progress or finished, however the lot came in: asked before another one is started. An access key is told of every report of its user, and which of them it may read.',
  query: lotReportQuerySchema,
  answer: lotReportAnswerSchema,
  errors: ['unsupported_url'],
} as const satisfies ApiCall;

export const compareLot = {
  method: 'POST',
  path: '/auction/compare_lot',
  auth: 'bearer',
  key: ['lots:hand_over'],
  extensions: 'paired',
  operation: 'compareLot',
  tag: 'auction',
  summary: 'Compare a lot’s page with the report of it',
  description:
    'For a page that its user has open: sale date, listed values, listing and facts of the lot are compared with its caller’s finished reports of it. Nothing is fetched, charged or kept but what changed, which stands on the board and goes out by mail or notification.',
  body: compareLotRequestSchema,
  body_limit: 66 * MIB,
  answer: compareLotAnswerSchema,
  errors: [...UNREAD, 'rate_limited'],
} as const satisfies ApiCall;

export const processReport = {
  method: 'POST',
  path: '/auction/process_report',
  auth: 'bearer',
  key: ['reports:create', 'reports:write'],
  extensions: 'paired',
  operation: 'processReport',
  tag: 'auction',
  summary: 'Start a report',
  description:
    'Answers at once; the report is made meanwhile. An Idempotency-Key makes a repeated call one report. Progress: getReport, listReports or the socket.',
  body: calls.processReportRequestSchema,
  answer: calls.processReportAnswerSchema,
  says_success: true,
  errors: [
    'quota_exceeded',
    'unsupported_url',
    'unsupported_make',
    'lot_not_found',
    'idempotency_conflict',
    'rate_limited',
  ],
} as const satisfies ApiCall;

export const generateReport = {
  method: 'POST',
  path: '/auction/generate_report',
  auth: 'bearer',
  key: ['reports:read'],
  operation: 'generateReport',
  tag: 'auction',
  summary: 'The report as PDF',
  body: calls.generateReportRequestSchema,
  answer: PDF,
  errors: ['not_found', 'report_not_ready', 'rate_limited'],
} as const satisfies ApiCall;
