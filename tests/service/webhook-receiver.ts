import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** The host this receiver answers for; a service under test is led to it by SOURCE_ORIGINS. */
export const RECEIVER_ORIGIN = 'https://hooks.example.com';

export type Received = { id: string; path: string; body: string; headers: Record<string, string> };

export type WebhookReceiver = {
  origin: string;
  /** All that came, refused ones too. */
  received: Received[];
  /** What it answers in place of 204, one a request. */
  answers: { status: number; body?: string; headers?: Record<string, string> }[];
  close(): Promise<void>;
};

/** A program's own server, which takes every message. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const answers: WebhookReceiver['answers'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const id = headers['webhook-id'] ?? '';
      received.push({ id, path: request.url ?? '', body: Buffer.concat(chunks).toString(), headers });
      const { status, body = '', headers: more = {} } = answers.shift() ?? { status: 204 };
      response.writeHead(status, more).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What a message says, once the reference library has found its signature good. Throws where it is not. */
export const verified = (secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): unknown =>
  new Webhook(secret).verify(body, headers);
