import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newPasswordSchema } from '../../../contract/schemas/account.ts';
import { anyCharacter } from '../../../tests/any-character.ts';
import { AppError } from '../../errors.ts';
import { refuseGuessable } from './password-policy.ts';

const person = { email: 'maria.lopez-garage@example.test', first_name: 'María', last_name: 'López' };
const reasonOf = async (password: string, who = person): Promise<unknown> => {
  try {
    await refuseGuessable(password, who);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_error') return error.details.reason;
    throw error;
  }
};

describe('passwords everybody tries', () => {
  test('all common ones of eight characters or more are refused, whatever their case', async () => {
    const long = dictionary['passwords-common'].filter((word) => [...word].length >= 8);
    expect(long.length).toBeGreaterThan(10_000);
    const asWritten = await Promise.all(long.map((word) => reasonOf(word)));
    const inCapitals = await Promise.all(long.map((word) => reasonOf(word.toUpperCase())));
    expect(new Set([...asWritten, ...inCapitals])).toEqual(new Set(['common_password']));
  });

  test.each([
    'MaríaLópez',
    'lopez-garage1',
    'lotlens2026',
    'LotLens!LotLens',
    'copart-iaai',
    'bid.cars.99',
    'López 1984!',
  ])('refuses %s, which is only the words of the account or of this service', async (password) =>
    expect(await reasonOf(password)).toBe('own_words'),
  );

  test.each(['tangerine velvet 81', 'lotlens velvet river', 'Xq7#pLw2', '      k7 ', '中文密码好长啊真'])(
    'takes %j',
    async (password) => expect(await reasonOf(password)).toBeNull(),
  );

  test('a short name is not searched for in passwords', async () => {
    expect(
      await reasonOf('velvet al 81', { email: 'x@y.test', first_name: 'Al', last_name: 'X' }),
    ).toBeNull();
  });
});

describe('the length of a password', () => {
  test('is counted in code points, from 8 to 256', () => {
    const takes = (text: string) => newPasswordSchema.safeParse(text).success;
    expect([7, 8, 64, 256, 257].map((n) => takes('x'.repeat(n)))).toEqual([false, true, true, true, false]);
    expect([7, 8, 256, 257].map((n) => takes('🚗'.repeat(n)))).toEqual([false, true, true, false]);
  });

  test('says what the specification says when it is too short', () => {
    const short = newPasswordSchema.safeParse('short');
    expect(short.error?.issues[0]?.message).toBe('Password must be at least 8 characters long.');
  });

  test('half a character is refused', () => {
    expect(newPasswordSchema.safeParse('abcdefgh\ud800').success).toBe(false);
  });

  test('any well-formed text of fitting length is taken as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 8, maxLength: 256 }), (text) => {
        expect(newPasswordSchema.parse(text)).toBe(text);
      }),
    );
  });
});
