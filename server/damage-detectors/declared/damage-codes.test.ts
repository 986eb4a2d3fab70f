import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { siteSchema } from '../../../contract/schemas/lot.ts';
import type { Site } from '../../../contract/sites.ts';
import { DAMAGE_CODES, DAMAGE_WORDS, damageDisagrees, readDamageCode, siteOfCodes } from './damage-codes.ts';

// Code and word of each site, from the vocabularies counted over all their public rows.
const COPART =
  'AO ALL OVER|BC BIOHAZARD/CHEMICAL|BN BURN|BE BURN - ENGINE|BI BURN - INTERIOR|DH DAMAGE HISTORY|FD FRAME DAMAGE|FR FRONT END|HL HAIL|MC MECHANICAL|MN MINOR DENT/SCRATCHES|VI MISSING/ALTERED VIN|NW NORMAL WEAR|PR PARTIAL REPAIR|RR REAR END|RJ REJECTED REPAIR|VP REPLACED VIN|RO ROLLOVER|SD SIDE|ST STRIPPED|TP TOP/ROOF|UN UNDERCARRIAGE|UK UNKNOWN|VN VANDALISM|WA WATER/FLOOD|CC CASH FOR CLUNKERS';
const IAAI =
  'F FRONT END|R REAR|LF LEFT FRONT|RF RIGHT FRONT|LR LEFT REAR|RR RIGHT REAR|LS LEFT SIDE|RS RIGHT SIDE|BS LEFT & RIGHT SIDE|BO FRONT & REAR|AO ALL OVER|OF ROOF|U UNDERCARRIAGE|SU SUSPENSION|FR FRAME|RO ROLLOVER|HA HAIL|SD STORM DAMAGE|FL FLOOD|FW FRESH WATER|SW SALT WATER|TB TOTAL BURN|EB ENGINE BURN|IB INTERIOR BURN|XB EXTERIOR BURN|ED ENGINE DAMAGE|TD TRANSMISSION DAMAGE|ME MECHANICAL|EL ELECTRICAL|TH THEFT|V VANDALIZED|S STRIP|BI BIOHAZARD|RP REPOSSESSION|CC CASH FOR CLUNKERS|WT NORMAL WEAR & TEAR|N NONE|UK UNKNOWN';
const pairs = (list: string): [string, string][] =>
  list.split('|').map((row) => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)]);
const SITES: [Site, [string, string][]][] = [
  ['copart', pairs(COPART)],
  ['iaai', pairs(IAAI)],
];

describe('reading damage codes', () => {
  it.each(SITES)('understands every word and code of %s, and both alike', (site, rows) => {
    for (const [code, word] of rows) {
      const byWord = readDamageCode(site, word);
      expect(byWord, word).not.toBeNull();
      expect(readDamageCode(site, code)?.key, code).toBe(byWord?.key);
    }
  });

  it.each(['copart', 'iaai', 'bid.cars'] as const)('understands a lone FRONT at %s', (site) => {
    expect(readDamageCode(site, 'FRONT')?.code.label).toMatch(/^Front end/);
  });

  it('knows the site by a code no other site has', () => {
    expect(siteOfCodes(['FR', 'LF'])).toBe('iaai');
    expect(siteOfCodes(['FR', 'MN'])).toBe('copart');
    expect(siteOfCodes(['FR', 'AO'])).toBeNull();
    expect(siteOfCodes([null, ''])).toBeNull();
  });

  it('understands the words Copart no longer uses', () => {
    expect(readDamageCode('copart', 'ELECTRICAL')?.key).toBe('electrical');
    expect(readDamageCode('copart', 'SUSPENSION')?.key).toBe('suspension');
  });

  it('understands every word of both houses in the sentence case of bid.cars', () => {
    for (const [, word] of [...pairs(COPART), ...pairs(IAAI)]) {
      const sentence = word.charAt(0) + word.slice(1).toLowerCase();
      expect(readDamageCode('bid.cars', sentence), sentence).not.toBeNull();
    }
    expect(readDamageCode('bid.cars', 'Minor dent / scratches')?.key).toBe('minor');
    expect(readDamageCode('bid.cars', 'Left & right side')?.key).toBe('both_sides');
  });

  it.each([
    ['FRAME DAMAGE REPORTED', 'FD'],
    ['PARTIAL/INCOMPLETE REPAIR', 'PR'],
    ['REJECTED REPAIR', 'RJ'],
    ['BIOHAZARDOUS/CHEMICAL', 'BC'],
    ['MINOR DENTS/SCRATCHES', 'MN'],
    ['SIDE DAMAGE', 'SD'],
    ['TOP/ROOF DAMAGE', 'TP'],
    ['REAR END DAMAGE', 'RR'],
    ['HAIL DAMAGE REPORTED', 'HL'],
    ['VIN - MISSING/ALTERED', 'VI'],
    ['VIN - REPLACED', 'VP'],
    ['INTERIOR BURN', 'BI'],
    ['WATER DAMAGE', 'WA'],
  ])('Copart’s full words %s mean what its code %s means', (words, code) => {
    expect(readDamageCode('copart', words)?.key).toBe(readDamageCode('copart', code)?.key);
    expect(readDamageCode('bid.cars', words.toLowerCase())?.key).toBe(readDamageCode('copart', code)?.key);
  });

  it.each(['FRONT END AND ENGINE', 'SIDE UNLIKELY', 'DAMAGE', 'REPORTED', 'FRAME DAMAGE REPAIRED'])(
    'does not read %s, which has a word it does not know',
    (words) => {
      expect(readDamageCode('copart', words)).toBeNull();
    },
  );

  it.each([
    ['copart', 'REAR END', 'FR', true],
    ['copart', 'FRONT END', 'FR', false],
    ['copart', 'UNKNOWN', 'FR', false],
    ['copart', 'ZORBED', 'FR', false],
    ['copart', 'FRONT END', null, false],
    ['iaai', 'Right Rear', 'RR', false],
    ['iaai', 'Rear', 'RR', true],
  ] as const)('at %s the words %s against the code %s disagree: %s', (site, words, code, disagree) => {
    expect(damageDisagrees(site, words, code)).toBe(disagree);
  });

  it('reads RR as the rear end at Copart and as the right rear at IAAI', () => {
    expect(readDamageCode('copart', 'RR')?.key).toBe('rear_end_any');
    expect(readDamageCode('iaai', 'RR')?.key).toBe('right_rear');
  });

  it('reads words of another site where the listed one has none of its own', () => {
    expect(readDamageCode('copart', 'LEFT SIDE')?.key).toBe('left_side');
    expect(readDamageCode('copart', 'Right Front')?.key).toBe('right_front');
    expect(readDamageCode('iaai', 'MINOR DENT/SCRATCHES')?.key).toBe(
      readDamageCode('copart', 'MINOR DENT/SCRATCHES')?.key,
    );
    expect(readDamageCode('copart', 'FRONT END')?.key).toBe(readDamageCode('bid.cars', 'FRONT END')?.key);
  });

  it('does not read the short codes of another site', () => {
    expect(readDamageCode('iaai', 'NW')).toBeNull();
    expect(readDamageCode('copart', 'LF')).toBeNull();
    expect(readDamageCode('bid.cars', 'RR')).toBeNull();
  });

  it('understands every word of every site when the site is not known', () => {
    for (const site of siteSchema.options)
      for (const word of Object.keys(DAMAGE_WORDS[site].words))
        expect(readDamageCode(null, word), word).not.toBeNull();
  });

  it('reads an ambiguous code of an unknown site as Copart does and says so', () => {
    const read = readDamageCode(null, 'RR');
    expect(read?.key).toBe('rear_end_any');
    expect(read?.ambiguity).toMatchObject({ words: 'RR', other: 'right rear' });
    expect(readDamageCode(null, 'AO')?.ambiguity).toBeNull();
    expect(readDamageCode(null, 'LF')).toMatchObject({ key: 'left_front', ambiguity: null });
  });

  it('reads the same words whatever their case, spacing and punctuation', () => {
    const words = siteSchema.options.flatMap((site) =>
      Object.keys(DAMAGE_WORDS[site].words).map((word) => [site, word] as const),
    );
    fc.assert(
      fc.property(fc.constantFrom(...words), fc.constantFrom(' ', ' - ', '/', '  '), ([site, word], gap) => {
        const changed = word.toLowerCase().replace(/[^a-z]+/g, gap);
        expect(readDamageCode(site, changed)?.key).toBe(readDamageCode(site, word)?.key);
      }),
    );
  });

  it.each([null, undefined, '', '---', '******', 'SUSPICIOUS', 'constructor'])(
    'does not understand %j',
    (text) => {
      expect(readDamageCode('copart', text)).toBeNull();
      expect(readDamageCode(null, text)).toBeNull();
    },
  );

  it('gives every code a basis and something to say', () => {
    for (const [key, code] of Object.entries(DAMAGE_CODES)) {
      const says = code.zones.length + code.parts.length > 0 || code.warnings.length > 0;
      expect(says || code.special === 'not_declared', key).toBe(true);
    }
  });

  it('names sides only in codes whose words do', () => {
    for (const [key, code] of Object.entries(DAMAGE_CODES))
      expect(code.names_sides, key).toBe(
        /\b(left|right) (front|side|rear)\b|left and right/i.test(code.label),
      );
  });
});
