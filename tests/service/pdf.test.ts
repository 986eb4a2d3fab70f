import { execFileSync } from 'node:child_process';
import { inflateSync } from 'node:zlib';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PartnerOffer } from '../../contract/partners/offer.ts';
import { linesToBuy } from '../../contract/report-view/baskets.ts';
import { orderLines } from '../../contract/report-view/line-order.ts';
import type { EstimateLine } from '../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { SERVICE } from '../../server/concurrency/work-caller.ts';
import type { PrintSetting } from '../../server/pdf/data/print-data.ts';
import type { GivenPhoto } from '../../server/pdf/data/print-photos.ts';
import { createPress } from '../../server/pdf/press/press.ts';
import { type TypesetterKind, typesetterKind } from '../../server/pdf/press/which-typesetter.ts';
import { sampleReport, unknownReport } from '../fixtures/report-model.ts';
import { scopeReport } from '../fixtures/scope-report.ts';
import { onceMade } from './once-made.ts';

const hasTool = (name: string): boolean => {
  try {
    execFileSync(name, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const poppler = ['pdftotext', 'pdfinfo', 'pdftoppm'].every(hasTool);
if (!poppler)
  console.log(
    'skipped: pdftotext, pdfinfo and pdftoppm are not installed, so the text of PDFs is not checked',
  );

/** Of two compilers CI checks the one this machine prints with, and that the other sets the same pages: `npm run test:long` checks both. */
const kinds: TypesetterKind[] = typesetterKind() === 'native' ? ['native', 'wasm'] : ['wasm'];
const checked = process.env.LOTLENS_LONG === '1' ? kinds : kinds.slice(0, 1);
if (kinds.length === 1)
  console.log('skipped: this machine has no native PDF compiler, so only the WebAssembly one is checked');

const call = (tool: string, args: string[], pdf: Uint8Array): Buffer =>
  execFileSync(tool, args, { input: pdf, maxBuffer: 1 << 26, stdio: ['pipe', 'pipe', 'ignore'] });
const run = (tool: string, args: string[], pdf: Uint8Array): string => call(tool, args, pdf).toString('utf8');
const texts = new WeakMap<Uint8Array, Map<string, string>>();
/** Read once of each file and in each way. */
function textOf(pdf: Uint8Array, ...args: string[]): string {
  const known = texts.get(pdf) ?? new Map<string, string>();
  texts.set(pdf, known);
  const key = args.join(' ');
  const text = known.get(key) ?? run('pdftotext', [...args, '-', '-'], pdf);
  known.set(key, text);
  return text;
}

/** The head of a table of lines. */
const HEADS = /No\.\s+Op\s+Part and why\s+OEM number/;
const pagesOf = (pdf: Uint8Array): string[] =>
  textOf(pdf, '-layout')
    .split('\f')
    .filter((page) => page.trim() !== '');

/** What the QR code on the first page says, read from its picture; null where there is none. */
async function qrOf(pdf: Uint8Array): Promise<string | null> {
  const page = call('pdftoppm', ['-r', '150', '-l', '1', '-png', '-'], pdf);
  const { data, info } = await sharp(page)
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  try {
    return decodeQr({ data: new Uint8Array(data), width: info.width, height: info.height });
  } catch {
    return null;
  }
}

/** Every object of the file with its streams inflated, as Latin-1 text. */
function insideOf(pdf: Uint8Array): string {
  const raw = Buffer.from(pdf);
  const parts = [raw.toString('latin1')];
  for (let at = raw.indexOf('stream'); at !== -1; at = raw.indexOf('stream', at + 6)) {
    const start = raw[at + 6] === 13 ? at + 8 : at + 7;
    try {
      parts.push(inflateSync(raw.subarray(start), { finishFlush: 2 }).toString('latin1'));
    } catch {
      // An image or the word in a text: not a deflated stream.
    }
  }
  return parts.join('\n');
}

/** Photos as heavy as a phone's: detail everywhere, 1600 × 1200. */
async function heavyPhotos(numbers: number[]): Promise<{ number: number; bytes: Uint8Array }[]> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  return await Promise.all(
    numbers.map(async (number) => {
      const layer = sharp({ create: { width: 400, height: 300, channels: 3, noise, background: '#808080' } });
      const bytes = await layer.resize(1600, 1200, { kernel: 'cubic' }).jpeg({ quality: 92 }).toBuffer();
      return { number, bytes };
    }),
  );
}

/** A compiler's press, with the whole sample as it prints it and the sample without photos or settings. */
function printing(typesetter: TypesetterKind) {
  const press = createPress({ typesetter });
  const print = (model: ReportModel, photos: readonly GivenPhoto[], setting: PrintSetting = {}) =>
    press.print(SERVICE, { model, photos, setting });
  return {
    press,
    print,
    whole: onceMade(async () =>
      print(sampleReport(), await twelvePhotos(), { liveUrl: 'https://lotlens.example/shared/abc' }),
    ),
    plain: onceMade(() => print(sampleReport(), [])),
  };
}
const twelvePhotos = onceMade(() => heavyPhotos([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
const printings = new Map(kinds.map((kind) => [kind, printing(kind)]));
function printingOf(kind: TypesetterKind): ReturnType<typeof printing> {
  const found = printings.get(kind);
  if (!found) throw new Error(`no press of ${kind}`);
  return found;
}
afterAll(() => Promise.all([...printings.values()].map(({ press }) => press.close())));

const withLine = (over: Partial<EstimateLine>, model: ReportModel = sampleReport()): ReportModel => {
  const [first, ...others] = model.estimate.lines;
  if (!first) throw new Error('the sample has lines');
  return { ...model, estimate: { ...model.estimate, lines: [{ ...first, ...over }, ...others] } };
};

describe.each(checked)('the report printed by the %s compiler', (kind) => {
  const { print: printReport, whole, plain } = printingOf(kind);

  let photos: GivenPhoto[];
  let pdf: Uint8Array;
  let inside: string;
  beforeAll(async () => {
    photos = await twelvePhotos();
    pdf = await whole();
    inside = insideOf(pdf);
  });

  it('is a tagged file with language, title and bookmarks, PDF/UA-1 where the compiler can say so', () => {
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(inside.includes('<pdfuaid:part>1</pdfuaid:part>')).toBe(kind === 'native');
    expect(inside).toMatch(/\/Marked true/);
    expect(inside).toMatch(/\/Lang ?\(en-US\)/);
    expect(inside).toContain('2016 BMW 3 Series 328i: damage and parts report');
    expect(inside).toMatch(/\/Outlines/);
  });

  it('stays under 1.5 MB with twelve heavy photos', () => {
    expect(photos.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeGreaterThan(4_000_000);
    expect(pdf.length).toBeLessThan(1_500_000);
  });

  it('holds the photos, at least three of the four with boxes as large as they are printed', () => {
    const widths = [...inside.matchAll(/\/Subtype\s*\/Image[^>]*?\/Width (\d+)/g)].map(([, width]) =>
      Number(width),
    );
    expect(widths.filter((width) => width === 900)).toHaveLength(4);
    expect(widths.filter((width) => width === 520)).toHaveLength(8);
  });

  it('describes diagram, photos and code for those who cannot see them', () => {
    const alts = [...inside.matchAll(/\/Alt ?\(((?:[^()\\]|\\.)*)\)/g)].map(([, alt]) => alt);
    expect(alts.some((alt) => alt?.includes('Hood: major damage'))).toBe(true);
    expect(alts).toContain('Photo 1, Front left, with boxes of lines 1, 2, 4, 6');
    expect(alts.some((alt) => alt?.startsWith('QR code to the live report'))).toBe(true);
  });

  it('links to https only', () => {
    const uris = [...inside.matchAll(/\/URI ?\(((?:[^()\\]|\\.)*)\)/g)].map(([, uri]) => uri ?? '');
    expect(uris).toContain('https://oem.example/search?q=51110000001');
    expect(uris.filter((uri) => !uri.startsWith('https://'))).toEqual([]);
  });

  describe.runIf(poppler)('read as text', () => {
    it('keeps every printed part number in one piece', () => {
      const text = textOf(pdf, '-layout');
      const shown = sampleReport().estimate.lines.filter(({ probability }) => probability >= 0.25);
      const numbers = shown.flatMap(({ oem_numbers }) => oem_numbers.map(({ number }) => number));
      expect(numbers.length).toBeGreaterThan(20);
      expect(numbers.filter((number) => !text.includes(number))).toEqual([]);
    });

    it('holds the offers of partners, headed as what they are, with ways to them', async () => {
      const model = sampleReport();
      const line = linesToBuy(orderLines(model.estimate.lines), 1).find(
        ({ oem_numbers }) => oem_numbers.length > 0,
      );
      if (!line) throw new Error('the sample writes parts with numbers');
      const offer: PartnerOffer = {
        offer_id: '12',
        partner: 'Lakeside Parts',
        line_id: line.id,
        side: line.side,
        number: '51 71 0 000 001',
        title: 'Part from the shelf',
        condition: 'used',
        availability: 'backorder',
        price: 123.45,
        shipping: null,
        core_charge: 20,
        pieces: 1,
        in_stock: null,
        total: 123.45,
        lead_time_days: 1,
        states: ['TX', 'OK'],
      };
      const address = 'https://lotlens.example/api/v1/partners/out/12?report=x';
      const printed = await printReport(model, [], {
        offers: { offers: [offer], checked: [], addresses: { 12: address } },
      });
      const text = textOf(printed, '-layout').replace(/\s+/g, ' ');
      expect(text).toContain('Partner offers – LotLens earns a commission');
      expect(text).toMatch(/Cheapest other price known: \$|No other price is known/);
      expect(text).toMatch(/Lakeside Parts: Part from the shelf \$123\.45/);
      expect(text).toContain('51 71 0 000 001 · used · on backorder · sent within a day · ships to OK, TX');
      expect(text).toContain('shipping not told, core charge $20.00 apart');
      expect(insideOf(printed)).toContain(address);
      expect(textOf(await plain())).not.toContain('Partner offers');
    });

    it('holds what sellers state where no source has a number', async () => {
      const model = sampleReport();
      const [line] = model.estimate.lines;
      if (!line) throw new Error('the sample has lines');
      const number = { number: '60100-TBA-A00ZZ', sellers: 3, asked_new: null, asked_used: null };
      const claim = {
        category: 'hood',
        side: 'none',
        position: 'front',
        year: 2018,
        model: 'Civic',
      } as const;
      const stated_by_sellers = [{ ...claim, of: 4, dated: '2026-11-20', numbers: [number] }];
      const claimed = { ...line, oem_numbers: [], probability: 1, stated_by_sellers };
      const text = textOf(
        await printReport({ ...model, estimate: { ...model.estimate, lines: [claimed] } }, []),
      );
      expect(text).toContain('60100-TBA-A00ZZ');
      expect(text.replace(/\s+/g, ' ')).toContain('stated by 3 of 4 independent eBay sellers for 2018 Civic');
    });

    it('counts its pages and repeats the heads of tables', () => {
      const pages = pagesOf(pdf);
      expect(pages.length).toBeGreaterThan(3);
      pages.forEach((page, i) => {
        expect(page).toContain(`Page ${i + 1} of ${pages.length}`);
      });
      expect(pages.filter((page) => HEADS.test(page)).length).toBeGreaterThan(2);
    });

    it('gives every page of 150 lines its table heads and leaves no heading alone at its foot', async () => {
      const model = sampleReport();
      const sections = ['front_bumper', 'front_lamps', 'hood', 'fenders', 'cooling', 'wheels'] as const;
      const lines = Array.from({ length: 150 }, (_, i) => {
        const given = model.estimate.lines[i % 15];
        const section = sections[Math.floor(i / 25)];
        if (!given || !section) throw new Error('the sample has lines');
        return { ...given, id: `l${i}`, section, name: `Part ${i}`, block: 'seen' as const, probability: 1 };
      });
      const pages = pagesOf(await printReport({ ...model, estimate: { ...model.estimate, lines } }, []));
      const withLines = pages.filter((page) => /Part \d/.test(page));
      expect(withLines.length).toBeGreaterThan(8);
      expect(withLines.filter((page) => !HEADS.test(page))).toEqual([]);
      const lastLines = pages.map((page) =>
        page
          .split('\n')
          .map((row) => row.trim())
          .filter((row) => row !== '' && !/Page \d+ of/.test(row))
          .at(-1),
      );
      const lonely =
        /^(FRONT BUMPER AND GRILLE|FRONT LAMPS|HOOD|FENDERS|COOLING|WHEELS|No\..*|Damaged parts.*|Totals|Basis)$/;
      expect(lastLines.filter((row) => row === undefined || lonely.test(row))).toEqual([]);
      const shown = pages.join('\n');
      expect(lines.filter(({ name }) => !new RegExp(`${name}\\b`).test(shown))).toEqual([]);
    });

    it('gives what to decide on, the totals and the seller’s figure in the report’s order', () => {
      const text = textOf(pdf);
      const order = [
        'REPAIR, LIKELY',
        "SELLER'S FIGURE",
        'TOTAL LOSS',
        'What drives the cost',
        'How sure',
        "The seller's figure",
        'Value and total loss',
        'Photos',
        'Estimate lines',
        'Damaged parts, seen',
        'Probable damage (from listing)',
        'Possible hidden damage',
        'Standard operations',
        'Totals',
        'Grand total, likely',
        'Assumptions',
        'Sources',
        'Suppliers the lines lead to',
      ];
      // At the start of a line: the same words stand in sentences too.
      const at = order.map((words) => text.indexOf(`\n${words}`));
      expect(at).not.toContain(-1);
      expect(at).toEqual(at.toSorted((a, b) => a - b));
      const { total } = sampleReport().estimate;
      expect(text).toContain(total.likely.toLocaleString('en-US', { style: 'currency', currency: 'USD' }));
      expect(text).toContain('$14,250');
    });

    it('prints every line, the unlikely ones too', () => {
      const text = textOf(pdf, '-layout');
      const missing = sampleReport().estimate.lines.filter(({ name }) => !text.includes(name));
      expect(missing.map(({ name }) => name)).toEqual([]);
      expect(text).toMatch(/LESS LIKELY, EACH UNDER 25/i);
    });

    it('says before the lines which set-up would have given numbers, where no part has one', async () => {
      const model = withLine({ standing: 'scope', oem_numbers: [], oem_missing: { code: 'not_listed' } });
      const sources = [{ source: 'sellers' as const, on: false, covers: true }];
      const text = textOf(await printReport({ ...model, number_sources: sources }, [])).replace(/\s+/g, ' ');
      const said = text.indexOf('What covers BMW and is off here: numbers stated by eBay sellers.');
      expect(said).toBeGreaterThan(0);
      expect(said).toBeLessThan(text.indexOf('Estimate lines'));
    });

    it('says before the lines where sources disagree and what could not be done', () => {
      const text = textOf(pdf).replace(/\s+/g, ' ');
      const lines = text.indexOf('Estimate lines');
      for (const said of [
        'the photos show the left front door only',
        'One of twelve photos could not be fetched',
      ]) {
        expect(text).toContain(said);
        expect(text.indexOf(said)).toBeLessThan(lines);
      }
    });

    it('says on every page that a sample is a sample', () => {
      const pages = textOf(pdf)
        .split('\f')
        .filter((page) => page.trim() !== '');
      expect(pages.filter((page) => !page.includes('Sample'))).toEqual([]);
      expect(pages[0]).toContain('Sample: fictional car');
    });

    it('has a tag tree with headings, tables and figures', async () => {
      const tags = run('pdfinfo', ['-struct', '-'], pdf);
      for (const tag of ['H1', 'H2', 'Table', 'TH', 'TD', 'Figure', 'L'])
        expect(tags).toMatch(new RegExp(`^\\s*${tag}\\b`, 'm'));
      // For the text of each tag the tool reads its page once more: of two lines in half a second, of all in five.
      const model = sampleReport();
      const lines = model.estimate.lines.slice(0, 2);
      const short = await printReport(
        { ...model, estimate: { ...model.estimate, lines } },
        photos.slice(0, 1),
      );
      const words = run('pdfinfo', ['-struct-text', '-'], short).replaceAll(/[\s"]+/g, ' ');
      for (const heading of ["The seller's figure", 'Diagram', 'Photos', 'Estimate lines', 'Totals', 'Basis'])
        expect(words).toContain(`H1 ${heading} (block)`);
    });

    it('tells its title and that it is tagged', () => {
      const told = run('pdfinfo', ['-'], pdf);
      expect(told).toMatch(/^Title:\s+2016 BMW 3 Series 328i: damage and parts report$/m);
      expect(told).toMatch(/^Tagged:\s+yes$/m);
    });

    it('carries a QR code that leads to the shared report, and none where nothing is shared', async () => {
      expect(await qrOf(pdf)).toBe('https://lotlens.example/shared/abc');
      const unshared = await printReport(sampleReport(), photos);
      expect(await qrOf(unshared)).toBeNull();
      expect(textOf(unshared)).not.toContain('Live report');
    });

    it('names the parties, and says of those it does not know that it does not', async () => {
      const named = textOf(
        await printReport(sampleReport(), [], { preparedFor: 'Maria López', home: 'lotlens.example' }),
        '-layout',
      );
      expect(named).toMatch(/Prepared for\s+Maria López/);
      expect(named).toMatch(/Prepared by\s+LotLens, lotlens\.example/);
      expect(named).toMatch(/Sold by\s+Sample Insurance, bid\.cars lot 90000001/);
      expect(textOf(await plain(), '-layout')).toMatch(/Prepared for\s+not named/);
    });

    it('prints neither number nor address of a lot that has none', async () => {
      const model = sampleReport({ sample: false, lot_origin: 'entered' });
      const entered = { ...model, lot: { ...model.lot, site: null, lot_number: '', url: '', seller: null } };
      const text = textOf(await printReport(entered, []), '-layout');
      expect(text).toContain('Entered by hand, not read from an auction');
      expect(text).toMatch(/Sold by\s+not known, no lot number/);
      expect(text).not.toMatch(/bid\.cars lot|by the listing|listing (gives|says|data)/i);
      expect(text).toContain('Value as entered');
    });

    it('calls a lot typed in with a number and no site by its number alone', async () => {
      const model = sampleReport({ sample: false, lot_origin: 'entered' });
      const entered = {
        ...model,
        lot: { ...model.lot, site: null, lot_number: '777', url: '', seller: null },
      };
      const text = textOf(await printReport(entered, []), '-layout');
      expect(text).toMatch(/Sold by\s+not known, Lot 777/);
    });

    it('says what the seller’s figure may leave out', () => {
      const text = textOf(pdf).replaceAll(/\s+/g, ' ');
      expect(text).toContain('The seller gives no lines to compare.');
      expect(text).toContain('Inside our range');
      expect(text).toContain('labor at DRP (insurer) rates');
    });

    it('explains every mark it prints', () => {
      const text = textOf(pdf).replaceAll(/\s+/g, ' ');
      for (const words of [
        '‡ our judgment',
        '† anchored to a published figure',
        '* changed by the user',
        '# entered by the user',
        '** part that is not new and original',
        'm mechanical',
        'f frame',
      ])
        expect(text).toContain(words);
      expect(text).toContain('Recycled**');
    });

    it('prints what the user assumed, changed and took out beside what was estimated', async () => {
      const model = sampleReport();
      const [changed, removed, ...others] = model.estimate.lines;
      if (!changed || !removed) throw new Error('the sample has lines');
      const { name, operation, part_type, quantity, cost, expected_cost } = changed;
      const estimated = {
        name,
        operation,
        part_type,
        quantity,
        part_price: 612,
        labour_hours: 2.4,
        refinish_hours: 3.12,
        sublet: null,
        probability: 1,
        cost: { ...cost, likely: 1234 },
        expected_cost,
      };
      const text = textOf(
        await printReport(
          {
            ...model,
            edit: {
              version: 2,
              edited_at: '2026-01-16T00:00:00Z',
              changes: 3,
              estimated_total: { low: 9000, likely: 12345.67, high: 20000 },
            },
            estimate: {
              ...model.estimate,
              lines: [{ ...changed, estimated }, ...others],
              excluded: [removed],
              scenario: {
                set: { parts: 'aftermarket' },
                effects: [{ switch: 'parts', text: 'Aftermarket parts', change: -820 }],
              },
            },
          },
          [],
          { editedMark: true },
        ),
      ).replaceAll(/\s+/g, ' ');
      expect(text).toContain('1 × $612, labor 2.4 h, refinish 3.12 h, cost $1,234');
      expect(text).toContain('Taken out by the user, counted nowhere: Front bumper lower grille');
      expect(text).toContain('Aftermarket parts (−$820)');
      expect(text).toContain('$12,345.67 ($9,000–$20,000)');
    });

    it('marks an edited report and a lot that its user supplied', async () => {
      const edited = await printReport(sampleReport({ sample: false, lot_origin: 'own_page' }), [], {
        editedMark: true,
      });
      const text = textOf(edited);
      expect(text).toContain('Edited by its user');
      expect(text).toContain('Read from a page its user supplied');
      expect(text).not.toContain('made-up car');
    });

    it('says what a masked VIN means', async () => {
      const model = sampleReport();
      const masked = { ...model, vehicle: { ...model.vehicle, vin: 'WBA8E9G50GN******', vin_masked: true } };
      const text = textOf(await printReport(masked, []));
      expect(text).toContain('WBA8E9G50GN****** (masked)');
      expect(text).toContain('The auction hides the end of the VIN');
    });

    it('prints a report of which nothing is known', async () => {
      const text = textOf(await printReport(unknownReport(), []));
      expect(text).toContain('Vehicle not named');
      expect(text).toContain('Not estimated');
      expect(text).toContain('This report has no photos.');
      expect(text).toContain('Page 1 of');
    });

    it('prints what is written, what is possible beside it, and the rows from one to the average', async () => {
      const text = textOf(await printReport(scopeReport({ damage: 'FRONT END' }), []), '-layout');
      const places = [
        'ESTIMATE TOTAL',
        'What drives the cost',
        'Scope, before tax',
        'FRONT BUMPER AND GRILLE',
        'Possible items',
        'After teardown',
        'Totals',
      ];
      const found = places.map((words) => text.indexOf(words));
      expect(found).toEqual(found.toSorted((a, b) => a - b));
      expect(found).not.toContain(-1);
      expect(text).not.toContain('Grand total');
      expect(text).not.toMatch(/average outcome/i);
    });

    it('keeps hostile text as text', async () => {
      const hostile = '#panic("x") #read("/etc/passwd") $x$ *b* _i_ <lab> @ref [c] \\ // `raw` = h {{x}}';
      const model = withLine({ name: hostile, why: hostile });
      const text = textOf(
        await printReport({ ...model, examined: { ...model.examined, statement: hostile } }, []),
      );
      expect(text.replaceAll(/\s+/g, ' ')).toContain(hostile);
    });

    it('drops control and direction characters and boxes what the font lacks', async () => {
      const model = sampleReport();
      const lot = { ...model.lot, location: 'A\u202eB\u0000C\u200bD\u0007 \u4e2d\u{1f697} Żółć Ёлка Ω' };
      const text = textOf(await printReport({ ...model, lot }, []));
      expect(text).toContain('AB CD □□ Żółć Ёлка Ω');
    });
  });

  it('lets no text become an action', async () => {
    const hostile = '/OpenAction << /S /JavaScript /JS (app.alert(1)) >> /Launch /EmbeddedFile';
    const model = withLine({
      name: hostile,
      why: hostile,
      supplier_links: [
        'javascript:alert(1)',
        'http://plain.example/',
        'https://user:pass@evil.example/',
        'file:///etc/passwd',
        'https://good.example/a) >> /S /Launch',
      ].map((url) => ({ supplier: 's', label: hostile, url, by: 'words', kind: 'oem', affiliate: false })),
    });
    const text = insideOf(await printReport(model, []));
    const uris = [...text.matchAll(/\/URI ?\(((?:[^()\\]|\\.)*)\)/g)].map(([, uri]) => uri ?? '');
    expect(uris.some((uri) => uri.startsWith('https://good.example/a'))).toBe(true);
    expect(uris.filter((uri) => /javascript:|http:|file:|@/.test(uri))).toEqual([]);
    // In strings and content streams the words are drawn by glyph number; as names they would be actions.
    expect(text).not.toMatch(/\/S\s*\/(JavaScript|Launch)\b/);
    expect(text).not.toMatch(/\/(OpenAction|AA|EmbeddedFiles)\b/);
  });

  it('leaves out a photo that is no image and boxes outside the photo', async () => {
    const model = withLine({ evidence: [{ photo: 1, box: [-3, 0.5, 9, Number.NaN], kind: 'model_box' }] });
    const bytes = await printReport(model, [
      { number: 1, bytes: Buffer.from('no image') },
      ...photos.slice(1, 3),
    ]);
    expect(bytes.length).toBeGreaterThan(20_000);
  });

  it('prints 250 lines with long words', async () => {
    const model = sampleReport();
    const [first] = model.estimate.lines;
    if (!first) throw new Error('the sample has lines');
    const lines = Array.from({ length: 250 }, (_, i) => ({ ...first, id: `l${i}`, name: 'W'.repeat(120) }));
    const bytes = await printReport({ ...model, estimate: { ...model.estimate, lines } }, []);
    expect(bytes.length).toBeLessThan(2_000_000);
  });

  it('prints the same report to the same bytes', async () => {
    const once = await plain();
    expect(Buffer.from(once).equals(Buffer.from(await printReport(sampleReport(), [])))).toBe(true);
  });
});

describe.runIf(poppler && kinds.length > 1)('the two compilers', () => {
  let pdfs: Uint8Array[];
  beforeAll(async () => {
    pdfs = await Promise.all(kinds.map((kind) => printingOf(kind).whole()));
  });

  it('give the same words in the same order, and the same tags', () => {
    // Elements, not their attributes: only PDF/UA asks for the box of a table.
    const tagsOf = (pdf: Uint8Array) =>
      run('pdfinfo', ['-struct', '-'], pdf)
        .split('\n')
        .filter((row) => /\((block|inline)\):?$/.test(row))
        .map((row) => row.replace(/:$/, ''))
        .join('\n');
    for (const read of [(pdf: Uint8Array) => textOf(pdf, '-layout'), tagsOf]) {
      const [native, wasm] = pdfs.map(read);
      expect(native?.length).toBeGreaterThan(2_000);
      expect(wasm).toBe(native);
    }
  });

  it('give the same pages, pixel for pixel', () => {
    const [native, wasm] = pdfs.map((pdf) => call('pdftoppm', ['-r', '50', '-'], pdf));
    expect(native?.length).toBeGreaterThan(4 * 425 * 550 * 3);
    expect(native && wasm?.equals(native)).toBe(true);
  });
});
