import { setTimeout as delay } from 'node:timers/promises';
import { HOSTILE_BODIES, WORST_BODIES, type WorstBody } from './hostile-texts.ts';

/** What was answered to a body; `ms`: after how long. */
export type Told = { name: string; status: number; text: string; ms: number };
export type SenderOrder =
  | { origin: string; names: string[] }
  /** So many of the worst bodies over so many ms, all from one address; `token`: of the account for calls that need one. */
  | { origin: string; worst: number; overMs: number; address: string; token: string };

const PATHS: Readonly<Record<WorstBody['route'], string | null>> = {
  scrape: 'auction/scrape',
  scrape_list: 'auction/scrape_list',
  estimate: 'users/me/estimates',
  opened_page: 'users/me/dealer_pages',
  // Only an approved partner may send one.
  feed: null,
};

async function send(
  url: string,
  { name, body, address, token }: { name: string; body: string; address: string; token?: string | undefined },
): Promise<Told> {
  const began = performance.now();
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // As the nearest proxy would tell.
      'x-forwarded-for': address,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body,
  });
  const text = await answer.text();
  return { name, status: answer.status, text, ms: performance.now() - began };
}

/** Each from an address of its own. */
const sendHostile = (origin: string, names: string[]): Promise<Told[]> =>
  Promise.all(
    names.map((name, index) =>
      send(`${origin}/api/v1/auction/scrape`, {
        name,
        body: HOSTILE_BODIES[name]?.() ?? '',
        address: `198.51.100.${index + 1}`,
      }),
    ),
  );

/** One after the other begun, none waited for. Lists are limited to five a minute: one of them goes. */
async function sendWorst(order: Extract<SenderOrder, { worst: number }>): Promise<Told[]> {
  const { origin, worst, overMs, address, token } = order;
  const made = WORST_BODIES.flatMap(({ name, route, make }) => {
    const path = PATHS[route];
    return path === null
      ? []
      : [{ name, path, body: make(), token: path.startsWith('auction') ? undefined : token }];
  });
  const calls: Promise<Told>[] = [];
  for (let at = 0; at < worst; at += 1) {
    const one = made[at % made.length];
    if (one) calls.push(send(`${origin}/api/v1/${one.path}`, { ...one, address }));
    await delay(overMs / worst);
  }
  return await Promise.all(calls);
}

/** A process that sends hostile bodies, so that making them holds up nobody who measures. */
process.on('message', async (order: SenderOrder) => {
  process.send?.('names' in order ? await sendHostile(order.origin, order.names) : await sendWorst(order));
});
process.send?.('ready');
