import fs from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { STEP_NAMES } from '../../contract/report-status.ts';
import { buildApp } from '../../server/app.ts';
import { readServiceState } from '../../server/db/service/service-figures.ts';
import { GiveUp } from '../../server/errors.ts';
import { openMetricsPort } from '../../server/http/metrics/metrics.routes.ts';
import { checkLedger } from '../../server/metrics/check-ledger.ts';
import { reportEngine } from '../../server/pipeline/run/report-engine.ts';
import { runReport } from '../../server/pipeline/run/run-report.ts';
import { addSignedIn, makeSampleReport } from './finished-report.ts';
import { addReport, addUser } from './seed.ts';
import { startService, type TestService, until } from './service.ts';

const root = path.join(import.meta.dirname, '..', '..');
const TOKEN = 'a-token-for-prometheus';
/** A service that made a report, failed one, and was refused by a site. */
let service: TestService;
let site: Server;
beforeAll(async () => {
  site = createServer((_, response) => response.writeHead(403).end('no'));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  service = await startService(inject('databaseServer'), {
    environment: {
      METRICS_TOKEN: TOKEN,
      SOURCE_ORIGINS: JSON.stringify({ 'https://www.iaai.com': `http://127.0.0.1:${port}` }),
    },
  });
  const owner = await addUser(service.tools.pool, 3);
  await makeSampleReport(service, owner);
  await failReport(owner);
  const { token } = await addSignedIn(service);
  await service.call('POST', 'auction/scrape', {
    token,
    json: { auction_link: 'https://www.iaai.com/VehicleDetail/45678901~US' },
  });
});
afterAll(async () => {
  await service.close();
  site.closeAllConnections();
  site.close();
});

async function failReport(owner: string): Promise<void> {
  const engine = reportEngine(service.tools);
  const run = async () => {
    throw new GiveUp('lot_not_found', 'The lot is no longer listed.');
  };
  const steps = { ...engine.steps, create_task: { ...engine.steps.create_task, run } };
  const id = await addReport(service.tools.pool, owner);
  const outcome = await runReport({ ...engine, steps }, id, AbortSignal.timeout(200_000));
  expect(outcome.kind).toBe('failed');
}

const ask = (authorization?: string, url = '/metrics') =>
  service.app.inject({ url, headers: authorization === undefined ? {} : { authorization } });
const scraped = async (): Promise<string> => {
  const answer = await ask(`Bearer ${TOKEN}`);
  expect(answer.statusCode).toBe(200);
  return answer.body;
};
/** The value of a series by its name and labels as they are written. */
const figureOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((row) => row.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

describe('/metrics', () => {
  it.each([
    ['no token', undefined],
    ['another token', 'Bearer a-token-for-prometheuS'],
    ['the beginning of it', 'Bearer a-token-for'],
    ['another scheme', `Basic ${TOKEN}`],
  ])('with %s is refused', async (_, authorization) => {
    const answer = await ask(authorization);
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('Bearer realm="LotLens"'),
    ]);
    expect(answer.body).not.toContain('lotlens_');
  });

  it('tells Prometheus what was made, what failed and who refused', async () => {
    const text = await scraped();
    expect(figureOf(text, 'lotlens_report_runs_total{outcome="finished"}')).toBe(1);
    expect(figureOf(text, 'lotlens_report_runs_total{outcome="failed"}')).toBe(1);
    expect(figureOf(text, 'lotlens_report_failures_total{step="create_task",code="lot_not_found"}')).toBe(1);
    for (const step of STEP_NAMES)
      expect(figureOf(text, `lotlens_step_seconds_count{step="${step}",outcome="done"}`)).toBe(1);
    expect(figureOf(text, 'lotlens_step_seconds_count{step="create_task",outcome="failed"}')).toBe(1);
    expect(figureOf(text, 'lotlens_lot_readings_total{site="iaai",outcome="source_blocked"}')).toBe(1);
    expect(figureOf(text, 'lotlens_fetches_total{kind="page",outcome="4xx"}')).toBe(1);
    expect(figureOf(text, 'lotlens_store_calls_total{call="put",outcome="no_room"}')).toBe(0);
    expect(figureOf(text, 'lotlens_database_up')).toBe(1);
    expect(figureOf(text, 'lotlens_workers_alive')).toBe(1);
    expect(figureOf(text, 'lotlens_reports_open{state="waiting"}')).toBe(0);
    expect(figureOf(text, 'lotlens_jobs{job="send-mail",state="gave_up"}')).toBe(0);
    expect(figureOf(text, 'lotlens_model_spend_cap_usd')).toBe(50);
    expect(figureOf(text, 'lotlens_source_calls_cap{source="ebay",period="day"}')).toBe(4000);
    expect(figureOf(text, 'lotlens_pool_size{pool="main"}')).toBe(12);
    expect(figureOf(text, 'lotlens_sockets_open')).toBe(0);
    expect(figureOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });

  it('tells what the last check of the ledger found, and when it was', async () => {
    const { pool } = service.tools;
    await until('the ledger is checked', 30_000, async () => {
      const noted = await pool.query("SELECT 1 FROM service_notes WHERE name = 'ledger'");
      return noted.rowCount === 1;
    });
    const faults = async (): Promise<unknown> => {
      await checkLedger(service.tools);
      const noted = await pool.query<{ details: { faults: number } }>(
        "SELECT details FROM service_notes WHERE name = 'ledger'",
      );
      return noted.rows[0]?.details.faults;
    };
    // The sample report was made for nothing, which no user can.
    expect(await faults()).toBe(1);
    const owner = await addUser(pool, 1);
    await pool.query('UPDATE users SET available_reports = 7 WHERE id = $1', [owner]);
    expect(await faults()).toBe(2);
    await pool.query('UPDATE users SET available_reports = 1 WHERE id = $1', [owner]);
    expect(await faults()).toBe(1);
  });

  it('asks the database at most once in ten seconds, however often it is scraped', async () => {
    const began = performance.now();
    const looks = new Set<number | undefined>();
    for (let n = 0; n < 20; n += 1) looks.add(figureOf(await scraped(), 'lotlens_service_figures_seconds'));
    expect(looks.size).toBeLessThanOrEqual(2 + (performance.now() - began) / 10_000);
  });

  it('names routes by their pattern: no address, id or word of a caller makes a series', async () => {
    const seen = async () =>
      new Set((await scraped()).split('\n').map((line) => line.replace(/ [^ ]*$/, '')));
    const word = 'w0rd-of-a-caller';
    const calls = [
      ['GET', `/api/v1/reports/${crypto.randomUUID()}`],
      ['GET', `/api/v1/${word}`],
      ['GET', `/${word}`],
      ['GET', `/${word}.js`],
      ['GET', `/shared/${word}`],
      ['PROPFIND', `/${word}`],
      ['DELETE', '/health/live'],
    ] as const;
    const send = async (n: number) => {
      for (const [method, url] of calls)
        await service.app.inject({
          method: method as 'GET',
          url: `${url}${n}?q=${word}`,
          headers: { 'x-request-id': word },
        });
    };
    await send(0);
    const before = await seen();
    for (let n = 1; n < 40; n += 1) await send(n);
    const after = await seen();
    expect([...after].filter((series) => !before.has(series))).toEqual([]);
    expect([...after].filter((series) => series.includes(word))).toEqual([]);
    expect([...after].join('\n')).toContain('route="/api/v1/reports/:report_id"');
    expect([...after].join('\n')).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(after.size).toBeLessThan(1_500);
  });

  it('is not there without a token, and takes GET alone', async () => {
    expect((await service.app.inject({ method: 'POST', url: '/metrics' })).statusCode).toBe(405);
    const config = { ...service.config, METRICS_TOKEN: undefined };
    const app = await buildApp({ ...service.tools, config, webFolder: path.join(service.dataDir, 'no-web') });
    expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404);
  });

  it('answers with the last figures while the database does not', async () => {
    const server = inject('databaseServer');
    const other = await startService(server, { worker: false, environment: { METRICS_TOKEN: TOKEN } });
    onTestFinished(() => other.close());
    const { pool } = other.tools;
    // All connections are taken by somebody who waits.
    const held = await Promise.all(Array.from({ length: 12 }, () => pool.connect()));
    const began = performance.now();
    const answer = await other.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(answer.statusCode).toBe(200);
    expect(figureOf(answer.body, 'lotlens_pool_connections{pool="main",state="in_use"}')).toBe(12);
    expect(figureOf(answer.body, 'lotlens_pool_waiting{pool="main"}')).toBe(1);
    for (const client of held) client.release();
  });
});

describe('a port of its own', () => {
  const open = async (token: string | undefined) => {
    const { scrape } = service.tools;
    const log = pino({ level: 'silent' });
    const port = await openMetricsPort({ scrape, log, token, host: '127.0.0.1', port: 0 });
    onTestFinished(() => port.close());
    return port.address;
  };

  it('tells the same to whoever reaches it', async () => {
    const address = await open(undefined);
    const answer = await fetch(address);
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(await answer.text()).toContain('lotlens_report_runs_total{outcome="finished"} 1');
    expect((await fetch(address.replace('/metrics', '/'))).status).toBe(404);
    expect((await fetch(address, { method: 'POST' })).status).toBe(405);
  });

  it('asks for the token where there is one', async () => {
    const address = await open(TOKEN);
    expect((await fetch(address)).status).toBe(401);
    expect((await fetch(address, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
  });
});

describe('reports that wait', () => {
  it('are those that a worker may take: none of the command line, and none before its site asked it to come', async () => {
    const idle = await startService(inject('databaseServer'), { worker: false });
    onTestFinished(() => idle.close());
    const { pool } = idle.tools;
    const of = async () => {
      const { figures } = await readServiceState(pool, []);
      return [figures.reports_waiting, Math.round(figures.oldest_report_s / 60)];
    };
    expect(await of()).toEqual([0, 0]);
    const owner = await addUser(pool, 3);
    // Of the command line, which was broken off an hour ago: nobody will ever take it.
    const alone = await addReport(pool, null);
    const asked = await addReport(pool, owner);
    await pool.query("UPDATE reports SET created_at = now() - interval '1 hour' WHERE id = ANY($1)", [
      [alone, asked],
    ]);
    await pool.query("UPDATE reports SET claimable_at = now() + interval '5 minutes' WHERE id = $1", [asked]);
    expect(await of()).toEqual([1, 0]);
    await pool.query("UPDATE reports SET claimable_at = now() - interval '5 minutes' WHERE id = $1", [asked]);
    expect(await of()).toEqual([1, 5]);
  });
});

describe('the dashboard and the alerts in ops', () => {
  const panels = z.object({
    panels: z.array(
      z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
    ),
  });
  const rules = z.object({
    groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
  });
  const read = (file: string): string => fs.readFileSync(path.join(root, 'ops', file), 'utf8');
  const dashboard = panels.parse(JSON.parse(read('grafana/lotlens.json')));
  const alerts = rules.parse(parse(read('prometheus/alerts.yml'))).groups.flatMap((group) => group.rules);
  const expressions = [
    ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
    ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ];
  /** Names before `{`, `[`, or alone: everything that is no word of the language, no label and no string. */
  const namesIn = (expr: string): string[] =>
    expr.replace(/"[^"]*"/g, '').match(/\b(?:lotlens|nodejs|process)_\w+/g) ?? [];

  it('ask for something each', () => {
    expect(dashboard.panels.length).toBeGreaterThan(30);
    expect(alerts.length).toBeGreaterThan(15);
    // What Prometheus notes itself of every process it asks.
    expect(expressions.filter(([, expr]) => namesIn(expr).length === 0)).toEqual([
      ['Processes that answer', expect.stringContaining('up{')],
      ['LotLensProcessGone', expect.stringContaining('up{')],
    ]);
  });

  it('name only what a service tells that made a report and failed one', async () => {
    const told = new Set((await scraped()).split('\n').flatMap((line) => /^[a-z]\w*/.exec(line)?.[0] ?? []));
    const missing = expressions.flatMap(([title, expr]) =>
      namesIn(expr).flatMap((name) => (told.has(name) ? [] : [`${title}: ${name}`])),
    );
    expect(missing).toEqual([]);
  });

  it('leave out nothing of ours', async () => {
    const told = (await scraped())
      .split('\n')
      .flatMap((line) => /^# TYPE (lotlens_\w+)/.exec(line)?.[1] ?? []);
    const asked = expressions.flatMap(([, expr]) =>
      namesIn(expr).map((name) => name.replace(/_(bucket|count|sum)$/, '')),
    );
    const shown = new Set(asked);
    expect(told.filter((name) => !shown.has(name) && name !== 'lotlens_service_figures_seconds')).toEqual([]);
  });
});
