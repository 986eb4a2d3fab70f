import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { readAuctionLink } from '../../contract/auction-link.ts';
import { createFetchPage } from '../../server/lots/fetch-page.ts';
import { readHere } from '../../server/lots/read-here.ts';
import { readLot } from '../../server/lots/read-lot.ts';
import { createPageRenderer, type RendererOptions } from '../../server/web-fetch/browser.ts';
import type { GuardedFetchOptions } from '../../server/web-fetch/guarded-fetch.ts';
import { fetchFrom, PAGE, startSite, startTrap } from './local-site.ts';

const BROWSER = '/usr/bin/chromium';
const LOT_COMMAND = path.join(import.meta.dirname, '../../server/cli/lot.ts');
const execFileAsync = promisify(execFile);
const found = existsSync(BROWSER);

const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

function rendererFrom(
  site: { origin: string },
  options: Partial<RendererOptions> = {},
  fetchOptions: Partial<GuardedFetchOptions> = {},
) {
  const guardedFetch = fetchFrom(site, fetchOptions);
  const renderer = createPageRenderer({
    browserPath: BROWSER,
    guardedFetch,
    userAgent: 'LotLens/test',
    ...options,
  });
  closers.push(() => renderer.close());
  return renderer;
}

/** A site of pages by path. */
const pages = (byPath: Record<string, { type: string; body: string; headers?: Record<string, string> }>) =>
  startSite((request, response) => {
    const page = byPath[request.url ?? ''];
    response.writeHead(page ? 200 : 404, { 'content-type': page?.type ?? 'text/plain', ...page?.headers });
    response.end(page?.body ?? 'nothing here');
  });

/** A page that tries every way it knows to connect to a port of this machine. */
function reachingFor(tcp: number, udp: number): string {
  const at = `127.0.0.1:${tcp}`;
  return `
    <link rel=preconnect href="http://${at}/a"><link rel=prefetch href="http://${at}/b">
    <link rel=dns-prefetch href="//${at}"><link rel=stylesheet href="http://${at}/c.css">
    <img src="http://${at}/d.png"><iframe src="http://${at}/e"></iframe>
    <script src="http://${at}/f.js"></script><video src="http://${at}/g.mp4"></video>
    <object data="http://${at}/h"></object>
    <script>
      fetch('http://${at}/j').catch(() => {}); navigator.sendBeacon('http://${at}/k');
      try { new WebSocket('ws://${at}/l'); } catch {}
      try { new EventSource('http://${at}/m'); } catch {}
      try { new Worker('http://${at}/n'); } catch {}
      try { new WebTransport('https://127.0.0.1:${udp}/').ready.catch(() => {}); } catch {}
      const peer = new RTCPeerConnection({ iceServers: [
        { urls: 'stun:127.0.0.1:${udp}' },
        { urls: 'turn:${at}?transport=tcp', username: 'a', credential: 'b' },
      ] });
      peer.createDataChannel('x');
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      window.open('http://${at}/o');
      fetch('file:///etc/passwd').catch(() => {});
      fetch('http://[::1]:${tcp}/').catch(() => {});
    </script>still here`;
}

async function startUdpTrap(): Promise<{ port: number; hits: () => number }> {
  let hits = 0;
  const socket = createSocket('udp4', () => {
    hits += 1;
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    socket.close();
  });
  return { port: socket.address().port, hits: () => hits };
}

const html = (body: string) => ({ type: 'text/html', body });

describe.skipIf(!found)(`a page in a real browser (${found ? BROWSER : 'skipped: no chromium here'})`, () => {
  it('comes back as its scripts left it, with what the site’s API told it', async () => {
    const site = await pages({
      '/lot/90000002': {
        ...html(`<title>lot</title><div id=app></div><script src="/app.js"></script>`),
        headers: { 'set-cookie': 'visit=1; Path=/' },
      },
      '/app.js': {
        type: 'text/javascript',
        body: `fetch('/public/data/lotdetails/solr/90000002').then((answer) => answer.json())
          .then((lot) => { document.getElementById('app').textContent = 'Lot ' + lot.ln; });`,
      },
      '/public/data/lotdetails/solr/90000002': { type: 'application/json', body: '{"ln":90000002}' },
    });
    const page = await rendererFrom(site).renderPage({
      url: PAGE,
      keepJson: (url) => url.pathname.startsWith('/public/data/'),
    });
    expect(page).toMatchObject({ url: PAGE, status: 200 });
    expect(page.html).toContain('Lot 90000002');
    expect(page.json.map(({ url, body }) => [url, body.toString()])).toEqual([
      ['https://www.copart.com/public/data/lotdetails/solr/90000002', '{"ln":90000002}'],
    ]);
    expect(site.requests.at(-1)?.headers).toMatchObject({ cookie: 'visit=1', 'user-agent': 'LotLens/test' });
  });

  it('opens the lot page where the site refuses its data to a plain request, and reads what the page was told', async () => {
    const data = '/public/data/lotdetails/solr';
    const details = {
      ln: 90000002,
      ld: '2018 TOYOTA CAMRY SE',
      lcy: 2018,
      mkn: 'TOYOTA',
      dd: 'FRONT END',
      fv: '4T1B11HK1JU******',
    };
    const image = 'https://cs.copart.com/v1/AUTH_svc.pdoc00001/lpp/1126/00000000000000000000000000000001';
    const answers: Record<string, unknown> = {
      [`${data}/90000002`]: { returnCode: 1, data: { lotDetails: details } },
      [`${data}/lotImages/90000002/USA`]: {
        returnCode: 1,
        data: { imagesList: { content: [{ imageTypeEnum: 'IMAGE', fullUrl: `${image}_ful.jpg` }] } },
      },
    };
    const site = await startSite((request, response) => {
      const url = request.url ?? '';
      if (url === '/lot/90000002') {
        response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'visit=1; Path=/' });
        const asks = Object.keys(answers).map((at) => `fetch('${at}')`);
        return response.end(`<title>Copart</title><div id=app></div><script>${asks.join(';')}</script>`);
      }
      // Only who came by the page is told.
      if (!request.headers.cookie?.includes('visit=1')) return response.writeHead(403).end('no');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answers[url] ?? {}));
    });
    const reading = readAuctionLink(PAGE);
    if (!reading.ok) throw new Error(reading.message);
    const fetchPage = createFetchPage(
      (request) => fetchFrom(site).fetch(request),
      rendererFrom(site),
      () => readHere,
    );
    const lot = await readLot(reading.link, fetchPage, readHere);
    expect(lot).toMatchObject({ name: '2018 TOYOTA CAMRY SE', vin: '4T1B11HK1JU******', make: 'Toyota' });
    expect(lot.images.map(({ url }) => url)).toEqual([`${image}_ful.jpg`]);
    // One refusal, one page: it was not asked again and again.
    expect(site.requests.filter(({ url }) => url === '/lot/90000002')).toHaveLength(1);
    expect(site.requests.filter(({ headers }) => headers.cookie === undefined)).toHaveLength(2);
  });

  it('that is a check is a refusal at once: it is asked once more and none of its scripts runs', async () => {
    const site = await startSite((request, response) => {
      if (request.url !== '/lot/90000002') return response.writeHead(403).end('no');
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        '<title>Just a moment...</title><script>setInterval(() => fetch("/checked"), 50)</script>',
      );
    });
    const reading = readAuctionLink(PAGE);
    if (!reading.ok) throw new Error(reading.message);
    const fetchPage = createFetchPage(
      (request) => fetchFrom(site).fetch(request),
      rendererFrom(site, { totalMs: 600_000 }),
      () => readHere,
    );
    await expect(readLot(reading.link, fetchPage, readHere)).rejects.toMatchObject({
      code: 'source_blocked',
    });
    expect(site.requests.map(({ url }) => url)).toEqual([
      '/public/data/lotdetails/solr/90000002',
      '/lot/90000002',
    ]);
  });

  it('leaves nothing behind that keeps a command from ending', async () => {
    const site = await startSite((_, response) => {
      response.writeHead(403, { 'content-type': 'text/html' });
      response.end('<title>Just a moment...</title>');
    });
    const command = execFileAsync(process.execPath, [LOT_COMMAND, PAGE], {
      env: {
        ...process.env,
        BROWSER_PATH: BROWSER,
        SOURCE_ORIGINS: JSON.stringify({ 'https://www.copart.com': site.origin }),
        SAMPLES: 'false',
      },
      timeout: 100_000,
    });
    await expect(command).rejects.toMatchObject({
      code: 3,
      stdout: expect.stringContaining('source_blocked'),
    });
  });

  it('reaches nothing but what the guard allows, whatever it tries', async () => {
    const trap = await startTrap();
    const udp = await startUdpTrap();
    const site = await pages({ '/lot/90000002': html(reachingFor(trap.port, udp.port)) });
    const page = await rendererFrom(site).renderPage({ url: PAGE });
    expect(page.html).toContain('still here');
    expect([trap.hits(), udp.hits()]).toEqual([0, 0]);
  });

  it('would reach them without the guard', async () => {
    const trap = await startTrap();
    const udp = await startUdpTrap();
    const site = await pages({ '/': html(reachingFor(trap.port, udp.port)) });
    const browser = await chromium.launch({ executablePath: BROWSER });
    const page = await browser.newPage();
    await page.goto(site.origin);
    await page.waitForTimeout(1500);
    await browser.close();
    expect(trap.hits()).toBeGreaterThan(5);
    expect(udp.hits()).toBeGreaterThan(0);
  });

  it('of another host is refused', async () => {
    const site = await pages({});
    await expect(rendererFrom(site).renderPage({ url: 'https://evil.test/' })).rejects.toMatchObject({
      name: 'FetchRefused',
      reason: 'host',
    });
    await expect(rendererFrom(site).renderPage({ url: 'file:///etc/passwd' })).rejects.toThrow();
  });

  it('that sends the browser elsewhere does not get it there', async () => {
    const trap = await startTrap();
    const site = await pages({
      '/lot/90000002': html(`here<script>location.href = 'http://127.0.0.1:${trap.port}/'</script>`),
    });
    await rendererFrom(site)
      .renderPage({ url: PAGE })
      .catch(() => {});
    expect(trap.hits()).toBe(0);
  });

  it('is given only so much time', async () => {
    const site = await startSite((request, response) => {
      if (request.url === '/lot/90000002') {
        response.setHeader('content-type', 'text/html');
        response.end('<script src="/never.js"></script>');
      }
    });
    const startedAt = performance.now();
    await expect(rendererFrom(site, { totalMs: 1500 }).renderPage({ url: PAGE })).rejects.toMatchObject({
      name: 'FetchTimeout',
    });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it('that never falls quiet is taken as it stands', async () => {
    const site = await pages({
      '/lot/90000002': html(`ready<script>setInterval(() => fetch('/poll'), 100)</script>`),
      '/poll': { type: 'application/json', body: '{}' },
    });
    const page = await rendererFrom(site, { totalMs: 15_000 }).renderPage({ url: PAGE });
    expect(page.html).toContain('ready');
  });

  it('may be large, but not without end', async () => {
    const site = await pages({
      '/lot/90000002': html(`<script>document.write('x'.repeat(9 * 1024 * 1024))</script>`),
    });
    await expect(rendererFrom(site).renderPage({ url: PAGE })).rejects.toMatchObject({
      name: 'FetchTooLarge',
    });
  });

  it('stops when the caller does', async () => {
    const site = await startSite(() => {});
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('cancelled')), 1000);
    await expect(rendererFrom(site).renderPage({ url: PAGE, signal: stop.signal })).rejects.toThrow(
      'cancelled',
    );
  });

  it('answers with the status of a refusal', async () => {
    const site = await startSite((_request, response) => {
      response.writeHead(403, { 'content-type': 'text/html' }).end('<p>Request unsuccessful.');
    });
    const page = await rendererFrom(site).renderPage({ url: PAGE });
    expect(page.status).toBe(403);
    expect(page.html).toContain('Request unsuccessful.');
  });
});
