import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAuctionLink } from '../../contract/auction-link.ts';
import { anyCharacter } from '../../tests/any-character.ts';
import { AppError } from '../errors.ts';
import { finishLot } from '../lots/finish-lot.ts';
import { areSeveral, NO_FACTS, type SitePage } from './auction-site.ts';
import { siteOf } from './index.ts';
import { parsePage } from './page/parsed-page.ts';

/** Whatever a page holds, a reader answers with a lot or an AppError, soon. */

const folder = path.join(import.meta.dirname, 'fixtures');
const pages = readdirSync(folder).flatMap((name) =>
  readdirSync(path.join(folder, name))
    .filter((file) => file !== 'expected.json')
    .map((file) => readFileSync(path.join(folder, name, file), 'utf8')),
);

const links = [
  'https://bid.cars/en/lot/1-30111222',
  'https://www.copart.com/lot/51234567',
  'https://www.iaai.com/VehicleDetail/46111222~US',
].map((text) => {
  const reading = readAuctionLink(text);
  if (!reading.ok) throw new Error(reading.message);
  return reading.link;
});

/** Reads a page with all three readers; returns the processor time of the slowest, ms. Throws what is no AppError. */
function readAll(body: string): number {
  let slowest = 0;
  const page: SitePage = { url: null, status: null, content_type: null, body };
  for (const link of links) {
    const before = process.cpuUsage();
    try {
      const site = siteOf(link.site);
      finishLot(site.parse([page], link));
      site.recognise(parsePage(page));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
    const { user, system } = process.cpuUsage(before);
    slowest = Math.max(slowest, (user + system) / 1000);
  }
  return slowest;
}

/** Generous: the machine may be busy. Anything that grows faster than the page takes far longer. */
const MS = 2500;

describe('no page breaks a reader', () => {
  test('pages cut off anywhere', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pages), fc.double({ min: 0, max: 1, noNaN: true }), (page, index) => {
        expect(readAll(page.slice(0, Math.floor(page.length * index)))).toBeLessThan(MS);
      }),
      { numRuns: 300 },
    );
  });

  test('pages with pieces swapped, doubled, lost or replaced', () => {
    const piece = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(400),
      fc.oneof(
        fc.string({ unit: anyCharacter, maxLength: 40 }),
        fc.constantFrom(
          'null',
          '[]',
          '{}',
          '"',
          '<',
          '>',
          '-1',
          '1e999',
          '__proto__',
          '\u0000',
          '</script>',
          '<!--',
          '\ud800',
        ),
      ),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...pages),
        fc.array(piece, { minLength: 1, maxLength: 6 }),
        (page, pieces) => {
          let changed = page;
          for (const [index, length, text] of pieces) {
            const start = Math.floor(changed.length * index);
            changed = changed.slice(0, start) + text + changed.slice(start + length);
          }
          expect(readAll(changed)).toBeLessThan(MS);
        },
      ),
      { numRuns: 400 },
    );
  });

  test('site data with any values in it', () => {
    const keys = fc.constantFrom(
      ...'ln lotNumberStr ld lcy mkn lm fv orr ord dd la rc ad tims lic imagesList content lotDetails data results returnCode'.split(
        ' ',
      ),
      ...'inventoryView attributes StockNumber SalvageId keys k w h vehicleInformation $values key value lot name odometer'.split(
        ' ',
      ),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.oneof(
          fc.string({ maxLength: 20 }),
          fc.double(),
          fc.boolean(),
          fc.constant(null),
          fc.constant('51234567'),
        ),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(keys, tie('tree'), { maxKeys: 8 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(readAll(JSON.stringify(value) ?? 'null')).toBeLessThan(MS);
      }),
      { numRuns: 1500 },
    );
  });

  test('any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 500 }), (text) => {
        expect(readAll(text)).toBeLessThan(MS);
        expect(readAll(`<html><body>${text}</body></html>`)).toBeLessThan(MS);
      }),
      { numRuns: 300 },
    );
  });

  const size = 1_000_000;
  test.each([
    ['open brackets', '('.repeat(size)],
    ['open tags', '<'.repeat(size)],
    ['elements nested deep', `<html>${'<div>'.repeat(200_000)}`],
    ['inline elements nested deep', `<html><body>${'<b><a>'.repeat(100_000)}`],
    ['closing tags only', `<html><span>${'</div>'.repeat(150_000)}`],
    ['opened, then closed by others', `<html>${'<span>'.repeat(90_000)}${'</div>'.repeat(90_000)}`],
    ['200,000 siblings', `<html><body>${'<p class="option">a</p>'.repeat(200_000)}`],
    [
      '45,000 rows of a lot page',
      `<html><body><div id="main-info">${'<p class="option">a'.repeat(45_000)}</div>`,
    ],
    ['attributes without end', `<html><div ${'a="'.repeat(size / 3)}`],
    ['comments without end', `<html>${'<!--'.repeat(size / 4)}`],
    ['nested arrays', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['nested objects', `${'{"data":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['unfinished JSON', `{"lotDetails":${'{"a":'.repeat(200_000)}`],
    ['JSON begun again and again', `<html><script>${'"lotDetails":{'.repeat(70_000)}</script>`],
    ['one endless line', `Lot number: ${'9'.repeat(size)}`],
    ['digits and spaces', '1 '.repeat(size / 2)],
    ['a million lines', 'Odometer\n'.repeat(size / 9)],
    ['blanks', ' '.repeat(size)],
    ['years', '2019 '.repeat(size / 5)],
    ['photo addresses', `<html><script>${'https://pluto.bid.car/1-30111222/'.repeat(30_000)}</script>`],
    ['slashes', `<html><script>https://images.bid.cars/${'/'.repeat(size)}</script>`],
    [
      'quoted-printable',
      `From: a\nContent-Type: multipart/related; boundary="x"\n\n${'--x\n'.repeat(200_000)}`,
    ],
    ['a label of colons', `Odometer\n${':'.repeat(size)}x\nVIN\n${'? '.repeat(size / 2)}x`],
    [
      'a label element of colons',
      `<html><body><div id="productdetailsvm"></div>${`<span class="data-list__label">${':'.repeat(size / 4)}x</span><span class="data-list__value">1</span>`.repeat(4)}`,
    ],
    ['headings of other cars', 'recommended\n'.repeat(size / 12)],
    [
      'rows inside rows around a long text',
      `<html><body><div id="main-info">${'<div class="option">'.repeat(3_000)}${'a '.repeat(size / 2)}`,
    ],
    [
      'values inside values around a long text',
      `<html><body>${'<div data-uname="lotdetailodometervalue">'.repeat(3_000)}${'a '.repeat(size / 2)}`,
    ],
    [
      'rows far below the page',
      `<html><body><div id="main-info">${'<div>'.repeat(3_000)}${'<p class="option">a'.repeat(45_000)}`,
    ],
    [
      'pictures far below the page',
      `<html><body>${'<div>'.repeat(3_000)}${'<img src="https://cs.copart.com/v1/a_ful.jpg">'.repeat(45_000)}`,
    ],
    [
      'pictures in a gallery with endless names',
      `<html><body><div class="gallery ${'a '.repeat(size / 2)}">${'<img src="x">'.repeat(20_000)}`,
    ],
    [
      'source lines inside source lines',
      `<html><body>${'<table><tr><td class="line-content">'.repeat(1_200)}${'a '.repeat(size / 2)}`,
    ],
    [
      'a page shown in a page shown in a page',
      Array.from({ length: 60 }).reduce<string>(
        (page) => `<pre>${page.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`,
        `<html><body>${'a '.repeat(size / 8)}</body></html>`,
      ),
    ],
    ['open brackets only', '['.repeat(size)],
    [
      'parts of a saved page',
      `From: a\nContent-Type: multipart/related; boundary="x"\n\n${'--x'.repeat(size / 3)}`,
    ],
    ['script words', `<html><script>${'lotNumber= '.repeat(90_000)}</script>`],
    [
      'readings of one lot in data',
      `[${'{"ln":51234567,"ld":"2019 NISSAN ALTIMA","fv":"1N4BL4BV5KC100001"},'.repeat(45_000)}{}]`,
    ],
    [
      'models within models',
      `${Array.from({ length: 200 }, (_, at) => `{"attributes":{"stocknumber":"${at}"},"inner":`).join('')}[${'{"a":1},'.repeat(50_000)}{}]${'}'.repeat(200)}`,
    ],
    ['empty photos in data', `{"imagesList":[${'{},'.repeat(size)}{}]}`],
    ['lists of photos in data', `[${'{"imagesList":[{"url":"a"}]},'.repeat(45_000)}{}]`],
    [
      'rows around an element of many classes',
      `<html><body><div id="main-info">${'<div class="option">'.repeat(300)}<i class="${'a '.repeat(size)}">`,
    ],
    ['open elements closed by others', `<html><body>${'<a></b>'.repeat(49_000)}`],
    [
      'cars of a list',
      Array.from({ length: 6_000 }, (_, at) => `Lot # ${51_000_000 + at}\n2019 NISSAN ALTIMA\n`).join(''),
    ],
    ['a car of endless labels', `Lot # 51234567\nLot # 51234568\n${'Keys: Yes\nColor: Red\n'.repeat(9_000)}`],
  ])('%s are answered soon', (_, body) => {
    expect(readAll(body)).toBeLessThan(MS);
  });

  test('keys of the prototype in data change nothing', () => {
    readAll('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"ln":51234567,"ld":"x"}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('readings of one lot are several by their VINs alone', () => {
    const facts = (vin: string | null) => ({ facts: { ...NO_FACTS, vin } });
    const [whole, hidden] = ['1N4BL4BV5KC100001', '1N4BL4BV5KC******'];
    expect(areSeveral([whole, hidden, whole, null].map(facts))).toBe(false);
    expect(areSeveral([hidden, '1N4BL4BV6KC100001'].map(facts))).toBe(true);
    expect(areSeveral([whole, '1N4BL4BV5KC100002'].map(facts))).toBe(true);
  });

  test('markup in a name stays text', () => {
    const lot = siteOf('copart').parse(
      [
        {
          url: null,
          status: null,
          content_type: null,
          body: JSON.stringify({
            ln: 51234567,
            ld: '2019 NISSAN <img src=x onerror=alert(1)>',
            mkn: 'NISS',
            lcy: 2019,
          }),
        },
      ],
      links[1] ?? expect.fail('no link'),
    );
    expect(lot.name).toBe('2019 NISSAN <img src=x onerror=alert(1)>');
  });
});
