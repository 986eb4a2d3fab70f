import type pg from 'pg';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import { wholeDollars } from '../../contract/report-view/figures.ts';
import { examinedWords } from '../../contract/report-view/head/examined.ts';
import type { StoredLot } from '../../contract/schemas/lot.ts';
import { inTransaction } from '../../server/db/client.ts';
import { GiveUp } from '../../server/errors.ts';
import { lotByKey } from '../../server/lots/scrape-lot.ts';
import { reportEngine } from '../../server/pipeline/run/report-engine.ts';
import { type Engine, runReport } from '../../server/pipeline/run/run-report.ts';
import { queueReportMail } from '../../server/reports/report-emails.ts';
import { addFinishedReport, addSignedIn, repeatingEngine } from './finished-report.ts';
import { addReport } from './seed.ts';
import { startService, type TestService, until } from './service.ts';

let service: TestService;
let lot: StoredLot;
beforeAll(async () => {
  service = await startService(inject('databaseServer'));
  lot = await lotByKey(service.tools.lots, String((await enterLot(service)).lot_key));
});
afterAll(() => service.close());

/** A lot typed in: read without asking anybody. */
const enterLot = async (of: TestService) =>
  (
    await of.call('POST', 'auction/enter_lot', {
      json: { year: 2016, make: 'Infiniti', model: 'QX60', primary_damage: 'FRONT END' },
    })
  ).json;

type Letter = Email & { raw: string };
const header = ({ headers }: Letter, name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value;
const linkIn = (letter: Letter, path: RegExp): string => path.exec(letter.text ?? '')?.[0] ?? 'none';

/** A signed-in account and the mails to it, once nothing waits any more. */
async function member(of = service) {
  const { userId, token } = await addSignedIn(of);
  const { rows } = await of.tools.pool.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [
    userId,
  ]);
  const email = rows[0]?.email ?? '';
  return {
    userId,
    token,
    async letters(): Promise<Letter[]> {
      await until('no mail waits', 30_000, async () => {
        const waiting = await of.tools.pool.query('SELECT 1 FROM mails WHERE sent_at IS NULL');
        return waiting.rowCount === 0;
      });
      const { outbox } = of.tools;
      const all = await Promise.all(
        (await outbox.list()).map(async (id) => {
          const bytes = (await outbox.read(id)) ?? Buffer.alloc(0);
          return { ...(await PostalMime.parse(bytes)), raw: bytes.toString() };
        }),
      );
      return all.filter(({ to }) => to?.[0]?.address === email);
    },
    mails: async (json: Record<string, boolean>) =>
      of.call('PATCH', 'users/me/preferences', { token, json: { mails: json } }),
    /** A report run here to its end; `change` is what is otherwise than in the service. */
    async run(change: Partial<Engine<never, never>> = {}): Promise<string> {
      const id = await addReport(of.tools.pool, userId, lot);
      await again(id, change);
      return id;
    },
  };
}

async function again(id: string, change: Partial<Engine<never, never>> = {}): Promise<string> {
  const engine = { ...repeatingEngine(service), ...(change as object) };
  return (await runReport(engine, id, AbortSignal.timeout(200_000))).kind;
}

const statusOf = async (id: string): Promise<string | undefined> =>
  (await service.tools.pool.query<{ status: string }>('SELECT status FROM reports WHERE id = $1', [id]))
    .rows[0]?.status;

const failing = (): Partial<Engine<never, never>> => {
  const { steps } = reportEngine(service.tools);
  const refused = async () => {
    throw new GiveUp('lot_not_found', 'The lot is no longer listed.');
  };
  return { steps: { ...steps, create_task: { ...steps.create_task, run: refused } } as never };
};

describe('a mail about a report', () => {
  test('tells its owner once that it is ready, with the figures of its page and links to it', async () => {
    const owner = await member();
    const id = await owner.run();
    const [letter, ...more] = await owner.letters();
    if (!letter) throw new Error('no letter');
    expect(more).toEqual([]);
    expect(letter.subject).toBe('Report ready: 2016 Infiniti QX60');
    const page = await service.call('GET', `reports/${id}`, { token: owner.token });
    const { report } = reportDetailSchema.parse(page.json);
    const { low, likely, high } = report?.headline.repair ?? { low: 0, likely: 0, high: 0 };
    for (const text of [letter.text ?? '', letter.html ?? '']) {
      expect(text).toContain(`${wholeDollars(likely)} (${wholeDollars(low)} to ${wholeDollars(high)})`);
      expect(text).toContain(report ? examinedWords(report) : 'none');
      expect(text).toContain(`http://lotlens.test/reports/${id}`);
      expect(text).toContain('http://lotlens.test/unsubscribe?token=');
    }
    expect(header(letter, 'list-unsubscribe')).toMatch(
      /^<http:\/\/lotlens\.test\/api\/v1\/mails\/unsubscribe\?token=[\w.-]+>$/,
    );
    expect(header(letter, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  test('tells of one that failed why, that it was not charged, and how many are left', async () => {
    const owner = await member();
    const id = await owner.run(failing());
    expect(await statusOf(id)).toBe('create_task_failed');
    const [letter, ...more] = await owner.letters();
    expect(more).toEqual([]);
    expect(letter?.subject).toBe('Report failed, not charged: 2016 Infiniti QX60');
    expect(letter?.text).toContain('The lot is no longer listed.');
    expect(letter?.text).toContain('Reports left: 3.');
  });

  test('is not sent of a report its owner canceled, nor of one that is nobody’s', async () => {
    const owner = await member();
    const id = await addReport(service.tools.pool, owner.userId, lot);
    expect((await service.call('POST', `reports/${id}/cancel`, { token: owner.token })).status).toBe(200);
    await again(await addReport(service.tools.pool, null, lot));
    expect(await owner.letters()).toEqual([]);
  });

  test('is sent of a link that was made only to those who want it, once', async () => {
    const owner = await member();
    const share = async () =>
      service.call('POST', `reports/${await addFinishedReport(service, owner.userId)}/share`, {
        token: owner.token,
      });
    await share();
    expect(await owner.letters()).toEqual([]);
    await owner.mails({ report_shared: true });
    const id = await addFinishedReport(service, owner.userId);
    for (const _ of ['first', 'again'])
      await service.call('POST', `reports/${id}/share`, { token: owner.token });
    const letters = await owner.letters();
    expect(letters.map(({ subject }) => subject?.startsWith('Link made to your report'))).toEqual([true]);
    expect(letters[0]?.text).not.toContain('/shared/');
  });

  test('is sent once though a worker dies between queueing it and ending the report', async () => {
    const owner = await member();
    const id = await addReport(service.tools.pool, owner.userId, lot);
    const dies = async (
      client: pg.PoolClient,
      ...end: Parameters<typeof service.tools.reportEnded> extends [unknown, ...infer Rest] ? Rest : never
    ): Promise<void> => {
      await service.tools.reportEnded(client, ...end);
      await client.query('SELECT pg_terminate_backend(pg_backend_pid())');
    };
    await expect(again(id, { ended: dies })).rejects.toThrow();
    expect(await owner.letters()).toEqual([]);
    expect(await again(id)).toBe('finished');
    expect(await again(id)).toBe('gone');
    expect(await owner.letters()).toHaveLength(1);
  });

  test('that can not be queued costs the mail, not the report', async () => {
    const owner = await member();
    const queue = {
      send: async () => {
        throw new Error('the queue is away');
      },
    };
    const id = await owner.run({
      ended: (client, run) => queueReportMail(client, { ...service.tools, queue }, run, 'report_ready'),
    });
    expect(await statusOf(id)).toBe('finished');
    expect(await owner.letters()).toEqual([]);
  });

  test('is not sent once its report is gone', async () => {
    const owner = await member();
    const id = await addFinishedReport(service, owner.userId);
    await inTransaction(service.tools.pool, async (client) => {
      await queueReportMail(client, service.tools, { userId: owner.userId, reportId: id }, 'report_ready');
      await client.query('DELETE FROM reports WHERE id = $1', [id]);
    });
    expect(await owner.letters()).toEqual([]);
  });
});

describe('stopping such mails', () => {
  const stop = async (address: string, payload: string, type: string) =>
    await service.app.inject({
      method: 'POST',
      url: address.replace('http://lotlens.test', ''),
      headers: { 'content-type': type },
      payload,
    });

  test.each([
    ['a form', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
    [
      'a form in parts',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      'multipart/form-data; boundary=b',
    ],
  ])(
    'takes one press in a mail program, sent as %s, without signing in',
    async (_, payload, type) => {
      const owner = await member();
      await owner.run();
      const [letter] = await owner.letters();
      if (!letter) throw new Error('no letter');
      const address = header(letter, 'list-unsubscribe')?.slice(1, -1) ?? '';
      const stopped = await stop(address, payload, type);
      expect([stopped.statusCode, stopped.json()]).toEqual([
        200,
        { mail: 'report_ready', message: 'You will get no more emails when a report is ready.' },
      ]);
      expect((await stop(address, payload, type)).statusCode).toBe(200);
      await owner.run();
      await owner.run(failing());
      const subjects = (await owner.letters()).map(({ subject }) => subject?.split(':')[0]);
      expect(subjects.toSorted()).toEqual(['Report failed, not charged', 'Report ready']);
    },
    120_000,
  );

  test('takes the link of the mail as the page sends it; opened in a browser its address leads to that page', async () => {
    const owner = await member();
    await owner.run(failing());
    const [letter] = await owner.letters();
    if (!letter) throw new Error('no letter');
    const token = linkIn(letter, /(?<=unsubscribe\?token=)\S+/);
    const opened = await service.app.inject({ url: `/api/v1/mails/unsubscribe?token=${token}` });
    expect([opened.statusCode, opened.headers.location]).toEqual([302, `/unsubscribe?token=${token}`]);
    const untouched = await service.call('GET', 'users/me/preferences', { token: owner.token });
    expect(untouched.json.mails).toMatchObject({ report_failed: true });
    expect((await service.call('POST', `mails/unsubscribe?token=${token}`)).status).toBe(200);
    const stopped = await service.call('GET', 'users/me/preferences', { token: owner.token });
    expect(stopped.json.mails).toEqual({
      report_ready: true,
      report_failed: false,
      report_shared: false,
      lot_changed: true,
      sale_soon: true,
    });
  });

  test('takes no link that was not mailed', async () => {
    const [one, other] = [await member(), await member()];
    await one.run(failing());
    const [letter] = await one.letters();
    if (!letter) throw new Error('no letter');
    const token = linkIn(letter, /(?<=unsubscribe\?token=)\S+/);
    for (const forged of [
      token.replace(one.userId, other.userId),
      token.replace('report_failed', 'report_ready'),
      token.slice(0, -1),
      `${token}x`,
      'x',
    ]) {
      const answer = await service.call('POST', `mails/unsubscribe?token=${encodeURIComponent(forged)}`);
      expect([forged, answer.status, answer.json.code]).toEqual([forged, 400, 'invalid_token']);
    }
    await service.tools.pool.query('DELETE FROM users WHERE id = $1', [one.userId]);
    expect((await service.call('POST', `mails/unsubscribe?token=${token}`)).status).toBe(400);
  });
});

test('without PUBLIC_URL its links stand on the address its owner asked for the report at', async () => {
  const bare = await startService(inject('databaseServer'), { environment: { PUBLIC_URL: '' } });
  try {
    const owner = await member(bare);
    const entered = await enterLot(bare);
    const started = await bare.call('POST', 'auction/process_report', {
      token: owner.token,
      json: { auction_url: entered.url, lot_key: entered.lot_key },
      headers: { host: 'shop.lan:3000', origin: 'http://shop.lan:3000' },
    });
    expect(started.status).toBe(200);
    const letter = await until('the mail', 60_000, async () => (await owner.letters())[0]);
    expect(letter.text).toContain(`http://shop.lan:3000/reports/${String(started.json.report_id)}`);
  } finally {
    await bare.close();
  }
});
