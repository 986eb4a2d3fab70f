import type { EnterLotRequest, ScrapeAnswer, ScrapeListRequest } from '../../contract/api/auction-answers.ts';
import * as api from '../../contract/api/auction-calls.ts';
import type { ProcessReportRequest } from '../../contract/calls.ts';
import { call } from './call.ts';

export type ScrapedLot = ScrapeAnswer;

/** Reads a lot; `pages` are the lot's page as the user has it, in which case the server fetches nothing. */
export const scrapeLot = (link: string, pages?: string[], choice?: string) =>
  call(api.scrape, { json: { auction_link: link, page: pages, choice } });

/** Several lots: links, or the file of a list. */
export const scrapeList = (list: ScrapeListRequest) => call(api.scrapeList, { json: list });

/** What a report of a lot would rest on, as of now. */
export const readPreflight = (lot_key: string) => call(api.preflight, { query: { lot_key } });

/** A lot entered by hand, with own photos. */
export const enterLot = (entry: EnterLotRequest) => call(api.enterLot, { json: entry });

/** Starts a report; `key` makes a repeated click the same request. */
export const processReport = (request: ProcessReportRequest, key: string) =>
  call(api.processReport, { json: request, headers: { 'idempotency-key': key } });
