import { browser } from 'wxt/browser';
import * as account from '../../contract/api/account-calls.ts';
import * as auction from '../../contract/api/auction-calls.ts';
import { startBatch } from '../../contract/api/board/board-calls.ts';
import { report } from '../../contract/api/report-calls.ts';
import { outcomeOf, stageOf } from '../../contract/report-status.ts';
import { verdictWords } from '../../contract/report-view/head/verdict-words.ts';
import { changeWords } from '../../contract/report-view/watch/change-words.ts';
import type { Answers, Progress, ReportPlace, Request } from '../messages.ts';
import { WORDS } from '../words.ts';
import { callLotLens, LotLensFault } from './call-lotlens.ts';
import { type Connection, keepConnection, readConnection } from './connection.ts';
import { photoOf } from './photo-of.ts';

const placeOf = ({ address }: Connection, report_id: string): ReportPlace => ({
  report_id,
  address: `${address}/reports/${report_id}`,
});

type Asked<Kind extends Request['kind']> = Extract<Request, { kind: Kind }>;

/** What each request of the panel leads to, with the LotLens this extension is connected to. */
const DO: {
  [Kind in Exclude<Request['kind'], 'connection' | 'open_settings' | 'open_panel'>]: (
    connection: Connection,
    request: Asked<Kind>,
  ) => Promise<Answers[Kind]>;
} = {
  known_report: async (connection, { link }) => {
    const known = await callLotLens(connection, auction.lotReport, { query: { auction_link: link } }).catch(
      (error: unknown) => {
        // A LotLens older than this extension does not know the call.
        if (error instanceof LotLensFault && error.code === 'not_found') return { report: null };
        throw error;
      },
    );
    return (
      known.report && { ...placeOf(connection, known.report.report_id), readable: known.report.readable }
    );
  },
  hand_over: (connection, { link, pages }) =>
    callLotLens(connection, auction.scrape, { json: { auction_link: link, page: pages } }),
  photo: async (connection, { lot_key, url, photo }) => {
    const bytes = photo ?? (await photoOf(url));
    if (bytes === null) return { held: false };
    const { held } = await callLotLens(connection, auction.handOverPhoto, {
      json: { lot_key, url, photo: bytes },
    });
    return { held };
  },
  dealer_page: (connection, { link, page, vin }) =>
    callLotLens(connection, account.keepDealerPage, { json: { link, page, vin } }),
  preflight: (connection, { lot_key }) => callLotLens(connection, auction.preflight, { query: { lot_key } }),
  quota: async (connection) => ({
    left: (await callLotLens(connection, account.quota)).available_reports,
  }),
  start: async (connection, { auction_url, lot_key, attempt }) => {
    const { report_id } = await callLotLens(connection, auction.processReport, {
      json: { auction_url, lot_key },
      headers: { 'idempotency-key': attempt },
    });
    return placeOf(connection, report_id);
  },
  compare: async (connection, { link, pages }) => {
    const { watched, changes, bid } = await callLotLens(connection, auction.compareLot, {
      json: { auction_link: link, page: pages },
    });
    return { watched, changes: changes.map(changeWords), bid };
  },
  board: async (connection, { auction_url, lot_key }) => {
    const { entries } = await callLotLens(connection, startBatch, {
      json: { lots: [{ link: auction_url, lot_key }], confirm: true },
    }).catch((error: unknown) => {
      // Its key was made before lots could be put on the board from here.
      if (error instanceof LotLensFault && error.code === 'insufficient_scope')
        throw new LotLensFault(error.code, WORDS.boardNotAllowed);
      throw error;
    });
    const [entry] = entries;
    if (entry === undefined) throw new LotLensFault(null, WORDS.unexpected);
    const { state, reason, report_id } = entry;
    return {
      state,
      reason,
      address: `${connection.address}/board`,
      report: report_id === null ? null : placeOf(connection, report_id),
    };
  },
  progress: async (connection, { report_id }): Promise<Progress> => {
    const detail = await callLotLens(connection, report, { params: { report_id } });
    return {
      name: detail.model_name,
      outcome: outcomeOf(detail.task_status, detail.error_code),
      label: stageOf(detail.task_status).label,
      progress: detail.progress,
      message: detail.message,
      repair: detail.report?.headline.repair ?? null,
      verdict: detail.report === null ? null : verdictWords(detail.report),
    };
  },
};

/** Does what a panel asks. Throws LotLensFault; one that the key is no longer good for forgets the connection. */
export async function answerRequest(request: Request): Promise<Answers[Request['kind']]> {
  const connection = await readConnection();
  if (request.kind === 'connection') return connection && { address: connection.address };
  if (request.kind === 'open_settings' || request.kind === 'open_panel') {
    await browser.runtime.openOptionsPage();
    return null;
  }
  if (connection === null) throw new LotLensFault('invalid_token', WORDS.notConnected);
  const act = DO[request.kind] as (
    connection: Connection,
    request: Request,
  ) => Promise<Answers[Request['kind']]>;
  try {
    return await act(connection, request);
  } catch (error) {
    if (!(error instanceof LotLensFault) || error.code !== 'invalid_token') throw error;
    await keepConnection(null);
    throw new LotLensFault('invalid_token', WORDS.connectAgain);
  }
}
