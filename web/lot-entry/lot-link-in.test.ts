import { describe, expect, test } from 'vitest';
import { lotLinkIn } from './lot-link-in.ts';

describe('the lot of a saved page', () => {
  test.each([
    ['the note of a browser', '<!-- saved from url=(0036)https://www.copart.com/lot/12345678/x -->\n<html>'],
    [
      'the head of a single-file page',
      'From: <Saved>\nSnapshot-Content-Location: https://www.copart.com/lot/12345678',
    ],
    ['a canonical link', '<html><link rel="canonical" href="https://www.copart.com/lot/12345678">'],
    [
      'a canonical link written the other way',
      '<link href="https://m.copart.com/lot/12345678" rel="canonical">',
    ],
    ['an og:url', '<meta property="og:url" content="https://www.copart.com/lot/12345678?a=1">'],
  ])('is named by %s', (_, page) => {
    expect(lotLinkIn(page)).toBe('https://www.copart.com/lot/12345678');
  });
  test('is unknown where the page names another site', () => {
    expect(lotLinkIn('<link rel="canonical" href="https://example.com/lot/12345678">')).toBeNull();
  });
  test('is unknown in plain text', () => {
    expect(lotLinkIn('2014 BMW 328i\nLot 12345678')).toBeNull();
  });
});
