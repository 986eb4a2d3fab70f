import * as api from '../../contract/api.ts';
import type { EnterLotRequest, ProcessReportRequest, ScrapeAnswer } from '../../contract/calls.ts';
import { call } from './call.ts';

export type ScrapedLot = ScrapeAnswer;

/** Reads a lot; `pages` are the lot's page as the user has it, in which case the server fetches nothing. */
export const scrapeLot = (link: string, pages?: string[]) =>
  call(api.scrape, { json: { auction_link: link, ...(pages === undefined ? {} : { page: pages }) } });

/** A lot entered by hand, with own photos. */
export const enterLot = (entry: EnterLotRequest) => call(api.enterLot, { json: entry });

/** Starts a report; `key` makes a repeated click the same request. */
export const processReport = (request: ProcessReportRequest, key: string) =>
  call(api.processReport, { json: request, headers: { 'idempotency-key': key } });
