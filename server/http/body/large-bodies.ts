import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import { addressKey } from '../../accounts/limits.ts';
import { AppError } from '../../errors.ts';
import { checkInput } from './check-input.ts';

/** Up to here a body is parsed where it arrives: that takes a millisecond. */
const SMALL = 64 * 1024;
const MIB = 1024 * 1024;
/**
 * Bytes of bodies that one process holds at once, in all and of one address. Past `small`, all addresses together leave room for
 * the small bodies of others (judgement; in docs/operations.md).
 */
const HELD = { all: 160 * MIB, perAddress: 124 * MIB, small: 8 * MIB };
const RETRY_SECONDS = 5;

/** A JSON body as it came, in parts, neither parsed nor checked. `signal` aborts when its sender goes away. */
export type LargeBody = { parts: Uint8Array[]; signal: AbortSignal };

/** Chunks are gathered in blocks: thousands of small ones would stay behind as holes in memory. */
const BLOCK = MIB;

/** A call under way: what is held for it, and whether its sender still listens. */
type Call = { address: string; bytes: number; open: boolean; left: AbortController };

const large = new WeakSet<object>();
const isLarge = (body: unknown): body is LargeBody =>
  typeof body === 'object' && body !== null && large.has(body);

/** The body of a call to a route of `takeLargeBodies`, where it was too large to be parsed; null for others. */
export const largeBody = ({ body }: FastifyRequest): LargeBody | null => (isLarge(body) ? body : null);

/**
 * Lets the routes of this plugin take JSON bodies up to their own limit. Small ones are parsed and checked as everywhere; large
 * ones stay bytes for a worker to read, counted until their call is answered. Past what may be held: 503, as early as
 * content-length tells.
 */
export function takeLargeBodies(app: FastifyInstance, most: typeof HELD = HELD): void {
  const held = countHeld(most);
  const calls = new WeakMap<FastifyRequest, Call>();
  app.addHook('onRequest', async (request, reply) => {
    const call: Call = {
      address: addressKey(request.ip),
      bytes: 0,
      open: true,
      left: new AbortController(),
    };
    calls.set(request, call);
    reply.raw.once('close', () => {
      call.open = false;
      held.add(call, -call.bytes);
      if (!reply.raw.writableFinished) call.left.abort(tooMuchHeld());
    });
  });
  app.setValidatorCompiler<ZodType>((route) => {
    const check = checkInput(route);
    return (body: unknown) => (isLarge(body) ? { value: body } : check(body));
  });

  const parseSmall = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const call = calls.get(request);
    const limit = request.routeOptions.bodyLimit ?? SMALL;
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > limit) return done(tooLarge());
    const parts: Uint8Array[] = [];
    let bytes = 0;
    let room = 0;
    const end = (error: Error | null): void => {
      payload.off('data', take).off('end', finish).off('error', fail);
      if (error === null) return;
      parts.length = 0;
      payload.on('error', () => {});
      done(error);
    };
    const fail = (error: Error): void =>
      end(
        error instanceof AppError
          ? error
          : new AppError('validation_error', 'The request body could not be read.'),
      );
    /** Reads past what still comes: a caller who is cut off while sending never sees why. */
    const refuse = (): void => {
      payload.off('data', take).off('end', finish).off('error', fail);
      parts.length = 0;
      if (call) held.add(call, -call.bytes);
      payload
        .once('end', () => done(tooMuchHeld()))
        .once('error', () => done(tooMuchHeld()))
        .resume();
    };
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > limit) end(tooLarge());
      else if (!call?.open || chunk.length > held.room(call.address)) refuse();
      else {
        held.add(call, chunk.length);
        for (let start = 0; start < chunk.length; ) {
          if (room === 0) {
            parts.push(new Uint8Array(BLOCK));
            room = BLOCK;
          }
          const piece = chunk.subarray(start, start + room);
          parts.at(-1)?.set(piece, BLOCK - room);
          room -= piece.length;
          start += piece.length;
        }
      }
    };
    const finish = (): void => {
      end(null);
      const last = parts.pop();
      if (last) parts.push(last.subarray(0, BLOCK - room));
      if (!call || bytes <= SMALL)
        return void parseSmall(request, Buffer.concat(parts).toString('utf8'), done);
      const body: LargeBody = { parts, signal: call.left.signal };
      large.add(body);
      done(null, body);
    };
    if (!call || announced > held.room(call.address)) refuse();
    else payload.on('data', take).on('end', finish).on('error', fail);
  });
}

/** Bytes held at the moment, in all and by address. */
function countHeld({ all, perAddress, small }: typeof HELD) {
  let total = 0;
  const byAddress = new Map<string, number>();
  return {
    room(address: string): number {
      const own = byAddress.get(address) ?? 0;
      return Math.max(Math.min(perAddress - total, perAddress - own), Math.min(all - total, small - own));
    },
    add(call: Call, bytes: number): void {
      total += bytes;
      call.bytes += bytes;
      const own = (byAddress.get(call.address) ?? 0) + bytes;
      if (own === 0) byAddress.delete(call.address);
      else byAddress.set(call.address, own);
    },
  };
}

const tooLarge = (): AppError => new AppError('body_too_large', 'The request is too large.');

const tooMuchHeld = (): AppError =>
  new AppError(
    'unavailable',
    'LotLens is reading as much as it can right now. Please try again in a few seconds.',
    { details: { retry_after: RETRY_SECONDS } },
  );
