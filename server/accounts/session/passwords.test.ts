import { hash } from '@node-rs/argon2';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../tests/any-character.ts';
import { SERVICE } from '../../concurrency/work-caller.ts';
import { hashPassword, needsRehash, passwordMatches, setHashCost } from './passwords.ts';

beforeEach(() => setHashCost('full'));
afterEach(() => setHashCost('full'));

describe('a stored password', () => {
  test('is found again as typed, and in no other form', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter, minLength: 8, maxLength: 256 }), async (text) => {
        const stored = await hashPassword(text, SERVICE);
        expect(await passwordMatches(text, stored, SERVICE)).toBe(true);
        expect(await passwordMatches(`${text} `, stored, SERVICE)).toBe(false);
        expect(await passwordMatches(text.slice(0, -1), stored, SERVICE)).toBe(false);
      }),
      { numRuns: 15 },
    );
  });

  test('is not trimmed, folded or cut', async () => {
    const stored = await hashPassword(' Velvet\u0000river ', SERVICE);
    for (const near of [
      'Velvet\u0000river',
      ' velvet\u0000river ',
      ' Velvet',
      ' Velvet\u0000',
      ' Velvet\u0000river',
    ])
      expect([near, await passwordMatches(near, stored, SERVICE)]).toEqual([near, false]);
    const long = await hashPassword(`${'x'.repeat(255)}a`, SERVICE);
    expect(await passwordMatches(`${'x'.repeat(255)}b`, long, SERVICE)).toBe(false);
  });

  test('composed and decomposed letters are the same password', async () => {
    const stored = await hashPassword('crème brûlée ﬁne', SERVICE);
    expect(await passwordMatches('crème brûlée fine'.normalize('NFD'), stored, SERVICE)).toBe(true);
  });

  test('is an Argon2id string of 19 MiB, two passes, one lane', async () => {
    expect(await hashPassword('velvet river', SERVICE)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('made with weaker parameters asks to be hashed again', async () => {
    expect(needsRehash(await hash('velvet river', { memoryCost: 8_192, timeCost: 1 }))).toBe(true);
    expect(needsRehash(await hashPassword('velvet river', SERVICE))).toBe(false);
  });

  test('made at test cost matches and is renewed at full cost', async () => {
    setHashCost('test');
    const cheap = await hashPassword('velvet river', SERVICE);
    expect(needsRehash(cheap)).toBe(false);
    setHashCost('full');
    expect(await passwordMatches('velvet river', cheap, SERVICE)).toBe(true);
    expect(await passwordMatches('velvet rivers', cheap, SERVICE)).toBe(false);
    expect(needsRehash(cheap)).toBe(true);
  });

  test('nobody has the password of an unknown account', async () => {
    expect(await passwordMatches('', null, SERVICE)).toBe(false);
  });
});

describe('the hash gate', () => {
  const flood = (callerOf: (n: number) => string) =>
    Promise.allSettled(Array.from({ length: 100 }, (_, n) => hashPassword('velvet river', callerOf(n))));

  test('takes two at once and fifty waiting, refuses the rest at once, and recovers', async () => {
    const start = performance.now();
    const outcomes = await flood((n) => `address:${n}`);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(48);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'unavailable', details: { retry_after: 2 } });
    expect(performance.now() - start).toBeLessThan(30_000);
    await expect(hashPassword('velvet river', SERVICE)).resolves.toContain('argon2id');
  });

  test('lets others in while one address floods it', async () => {
    const flooded = flood(() => 'address:one');
    await expect(hashPassword('velvet river', 'address:other')).resolves.toContain('argon2id');
    expect((await flooded).filter(({ status }) => status === 'fulfilled')).toHaveLength(27);
  });
});
