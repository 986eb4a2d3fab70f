import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_BAD_ROWS, MOST_FEED_ROWS } from '../../../contract/partners/feed.ts';
import { feedTemplate } from '../../../contract/partners/feed-words.ts';
import { processorMs } from '../../../tests/machine.ts';
import { type ReadFeed, readFeed } from './read-feed.ts';

const HEADER =
  'id\ttitle\tlink\tprice\tavailability\tbrand\tmpn\tcondition\tshipping\toem number\tmake\tside\tlead time days\tcore charge\tqty';
const NAMES = HEADER.split('\t');
const GOOD: Record<string, string> = {
  id: 'A-1',
  title: 'Headlight, left',
  link: 'https://shop.example/a-1',
  price: '745.08 USD',
  availability: 'in stock',
  brand: 'Infiniti',
  mpn: '26060-4HB0A',
};
const rowOf = (cells: Record<string, string>): string =>
  NAMES.map((name) => ({ ...GOOD, ...cells })[name] ?? '').join('\t');
const read = (text: string, website: string | null = 'https://shop.example'): ReadFeed =>
  readFeed(Buffer.from(text, 'utf8'), website);
const tsv = (...rows: Record<string, string>[]): ReadFeed => read([HEADER, ...rows.map(rowOf)].join('\n'));
const itemsOf = (feed: ReadFeed): Record<string, unknown>[] =>
  feed.kind === 'read' ? feed.chunks.flatMap((chunk) => JSON.parse(chunk) as Record<string, unknown>[]) : [];
const reasonOf = (cells: Record<string, string>): string | undefined => tsv(cells).bad_rows[0]?.reason;

describe('readFeed', () => {
  it('takes a row as Google writes it, by its OEM number and make', () => {
    const feed = tsv({
      condition: 'used',
      shipping: 'US:::12.50 USD',
      side: 'Driver',
      'lead time days': '3',
      'core charge': '60.00 USD',
      qty: '2',
    });
    expect(feed).toMatchObject({ kind: 'read', good: 1, bad: 0, left_out: 0 });
    expect(itemsOf(feed)).toEqual([
      {
        item: 'A-1',
        make: 'infiniti',
        number: '26060-4HB0A',
        number_norm: '260604HB0A',
        title: 'Headlight, left',
        condition: 'used',
        availability: 'in_stock',
        price_cents: 74508,
        shipping_cents: 1250,
        core_charge_cents: 6000,
        quantity: 2,
        lead_time_days: 3,
        side: 'left',
        link: 'https://shop.example/a-1',
      },
    ]);
  });

  it('takes CSV, g: before names, quotes with line breaks, and UTF-16', () => {
    const csv =
      'g:id,g:title,g:link,g:price,g:availability,g:brand,g:mpn\n' +
      '7,"Lamp, ""left""\nwith bulb",https://shop.example/7,"1,745.00 USD",in_stock,Genuine BMW,63117214939\n';
    for (const bytes of [Buffer.from(csv), Buffer.from(`\uFEFF${csv}`, 'utf16le')]) {
      const feed = readFeed(bytes, 'https://shop.example');
      expect(itemsOf(feed)).toMatchObject([
        { title: 'Lamp, "left" with bulb', price_cents: 174_500, make: 'bmw' },
      ]);
    }
  });

  it('takes RSS and Atom, with shipping and links as they write them', () => {
    const rss = `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title><link>https://shop.example</link>
      <item><g:id>1</g:id><title><![CDATA[Hood & hinge]]></title><link>https://shop.example/1</link><g:price>90.00 USD</g:price>
      <g:availability>in_stock</g:availability><g:brand>Toyota</g:brand><g:mpn>53301-06240</g:mpn>
      <g:shipping><g:country>US</g:country><g:service>Ground</g:service><g:price>20.00 USD</g:price></g:shipping>
      <g:shipping><g:country>US</g:country><g:price>15.00 USD</g:price></g:shipping><description>${'x'.repeat(9000)}</description></item></channel></rss>`;
    expect(itemsOf(read(rss))).toMatchObject([
      { item: '1', title: 'Hood & hinge', shipping_cents: 1500, link: 'https://shop.example/1' },
    ]);
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><entry><g:id>2</g:id><title>Hood</title>
      <link href="https://shop.example/2"/><g:price>90 USD</g:price><g:availability>preorder</g:availability>
      <g:brand>Toyota</g:brand><g:mpn>53301-06240</g:mpn></entry></feed>`;
    expect(itemsOf(read(atom))).toMatchObject([
      { item: '2', availability: 'preorder', link: 'https://shop.example/2' },
    ]);
  });

  it('opens no entity that a document makes up', () => {
    const rss = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]><rss><item><id>1</id>
      <title>&b;&f;</title><link>https://shop.example/1</link><price>90 USD</price><availability>in_stock</availability>
      <brand>Toyota</brand><mpn>53301-06240</mpn></item></rss>`;
    expect(itemsOf(read(rss))).toMatchObject([{ title: '&b;&f;' }]);
  });

  it('takes a Shopify export of today and of before, its prices as US dollars, its variants under their product', () => {
    const today =
      'Title,URL handle,Vendor,SKU,Price,Inventory quantity,Status\nHood,hood,Toyota,53301-06240,300.00,4,Active\n,hood,,53301-06241,310.00,0,\nOld,old,Toyota,53301-06242,1.00,4,Draft\n';
    const feed = read(today, 'https://shop.example');
    expect(feed).toMatchObject({ good: 1, left_out: 2, bad: 0 });
    expect(itemsOf(feed)).toMatchObject([
      { item: '53301-06240', price_cents: 30_000, quantity: 4, link: 'https://shop.example/products/hood' },
    ]);
    const before =
      'Handle,Title,Vendor,Published,Variant SKU,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Image Src\nhood,Hood,Toyota,true,53301-06240,0,continue,300.00,a.jpg\nhood,,,,,,,,b.jpg\nlamp,Lamp,Depo,true,312-1,1,deny,30.00,\n';
    const old = read(before, 'https://shop.example');
    expect(itemsOf(old)).toMatchObject([{ availability: 'backorder', quantity: null }]);
    expect(old.bad_rows).toEqual([{ row: 4, item: '312-1', reason: 'aftermarket_number' }]);
    expect(read(before, null)).toMatchObject({ kind: 'refused', problem: 'no_website' });
  });

  it('leaves out what is out of stock, and counts it as no fault', () => {
    const feed = tsv({}, { id: 'A-2', availability: 'out_of_stock', price: '' }, { id: 'A-3', qty: '0' });
    expect(feed).toMatchObject({ good: 1, bad: 0, left_out: 2 });
  });

  it.each([
    [{ id: '' }, 'id'],
    [{ id: 'x'.repeat(51) }, 'id'],
    [{ id: '=HYPERLINK("x")' }, 'id'],
    [{ title: ' \u202e\u0007 ' }, 'title'],
    [{ mpn: '' }, 'no_number'],
    [{ brand: '' }, 'no_make'],
    [{ brand: 'Depo' }, 'aftermarket_number'],
    [{ brand: 'Toyota/Honda' }, 'aftermarket_number'],
    [{ brand: 'Depo', make: 'Infiniti' }, 'aftermarket_number'],
    [{ brand: 'Chevrolet' }, 'unsupported_make'],
    [{ 'oem number': '26060-4HB0A', brand: 'Depo' }, 'unsupported_make'],
    [{ mpn: 'hello there' }, 'number_shape'],
    [{ price: '' }, 'price'],
    [{ price: '0.00 USD' }, 'price'],
    [{ price: '-5 USD' }, 'price'],
    [{ price: '745,08 USD' }, 'price'],
    [{ price: '745.08' }, 'no_currency'],
    [{ price: '745.08 CAD' }, 'other_currency'],
    [{ condition: 'like new' }, 'condition'],
    [{ availability: '' }, 'availability'],
    [{ availability: 'constructor' }, 'availability'],
    [{ link: 'http://shop.example/1' }, 'link'],
    [{ link: 'javascript:alert(1)' }, 'link'],
    [{ link: 'https://user:secret@shop.example/' }, 'other_site'],
    [{ link: 'https://evil.example/a-1' }, 'other_site'],
    [{ side: 'constructor' }, 'side'],
    [{ 'lead time days': 'soon' }, 'lead_time_days'],
    [{ 'core charge': 'sixty' }, 'core_charge'],
    [{ 'core charge': '60 CAD' }, 'core_charge'],
    [{ price: '€745.08' }, 'other_currency'],
    [{ price: 'C$745.08' }, 'other_currency'],
    [{ qty: '1.5' }, 'qty'],
  ])('tells of %j that it is bad: %s', (cells, reason) => {
    expect(reasonOf(cells)).toBe(reason);
  });

  it.each<[Record<string, string>, Record<string, unknown>]>([
    [{ price: '$1,299.00' }, { price_cents: 129_900 }],
    [{ price: 'US$ 1,299.00' }, { price_cents: 129_900 }],
    [{ availability: 'InStock' }, { availability: 'in_stock' }],
    [{ availability: 'https://schema.org/BackOrder' }, { availability: 'backorder' }],
    [{ condition: 'recycled' }, { condition: 'used' }],
    [{ condition: 'https://schema.org/UsedCondition' }, { condition: 'used' }],
    [{ condition: 'Remanufactured' }, { condition: 'refurbished' }],
    [
      { brand: 'BMW AG', mpn: '51-11-7-293-055' },
      { make: 'bmw', number: '51-11-7-293-055' },
    ],
    [{ brand: 'Toyota Motor Corporation', mpn: 'SU003-07593' }, { make: 'toyota' }],
    [{ brand: 'American Honda Motor Co., Inc.', mpn: '04711-TBA-A00ZZ' }, { make: 'honda' }],
    [{ brand: 'Toyota Motor Sales, U.S.A., Inc.', mpn: '53301-06240' }, { make: 'toyota' }],
    [{ condition: 'Used - Good' }, { condition: 'used' }],
    [{ condition: 'OEM Recycled' }, { condition: 'used' }],
    [{ brand: 'Subaru of America', mpn: '57704-FJ010' }, { make: 'subaru' }],
    [{ brand: 'Dr. Ing. h.c. F. Porsche AG', mpn: '99150598302' }, { make: 'porsche' }],
    [{ brand: 'Toyota/Lexus', mpn: '53301-06240' }, { make: 'toyota' }],
    [{ brand: 'Honda & Acura', mpn: '04711-TBA-A00ZZ' }, { make: 'honda' }],
    [{ brand: 'Jaguar Land Rover', mpn: 'LR011279' }, { make: 'jaguar' }],
    [{ brand: 'MINI / BMW', mpn: '51117293055' }, { make: 'bmw' }],
    [{ availability: 'Low stock' }, { availability: 'in_stock' }],
    [{ availability: 'Special order' }, { availability: 'backorder' }],
    [{ brand: 'Hyundai Mobis', mpn: '86511-F2000' }, { make: 'hyundai' }],
    [{ 'core charge': '60' }, { core_charge_cents: 6000 }],
    [{ 'core charge': '$60.00' }, { core_charge_cents: 6000 }],
    [{ 'core charge': '0.00 USD' }, { core_charge_cents: null }],
    [{ 'core charge': 'None' }, { core_charge_cents: null }],
  ])('takes %j', (cells, item) => {
    expect(itemsOf(tsv(cells))).toMatchObject([item]);
  });

  const onSale = (sale: string, dates = '') =>
    itemsOf(
      read(
        `${HEADER}\tsale price\tsale_price_effective_date\n${rowOf({ price: '310.00 USD' })}\t${sale}\t${dates}`,
      ),
    )[0]?.price_cents;
  it('takes the sale price while it holds', () => {
    expect(onSale('249.00 USD')).toBe(24_900);
    expect(onSale('$249')).toBe(24_900);
    expect(onSale('249.00 USD', '2020-01-01T00:00Z/2099-01-01T00:00Z')).toBe(24_900);
    expect(onSale('249.00 USD', '2020-01-01T00:00Z/2021-01-01T00:00Z')).toBe(31_000);
  });

  it.each([
    ['2020-01-01T00:00Z', 0],
    ['2099-01-01', 1],
    ['soon', 1],
    ['', 1],
  ])('with the expiration date %j takes %i rows', (date, rows) => {
    const feed = read(`${HEADER}\texpiration_date\n${rowOf({})}\t${date}\n${rowOf({ id: 'A-2' })}\t`);
    expect(feed).toMatchObject({ good: rows + 1, bad: 0, left_out: 1 - rows });
  });

  it('reads a stock file from the field at its sale price', () => {
    const file = readFileSync(new URL('../../../tests/fixtures/feeds/sale-price.tsv', import.meta.url));
    expect(itemsOf(readFeed(file, 'https://shop.example'))).toMatchObject([{ price_cents: 24_900 }]);
  });

  it('takes the template of the page', () => {
    expect(read(feedTemplate())).toMatchObject({ kind: 'read', good: 1, bad: 0 });
  });

  it('takes an OEM number that an aftermarket part stands in for, with its brand in the title', () => {
    const feed = tsv({ 'oem number': '26060-4hb0a', make: 'Infiniti', brand: 'Depo', mpn: '312-1' });
    expect(itemsOf(feed)).toMatchObject([{ number: '26060-4HB0A', title: 'Depo Headlight, left' }]);
  });

  it('keeps nothing that a spreadsheet would run or that hides what it says', () => {
    const feed = tsv({ title: '=+@cmd|x \u202e<b>Lamp</b>\u0000\u0007' });
    expect(itemsOf(feed)).toMatchObject([{ title: 'cmd|x <b>Lamp</b>' }]);
  });

  it('names each bad row by its number, repeats too, and goes on', () => {
    const feed = tsv({}, {}, { id: 'A-2', price: 'ask' }, { id: 'A-3' });
    expect(feed).toMatchObject({ good: 2, bad: 2 });
    expect(feed.bad_rows).toEqual([
      { row: 3, item: 'A-1', reason: 'repeated_id' },
      { row: 4, item: 'A-2', reason: 'price' },
    ]);
  });

  it('counts and keeps every bad row', () => {
    const feed = tsv({}, ...Array.from({ length: MOST_BAD_ROWS + 50 }, () => ({ id: '' })));
    expect([feed.bad, feed.bad_rows.length]).toEqual([MOST_BAD_ROWS + 50, MOST_BAD_ROWS + 50]);
  });

  it.each([
    ['an empty file', '', 'unreadable'],
    ['text', 'Dear all,\nhere is our stock', 'unreadable'],
    ['XML without items', '<html><body>404</body></html>', 'unreadable'],
    ['a table without mpn', 'id,title,link,price,availability\n1,a,b,c,d', 'missing_columns'],
    ['a table of bad rows', `${HEADER}\n${rowOf({ price: '' })}`, 'no_good_row'],
  ])('refuses %s', (_, text, problem) => {
    expect(read(text)).toMatchObject({ kind: 'refused', problem });
  });

  it('refuses a packed file', () => {
    expect(readFeed(Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0, 0, 0x80]), 'https://shop.example')).toMatchObject(
      {
        problem: 'unreadable',
      },
    );
  });

  it('refuses more rows than it takes', () => {
    const feed = read(`${HEADER}\n${`${rowOf({ id: '' })}\n`.repeat(MOST_FEED_ROWS + 1)}`);
    expect(feed).toMatchObject({ kind: 'refused', problem: 'too_many_rows' });
  });

  it('accounts for every row, whatever stands in it', () => {
    const cell = fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[\t\r\n"]/g, ' '));
    const row = fc.array(cell, { minLength: NAMES.length, maxLength: NAMES.length });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
        const written = rows.map((cells) => ['x', ...cells.slice(1)].join('\t'));
        const feed = read([HEADER, ...written].join('\n'));
        const good = feed.kind === 'read' ? feed.good : 0;
        expect(good + feed.bad + feed.left_out).toBe(rows.length);
      }),
    );
  });
});

describe('a feed made to take long', () => {
  const columns = Array.from({ length: 20_000 }, (_, at) => `c${at}`).join('\t');
  const way = '<g:shipping><g:price>1.00 USD</g:price></g:shipping>';
  it.each([
    ['many columns and short rows', `${HEADER}\t${columns}\n${'1\n'.repeat(100_000)}`],
    ['blank lines', `${HEADER}\n${'\n'.repeat(400_000)}`],
    ['open elements', `<rss>${'<a>'.repeat(130_000)}`],
    ['elements closed by others', `<rss>${'<a></b>'.repeat(60_000)}`],
    ['ways of shipping', `<rss><item>${way.repeat(8_000)}</item></rss>`],
    ['ways of shipping in a cell', `${HEADER}\n${rowOf({ shipping: '1 USD,'.repeat(70_000) })}`],
    [
      'a brand that is nearly in the title',
      `${HEADER}\n${rowOf({ title: 'a'.repeat(300_000), brand: `b${'a'.repeat(100_000)}` })}`,
    ],
  ])('is read or refused soon: %s', async (_, text) => {
    expect(await processorMs(() => read(text))).toBeLessThan(2_000);
  });

  it('keeps the cheapest of many ways of shipping', () => {
    const ways = [...Array.from({ length: 300 }, () => '9 USD'), '1 USD'].join(',');
    expect(itemsOf(tsv({ shipping: `2 USD,${ways}` }))).toMatchObject([{ shipping_cents: 100 }]);
  });

  it('reads the last of columns with one name', () => {
    const feed = read(`${HEADER}\tid\n${rowOf({})}\tB-2`);
    expect(itemsOf(feed)).toMatchObject([{ item: 'B-2' }]);
  });
});
