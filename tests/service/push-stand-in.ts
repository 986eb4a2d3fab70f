import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import type { PushSubscriptionRequest } from '../../contract/push/push-subscription.ts';

/** The host this stand-in answers for. */
export const PUSH_ORIGIN = 'https://fcm.googleapis.com';

/** A browser with a push subscription: it alone can read what is sent to it. */
export type Device = {
  subscription: PushSubscriptionRequest;
  /** What came, decrypted, as RFC 8291 says. */
  told: { text: string; topic: string | undefined; ttl: number; subject: string }[];
  /** How the service answers instead of taking it, one a request. */
  answers: { status: number; headers?: Record<string, string> }[];
  /** Requests that came, refused ones too. */
  asked: number;
};

export type PushStandIn = {
  origin: string;
  /** A new subscription, for messages signed by this key alone (RFC 8292, 4.2). */
  subscribe(publicKey: string): Device;
  close(): Promise<void>;
};

/** A push service as RFC 8030, 8188, 8291 and 8292 have it; what breaks one of them is refused in words. */
export async function startPushService(): Promise<PushStandIn> {
  const devices = new Map<string, { device: Device; open(body: Buffer): string; publicKey: string }>();

  const take = async (
    request: IncomingMessage,
    body: Buffer,
  ): Promise<[number, string, Record<string, string>?]> => {
    const found = devices.get(request.url ?? '');
    if (request.method !== 'POST' || found === undefined) return [404, 'no such subscription'];
    const { device, open, publicKey } = found;
    device.asked += 1;
    const answer = device.answers.shift();
    if (answer) return [answer.status, 'as the test asked', answer.headers ?? {}];
    const { ttl, topic, urgency = 'normal', authorization = '' } = request.headers;
    if (typeof ttl !== 'string' || !/^\d+$/.test(ttl)) return [400, 'TTL is missing (RFC 8030, 5.2)'];
    if (typeof topic === 'string' && !/^[\w-]{1,32}$/.test(topic))
      return [400, 'a topic of other characters'];
    if (!['very-low', 'low', 'normal', 'high'].includes(String(urgency))) return [400, 'no such urgency'];
    if (request.headers['content-encoding'] !== 'aes128gcm') return [415, 'encoding (RFC 8291, 4)'];
    if (body.length > 4096) return [413, 'larger than 4096 bytes'];
    const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
    if (key !== publicKey) return [403, 'signed by another key than the subscription was made for'];
    const point = Buffer.from(key, 'base64url');
    const jwk = { kty: 'EC', crv: 'P-256', x: half(point, 1), y: half(point, 33) };
    try {
      const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
        audience: PUSH_ORIGIN,
        algorithms: ['ES256'],
        requiredClaims: ['aud', 'exp', 'sub'],
      });
      if (Number(payload.exp) > Date.now() / 1000 + 86_400) return [403, 'lives longer than a day'];
      const told = { text: open(body), topic: topic as string | undefined, ttl: Number(ttl) };
      device.told.push({ ...told, subject: String(payload.sub) });
    } catch (error) {
      return [403, String(error)];
    }
    return [201, '', { location: `${PUSH_ORIGIN}/message/${device.asked}` }];
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void take(request, Buffer.concat(chunks)).then(([status, text, headers = {}]) => {
        response.writeHead(status, { ...headers }).end(text);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    subscribe(publicKey) {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const auth = randomBytes(16);
      const path = `/wp/${randomBytes(16).toString('base64url')}`;
      const device: Device = {
        subscription: {
          endpoint: `${PUSH_ORIGIN}${path}`,
          expirationTime: null,
          keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
        told: [],
        answers: [],
        asked: 0,
      };
      devices.set(path, { device, publicKey, open: (body) => decrypt(body, pair, auth) });
      return device;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const half = (point: Buffer, from: number): string => point.subarray(from, from + 32).toString('base64url');

/** RFC 8291, 3.4, and one record of RFC 8188. */
function decrypt(body: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const key = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32));
  const derive = (name: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${name}\0`, bytes));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0) throw new Error('no last record');
  return padded.subarray(0, end).toString();
}
