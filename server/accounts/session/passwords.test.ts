import { hash } from '@node-rs/argon2';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword, needsRehash, passwordMatches, setHashCost } from './passwords.ts';

beforeEach(() => setHashCost('full'));
afterEach(() => setHashCost('full'));

describe('a stored password', () => {
  test('is found again as typed, and in no other form', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 8, maxLength: 256 }), async (text) => {
        const stored = await hashPassword(text);
        expect(await passwordMatches(text, stored)).toBe(true);
        expect(await passwordMatches(`${text} `, stored)).toBe(false);
        expect(await passwordMatches(text.slice(0, -1), stored)).toBe(false);
      }),
      { numRuns: 15 },
    );
  });

  test('is not trimmed, folded or cut', async () => {
    const stored = await hashPassword(' Velvet\u0000river ');
    for (const near of [
      'Velvet\u0000river',
      ' velvet\u0000river ',
      ' Velvet',
      ' Velvet\u0000',
      ' Velvet\u0000river',
    ])
      expect([near, await passwordMatches(near, stored)]).toEqual([near, false]);
    const long = await hashPassword(`${'x'.repeat(255)}a`);
    expect(await passwordMatches(`${'x'.repeat(255)}b`, long)).toBe(false);
  });

  test('composed and decomposed letters are the same password', async () => {
    const stored = await hashPassword('crème brûlée ﬁne');
    expect(await passwordMatches('crème brûlée fine'.normalize('NFD'), stored)).toBe(true);
  });

  test('is an Argon2id string of 19 MiB, two passes, one lane', async () => {
    expect(await hashPassword('velvet river')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('made with weaker parameters asks to be hashed again', async () => {
    expect(needsRehash(await hash('velvet river', { memoryCost: 8_192, timeCost: 1 }))).toBe(true);
    expect(needsRehash(await hashPassword('velvet river'))).toBe(false);
  });

  test('made at test cost matches and is renewed at full cost', async () => {
    setHashCost('test');
    const cheap = await hashPassword('velvet river');
    expect(needsRehash(cheap)).toBe(false);
    setHashCost('full');
    expect(await passwordMatches('velvet river', cheap)).toBe(true);
    expect(await passwordMatches('velvet rivers', cheap)).toBe(false);
    expect(needsRehash(cheap)).toBe(true);
  });

  test('nobody has the password of an unknown account', async () => {
    expect(await passwordMatches('', null)).toBe(false);
  });
});

describe('the hash gate', () => {
  test('takes two at once and fifty waiting, refuses the rest at once, and recovers', async () => {
    const start = performance.now();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, () => hashPassword('velvet river')),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(48);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'unavailable', details: { retry_after: 2 } });
    expect(performance.now() - start).toBeLessThan(30_000);
    await expect(hashPassword('velvet river')).resolves.toContain('argon2id');
  });
});
