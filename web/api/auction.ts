import {
  type EnterLotRequest,
  type ProcessReportRequest,
  processReportAnswerSchema,
  type ScrapeAnswer,
  scrapeAnswerSchema,
} from '../../contract/calls.ts';
import { call } from './call.ts';

export type ScrapedLot = ScrapeAnswer;

/** Reads a lot; `pages` are the lot's page as the user has it, in which case the server fetches nothing. */
export const scrapeLot = (link: string, pages?: string[]) =>
  call(scrapeAnswerSchema, 'auction/scrape', {
    json: { auction_link: link, ...(pages === undefined ? {} : { page: pages }) },
    anonymous: true,
  });

/** A lot entered by hand, with own photos. */
export const enterLot = (entry: EnterLotRequest) =>
  call(scrapeAnswerSchema, 'auction/enter_lot', { json: entry, anonymous: true });

/** Starts a report; `key` makes a repeated click the same request. */
export const processReport = (request: ProcessReportRequest, key: string) =>
  call(processReportAnswerSchema, 'auction/process_report', {
    json: request,
    headers: { 'idempotency-key': key },
  });
