import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../tests/any-character.ts';
import { fontCoverage } from '../font-coverage.ts';
import { httpsLink, plainText } from './plain-text.ts';

const require = createRequire(import.meta.url);
const covered = fontCoverage(
  readFileSync(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
);

describe('fontCoverage', () => {
  it('knows what Inter draws and what not', () => {
    const drawn = (text: string) => Array.from(text, (char) => covered(char.codePointAt(0) ?? 0));
    expect(drawn('AZaz09–†·…□ŁżЁяΩ€\u00a0')).not.toContain(false);
    expect(drawn('中日한ا🚗\u0001')).not.toContain(true);
  });
});

describe('plainText', () => {
  it('leaves only characters that the font draws, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        for (const char of plainText(text, covered)) expect(covered(char.codePointAt(0) ?? 0)).toBe(true);
      }),
    );
  });

  it('leaves plain words as they are', () => {
    expect(plainText('51 11 0 000 001 — «Żółć»', covered)).toBe('51 11 0 000 001 — «Żółć»');
  });

  it('leaves one space between words and none around them', () => {
    expect(plainText('  51 11 \t\n 0  ', covered)).toBe('51 11 0');
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'Z', '9', '-', ' ', '\n', '\u2003')), (chars) => {
        expect(plainText(chars.join(''), covered)).toBe(
          chars.join('').split(/\s+/).filter(Boolean).join(' '),
        );
      }),
    );
  });

  it('shows a plain letter that the font lacks as a box, too', () => {
    expect(plainText('to be', (codePoint) => codePoint !== 'b'.charCodeAt(0))).toBe('to \u25a1e');
  });

  it('keeps a space that must not break', () => {
    expect(plainText('58\u00a0%', covered)).toBe('58\u00a0%');
  });

  it('takes out what turns the direction of text', () => {
    expect(plainText('A\u202e\u2066B\u200f', covered)).toBe('AB');
  });

  it('cuts what is longer than any line', () => {
    expect(plainText('x'.repeat(5000), covered)).toHaveLength(2001);
  });
});

describe('httpsLink', () => {
  it.each([
    'javascript:alert(1)',
    'http://a.example/',
    'data:text/html,x',
    'https://u:p@a.example/',
    'not a link',
    '',
  ])('refuses %s', (url) => {
    expect(httpsLink(url)).toBeNull();
  });

  it('writes a link as the URL standard does', () => {
    expect(httpsLink('HTTPS://A.example/a b"c')).toBe('https://a.example/a%20b%22c');
  });
});
