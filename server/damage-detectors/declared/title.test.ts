import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../tests/machine.ts';
import { readTitle } from './title.ts';
import { titleState } from './title-text.ts';

const codes = (all: string): string[] => all.split(' ');

test.each([
  ['clean', 'yes', codes('CT CLR ORG')],
  ['salvage', 'after inspection', codes('ST SC SV S1 SAL PS PT')],
  ['salvage_light', 'after inspection', codes('S2')],
  ['salvage', 'after inspection', codes('SM')],
  ['rebuildable', 'after inspection', codes('RH')],
  ['rebuilt', 'yes', codes('RT RR RC')],
  ['clean', 'check', codes('CZ DV PX DC MD')],
  ['salvage', 'after inspection', codes('SQ SD DS D1')],
  ['bill_of_sale', 'check', codes('BS BI BOS BV SB AQ')],
  ['parts_only', 'no', codes('BP BJ B1 PL NP NT SP')],
  ['non_repairable', 'no', codes('BD BR CD CF VD LD COD NR NX NB NC FN KV NRP IR IP')],
  ['non_repairable', 'no', codes('JK JT JC JN JR JB JNK PO')],
  ['flood', 'check', codes('FC FL FT FV SW WF BF R1 R2')],
  ['fire', 'after inspection', codes('FS FR')],
  ['hail', 'after inspection', codes('HS HD')],
  ['theft_recovered', 'after inspection', codes('TH SS CW')],
  ['other', 'yes', codes('SH CP DO LL LH IC RP MB BE')],
  ['export_only', 'no', codes('EO CY')],
  ['other', 'after inspection', codes('NU SR')],
])(
  'each code that says %s (on the road: %s) is read alone, with a state and while pending',
  (content, road, all) => {
    for (const code of all)
      for (const written of [code, code.toLowerCase(), `TX - ${code}`, `${code} (Ohio)`, `FL - ${code} (P)`])
        expect([written, readTitle(written)]).toMatchObject([written, { content, road }]);
  },
);

test.each([
  // The words of each row of codes.
  ['CERTIFICATE OF TITLE', 'clean', 'yes'],
  ['SALVAGE TITLE', 'salvage', 'after inspection'],
  ['SALVAGE CERTIFICATE', 'salvage', 'after inspection'],
  ['SALVAGE < 75 % DAMAGE', 'salvage_light', 'after inspection'],
  ['MV-907A SALVAGE CERTIFICATE', 'salvage', 'after inspection'],
  ['SALVAGE REBUILDABLE', 'rebuildable', 'after inspection'],
  ['RECONSTRUCTED', 'rebuilt', 'yes'],
  ['DEALER ONLY CLEAN', 'clean', 'check'],
  ['DISMANTLER ONLY CLEAN', 'clean', 'check'],
  ['EXPORTER ONLY CLEAN', 'clean', 'check'],
  ['DEALER-ONLY SALVAGE', 'salvage', 'after inspection'],
  ['BILL OF SALE', 'bill_of_sale', 'check'],
  ['BILL OF SALE - SALVAGE', 'bill_of_sale', 'check'],
  ['BILL OF SALE - PARTS ONLY', 'parts_only', 'no'],
  ['BILL OF SALE - DESTRUCTION', 'non_repairable', 'no'],
  ['BILL OF SALE - NON-REPAIRABLE', 'non_repairable', 'no'],
  ['CERTIFICATE OF DESTRUCTION', 'non_repairable', 'no'],
  ['NON-REPAIRABLE', 'non_repairable', 'no'],
  ['JUNK CERTIFICATE', 'non_repairable', 'no'],
  ['JUNKING CERTIFICATE', 'non_repairable', 'no'],
  ['SCRAP TITLE', 'non_repairable', 'no'],
  ['PARTS-ONLY LETTER', 'parts_only', 'no'],
  ['SALVAGE PARTS ONLY', 'parts_only', 'no'],
  ['FLOOD', 'flood', 'check'],
  ['WATER DAMAGE', 'flood', 'check'],
  ['FIRE', 'fire', 'after inspection'],
  ['HAIL', 'hail', 'after inspection'],
  ['THEFT RECOVERED', 'theft_recovered', 'after inspection'],
  ['CLEAN WITH SALVAGE HISTORY', 'other', 'yes'],
  ['LEMON', 'other', 'yes'],
  ['PUBLIC SALVAGE', 'salvage', 'after inspection'],
  ['CLAIM PAID', 'other', 'yes'],
  ['DEALER-ONLY MUNICIPAL', 'clean', 'check'],
  ['REPOSSESSED', 'other', 'yes'],
  ['EXPORT ONLY', 'export_only', 'no'],
  ['UNFIT', 'other', 'after inspection'],
  ['SEVERELY DAMAGED', 'other', 'after inspection'],
  ['IRREPARABLE', 'non_repairable', 'no'],
  // IAAI's documents and brands.
  ['CLEAR (Michigan)', 'clean', 'yes'],
  ['ORIGINAL (Ohio)', 'clean', 'yes'],
  ['REBUILDABLE (Florida)', 'rebuildable', 'after inspection'],
  ['SALVAGE - 75% OR LESS (Maryland)', 'salvage_light', 'after inspection'],
  ['SALVAGE - 75 % OR LESS', 'salvage_light', 'after inspection'],
  ['BRANDED IF REBUILT', 'rebuildable', 'after inspection'],
  ['REPAIRABLE-COLLISION', 'rebuildable', 'after inspection'],
  ['REPAIRABLE-FLOOD (Illinois)', 'flood', 'check'],
  ['REPAIRABLE-FIRE', 'fire', 'after inspection'],
  ['REPAIRABLE-THEFT', 'theft_recovered', 'after inspection'],
  ['TOTAL LOSS', 'salvage', 'after inspection'],
  ['REBUILT (Texas)', 'rebuilt', 'yes'],
  ['JUNK', 'non_repairable', 'no'],
  // As the captured pages have them.
  ['CERT OF TITLE-REBUILT VEHICLE', 'rebuilt', 'yes'],
  ['CERTIFICATE OF TITLE (P)', 'clean', 'yes'],
  ['CERT OF TITLE-SALVAGE TITLE', 'salvage', 'after inspection'],
  ['CERTIFICATE OF SALVAGE', 'salvage', 'after inspection'],
  ['CERT OF SALVAGE > 75% DAMAGE', 'salvage', 'after inspection'],
  ['CERT OF SALVAGE-FORMERLY ABAND', 'salvage', 'after inspection'],
  ['CERTIFICATE OF DESTRUCTION (P)', 'non_repairable', 'no'],
  ['MV907A-PARTS ONLY', 'parts_only', 'no'],
  ['Rebuildable (Florida)', 'rebuildable', 'after inspection'],
  ['Dis/dlr/exp clean w/salv hist (CA)', 'other', 'yes'],
  ['ON-IRREPARABLE', 'non_repairable', 'no'],
  ['ON-NOT BRANDED', 'clean', 'yes'],
  ['ON-SALVAGE', 'salvage', 'after inspection'],
  ['TX - CERTIFICATE OF TITLE', 'clean', 'yes'],
])('the title %s is %s, on the road: %s', (text, content, road) => {
  expect(readTitle(text)).toMatchObject({ content, road });
});

test.each([
  ['SALVAGE FLOOD', 'flood'],
  ['FLOOD REBUILT', 'flood'],
  ['CERTIFICATE OF DESTRUCTION - FLOOD', 'non_repairable'],
  ['BILL OF SALE - FLOOD', 'flood'],
  ['SALVAGE FLOOD - EXPORT ONLY', 'flood'],
  ['EXPORT ONLY - PARTS ONLY', 'parts_only'],
  ['SALVAGE HAIL', 'hail'],
  ['CLEAN TITLE - LEMON', 'other'],
  ['REBUILT SALVAGE', 'rebuilt'],
  ['SALVAGE - 75% OR LESS, REBUILDABLE', 'salvage_light'],
  ['SALVAGE - NOT REBUILDABLE', 'non_repairable'],
])('of what %s says the worst counts: %s', (text, content) => {
  expect(readTitle(text)?.content).toBe(content);
});

test.each([null, '', 'OTHER', 'OTH', 'ZZ', 'VEHICLE PERMIT'])('%j says nothing', (text) => {
  expect(readTitle(text)).toBeNull();
});

describe('a text that is not understood in full', () => {
  test.each([
    ['CERT OF TITLE - ZORBED', ['zorbed']],
    ['SALVAGE TITLE ZORBED', ['zorbed']],
    ['TITLE PENDING', ['pending']],
    ['NOT JUNK', ['not']],
    ['CERT OF TITLE-CLEAN NO SALVAGE', ['no']],
    ['CERTIFICATE OF TITLE ВОССТАНОВЛЕН', ['восстановлен']],
  ])('%s is not sure', (text, unread) => {
    expect(readTitle(text)).toMatchObject({ sure: false, unread, severity: null });
  });

  test('a clean title with an unread word is not clean', () => {
    expect(readTitle('CERT OF TITLE - ZORBED')).toMatchObject({ content: 'other', road: 'check' });
  });

  test('a cut word that may be several things is not sure between them', () => {
    const read = readTitle('CERT OF TITLE-SALVAGE VEHICLE R');
    expect(read?.sure).toBe(false);
    expect(read?.could).toEqual(expect.arrayContaining(['rebuilt', 'rebuildable', 'theft_recovered']));
  });
});

describe('a code that states use differently', () => {
  test.each([
    ['RS', 'MA', 'rebuilt'],
    ['RS', 'AZ', 'rebuilt'],
    ['RB', 'FL', 'rebuildable'],
    ['RB', 'OH', 'rebuilt'],
    ['FL - RB', null, 'rebuildable'],
    ['RS (Massachusetts)', null, 'rebuilt'],
    ['MA - RS', 'FL', 'rebuilt'],
  ])('%s of %s is %s by its law', (code, state, content) => {
    expect(readTitle(code, state)).toMatchObject({ content, sure: true });
  });

  test.each([
    ['RS', null],
    ['RS', 'TX'],
    ['RB', null],
    ['TX - RB', 'FL'],
  ])('%s of %s is not sure between both', (code, state) => {
    expect(readTitle(code, state)).toMatchObject({
      sure: false,
      could: ['rebuilt', 'rebuildable'],
      road: 'check',
    });
  });
});

test.each([
  ['TX - SALVAGE CERTIFICATE', 'TX'],
  ['Salvage (Texas)', 'TX'],
  ['NC DLR ONLY SLVG REBUILT', 'NC'],
  ['SC', null],
  ['ON-SALVAGE', 'ON'],
  [null, null],
])('the title %s names the state or province %s', (text, state) => {
  expect(titleState(text)).toBe(state);
});

test('no text takes long to read', async () => {
  const texts = [
    'CERT OF TTL-SLVG ALL-TERRAIN V',
    'CERT OF TITLE-SALVAGE VEHICLE R',
    'ZORB '.repeat(80),
    'REC '.repeat(100),
  ];
  const ms = await processorMs(() => {
    for (let round = 0; round < 100; round += 1) for (const text of texts) readTitle(text);
  });
  // Some 1.5 ms each; generous, for machines differ and may be busy. What grows faster than the text takes seconds.
  expect(ms / 400).toBeLessThan(50);
});

test('which word comes first never matters, nor does any text throw', () => {
  const words = fc.constantFrom(
    'SALVAGE',
    'FLOOD',
    'REBUILT',
    'PARTS ONLY',
    'EXPORT ONLY',
    'CLEAN',
    'HAIL',
    'JUNK',
  );
  fc.assert(
    fc.property(words, words, fc.string(), (one, other, any) => {
      readTitle(any);
      expect(readTitle(`${one} / ${other}`)).toEqual(readTitle(`${other} / ${one}`));
    }),
  );
});
