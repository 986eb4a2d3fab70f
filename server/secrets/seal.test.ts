import { describe, expect, test } from 'vitest';
import { createSeal, type Seal } from './seal.ts';
import { type SecretsKey, secretsKeysSchema } from './secrets-key.ts';

const ONE: SecretsKey = { version: 1, key: Buffer.alloc(32, 1) };
const TWO: SecretsKey = { version: 2, key: Buffer.alloc(32, 2) };

function sealOf(...keys: SecretsKey[]): Seal {
  const seal = createSeal(keys);
  if (seal === null) throw new Error('no seal');
  return seal;
}

describe('a sealed secret', () => {
  test('is opened under its own name', () => {
    const seal = sealOf(ONE);
    expect(seal.open('A_KEY', seal.seal('A_KEY', 'geheim ✓'))).toBe('geheim ✓');
  });

  test('is not opened under another name', () => {
    const seal = sealOf(ONE);
    expect(seal.open('B_KEY', seal.seal('A_KEY', 'secret'))).toBeNull();
  });

  test('holds nothing of the secret, and is another one each time', () => {
    const seal = sealOf(ONE);
    const [first, second] = [seal.seal('A_KEY', 'secret'), seal.seal('A_KEY', 'secret')];
    expect(first.sealed.includes('secret')).toBe(false);
    expect(first.sealed.equals(second.sealed)).toBe(false);
  });

  test('of which any byte was changed is not opened', () => {
    const seal = sealOf(ONE);
    const { key_version, sealed } = seal.seal('A_KEY', 'secret');
    for (const index of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(seal.open('A_KEY', { key_version, sealed: changed })).toBeNull();
    }
    expect(seal.open('A_KEY', { key_version, sealed: sealed.subarray(0, 20) })).toBeNull();
  });

  test('outlives a new key in front of the old one, and not the old one’s end', () => {
    const before = sealOf(ONE).seal('A_KEY', 'secret');
    expect(sealOf(TWO, ONE).open('A_KEY', before)).toBe('secret');
    expect(sealOf(TWO, ONE).seal('A_KEY', 'secret').key_version).toBe(2);
    expect(sealOf(TWO).open('A_KEY', before)).toBeNull();
  });

  test('is not opened by another key of the same version', () => {
    const before = sealOf(ONE).seal('A_KEY', 'secret');
    expect(sealOf({ version: 1, key: TWO.key }).open('A_KEY', before)).toBeNull();
  });
});

test('without a key there is no seal', () => {
  expect([createSeal(undefined), createSeal([])]).toEqual([null, null]);
});

describe('SECRETS_KEY', () => {
  const one = ONE.key.toString('base64');
  const two = TWO.key.toString('base64url');

  test('is one key, or several with their versions, the one that seals first', () => {
    expect(secretsKeysSchema.parse(one)).toEqual([ONE]);
    expect(secretsKeysSchema.parse(`2:${two}, 1:${one}`)).toEqual([TWO, ONE]);
  });

  test.each([
    'short',
    `${one},${two}`,
    `1:${one},1:${two}`,
    `0:${one}`,
    `${one},`,
    Buffer.alloc(33).toString('base64'),
    Buffer.alloc(16).toString('base64'),
  ])('is not %s, which is not said again', (text) => {
    const read = secretsKeysSchema.safeParse(text);
    expect(read.success).toBe(false);
    expect(read.error?.message).not.toContain(text);
  });
});
