import { z } from 'zod';
import { pause } from '../../server/concurrency/pause.ts';

/** The sample account of a service that was started with SAMPLES and this password. */
export const SAMPLE = { email: 'demo@lotlens.example', password: 'sample-password-1' };

/** A service as one of its users has it; by the calls of the specification alone, which every commit has. */
export type ReportClient = {
  /** Makes a report of a lot of the stand-in to its end; answers its id. Throws where it fails. */
  makeReport(lot: string): Promise<string>;
  print(reportId: string): Promise<ArrayBuffer>;
};

const tokenSchema = z.object({ access_token: z.string() });
const startedSchema = z.object({ report_id: z.string() });
const listSchema = z.array(z.object({ report_id: z.string(), task_status: z.string() }));

/** Signed in as the sample account; `token` is good for some minutes, so each call asks again once it was refused. */
export function reportClient(origin: string): ReportClient {
  let token = '';
  const signIn = async (): Promise<void> => {
    const answer = await fetch(`${origin}/api/v1/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({ username: SAMPLE.email, password: SAMPLE.password }),
    });
    token = tokenSchema.parse(await answer.json()).access_token;
  };
  const call = async (way: string, body?: unknown): Promise<Response> => {
    const ask = (): Promise<Response> =>
      fetch(`${origin}/api/v1/${way}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    let answer = await ask();
    if (answer.status === 401) {
      await signIn();
      answer = await ask();
    }
    if (!answer.ok) throw new Error(`${way} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  return {
    async makeReport(lot) {
      const link = `https://www.copart.com/lot/${lot}`;
      const started = await call('auction/process_report', { auction_url: link });
      const { report_id: id } = startedSchema.parse(await started.json());
      for (;;) {
        const list = listSchema.parse(await (await call('users/get_reports')).json());
        const status = list.find(({ report_id }) => report_id === id)?.task_status ?? '';
        if (status === 'finished') return id;
        if (status.endsWith('_failed')) throw new Error(`the report of lot ${lot} failed at ${status}`);
        await pause(500);
      }
    },
    print: async (reportId) =>
      await (await call('auction/generate_report', { report_id: reportId })).arrayBuffer(),
  };
}
