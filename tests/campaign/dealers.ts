import { pause } from '../../server/concurrency/pause.ts';
import type { AskedReport } from './asked-reports.ts';

export const PASSWORD = 'a-dealer-of-the-campaign-1';
/** A call without an answer for so long is made again, ms. */
const LONGEST_CALL_MS = 20_000;
/** A dealer waits no longer than this before the next try, whatever the answer asks for, ms. */
const LONGEST_PAUSE_MS = 5_000;
const FIRST_PAUSE_MS = 500;

export type Dealer = { email: string; token: string | null };

/** What dealers met on their way; all of it is tried again, the same call under the same key. */
export type Met = {
  /** No answer: the connection broke, or nothing came in time. */
  unanswered: number;
  /** 503, and 429 where one account asked too much. */
  later: number;
  /** Answers that no dealer should ever get, each as `status text`. */
  wrong: string[];
};

type Call = { path: string; body: unknown; key?: string };

/** Dealers at the service's two web processes; a call that fails goes to the other one. */
export function createDealers(origins: readonly string[], dealers: readonly Dealer[], signal: AbortSignal) {
  const met: Met = { unanswered: 0, later: 0, wrong: [] };
  let turn = 0;
  const originOf = (): string => origins[turn++ % origins.length] ?? '';

  const signIn = async (origin: string, dealer: Dealer): Promise<void> => {
    const answer = await fetch(`${origin}/api/v1/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({ username: dealer.email, password: PASSWORD }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_CALL_MS)]),
    });
    const { access_token } = (await answer.json()) as { access_token?: string };
    dealer.token = access_token ?? null;
  };

  /** One try; null: there was no answer. */
  const tryCall = async (dealer: Dealer, { path, body, key }: Call): Promise<Response | null> => {
    const origin = originOf();
    try {
      if (dealer.token === null) await signIn(origin, dealer);
      return await fetch(`${origin}/api/v1/${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${dealer.token}`,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_CALL_MS)]),
      });
    } catch {
      // What breaks a connection breaks it in many ways; the caller counts it, and asks again.
      signal.throwIfAborted();
      return null;
    }
  };

  /** Makes a call until it is answered with what it asks for. */
  const call = async (dealer: Dealer, asked: Call): Promise<Buffer> => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const answer = await tryCall(dealer, asked);
      const bytes = answer === null ? null : await answer.arrayBuffer().catch(() => null);
      signal.throwIfAborted();
      if (answer === null || bytes === null) met.unanswered += 1;
      else if (answer.ok) return Buffer.from(bytes);
      else if (answer.status === 401) dealer.token = null;
      else if (answer.status === 503 || answer.status === 429) {
        met.later += 1;
        const asksFor = 1000 * Number(answer.headers.get('retry-after') ?? 0);
        await pause(Math.min(asksFor, LONGEST_PAUSE_MS), signal);
      } else {
        const told = `${answer.status} ${Buffer.from(bytes).toString('utf8', 0, 300)}`;
        met.wrong.push(told);
        // What is wrong with the call itself is so the next time, too.
        if (answer.status < 500) throw new Error(`${asked.path} was answered ${told}`);
      }
      await pause(pauseMs, signal);
    }
  };
  const callJson = async (dealer: Dealer, asked: Call) =>
    JSON.parse((await call(dealer, asked)).toString()) as Record<string, string>;

  const dealerAt = (place: number): Dealer => {
    const found = dealers[place];
    if (!found) throw new Error(`there is no dealer ${place}`);
    return found;
  };

  return {
    met,
    count: dealers.length,
    /** Asks for a report under its key; answers the report's id. */
    async ask(report: AskedReport, photos: readonly Buffer[]): Promise<string> {
      const dealer = dealerAt(report.dealer);
      const { lot, key } = report;
      let body: object;
      if (lot.origin === 'site') body = { auction_url: lot.link };
      else {
        const json = { ...lot.car, photos: lot.photos.map((photo) => photos[photo]?.toString('base64')) };
        const entered = await callJson(dealer, { path: 'auction/enter_lot', body: json, key: `${key}-lot` });
        body = { auction_url: '', lot_key: entered.lot_key };
      }
      const started = await callJson(dealer, { path: 'auction/process_report', body, key });
      return started.report_id ?? '';
    },
    /** The PDF of a finished report. */
    print: (dealer: number, reportId: string): Promise<Buffer> =>
      call(dealerAt(dealer), { path: 'auction/generate_report', body: { report_id: reportId } }),
  };
}
export type Dealers = ReturnType<typeof createDealers>;
