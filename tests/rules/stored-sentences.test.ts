import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { NO_EDITS, type ReportEdits } from '../../contract/schemas/edit-report.ts';
import { reportModelSchema } from '../../contract/schemas/report.ts';
import { partProbabilities } from '../../server/damage-detectors/declared/part-probabilities.ts';
import { buildEstimate, overridesOf } from '../../server/estimate/build-estimate.ts';
import { sampleInputs } from '../fixtures/sample-inputs.ts';
import { listedInputs } from '../fixtures/scope-report.ts';

/**
 * Fields of a report that hold what others wrote, names and links: as listed, as the VIN or a catalogue has it, as the
 * vocabulary and our tables name a thing. Everything else is codes and figures.
 */
const DATA: readonly RegExp[] = [
  /^lot\./,
  /^vehicle\./,
  /^photos\[\]\.(?:label|source_url)$/,
  // Names of parts, operations, rows and profiles.
  /(?:^|\.)(?:lines|excluded|findings|checks)\[\]\.(?:name|estimated\.name)$/,
  /\.totals\[\]\.label$/,
  // What a damage code is called.
  /\.(?:warnings\[\]|fact)\.(?:read|other)$/,
  /\.part\.(?:label|name)$/,
  /^headline\.facts\[\]\.name$/,
  /\.(?:profile|facts\[\])\.name$/,
  /\.from\.part$/,
  // As listed.
  /\.words(?:\[\])?$/,
  /^headline\.facts\[\]\.(?:primary|secondary)$/,
  /\.evidence\[\]\.says$/,
  /\.paint\.color$/,
  // As a catalogue, a shop or a bank writes it, and its name.
  /\.(?:oem_numbers|ruled_out|other_pieces|similar_numbers)\[\]\.(?:name|source|told_by\.note|told_by\.drawing|also\[\]|price_from\.source)$/,
  /\.origin\.from\.sources\[\]$/,
  /\.converted\.rate_source$/,
  /^unmapped_parts\[\]\.(?:name|group)$/,
  /\.questions\[\]\.said\[\]$/,
  /\.told\.says$/,
  /^sources\[\]\.source$/,
  /\.supplier_links\[\]\.(?:supplier|label|url)$/,
  // As a law's table has it, on the day of the report.
  /^total_loss\.facts\[\]\.(?:citation|statement|special_outcomes|open_points)$/,
  // Names of versions, one after the other.
  /\.versions\.tables$/,
  /^sources\[\]\.version$/,
];
const MOST_WORDS = 3;

/** Texts of more words than a name has, outside the fields that hold what others wrote; each with its place. */
function sentencesIn(value: unknown, place = ''): string[] {
  if (typeof value === 'string') {
    const long = value.trim().split(/\s+/).length > MOST_WORDS;
    return long && !DATA.some((field) => field.test(place)) ? [`${place}: ${value}`] : [];
  }
  if (Array.isArray(value)) return value.flatMap((entry) => sentencesIn(entry, `${place}[]`));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    sentencesIn(entry, place === '' ? key : `${place}.${key}`),
  );
}

const sample = reportModelSchema.parse(
  JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '../../samples/sample-report.json'), 'utf8')),
);
const estimated = (inputs: ReturnType<typeof sampleInputs>, edits: Partial<ReportEdits> = {}): unknown => ({
  estimate: buildEstimate(inputs, overridesOf({ ...NO_EDITS, ...edits })),
});

describe('a report of schema_version 2 holds codes and figures, no sentences', () => {
  test('as the pipeline makes it', () => {
    expect(sample.schema_version).toBe(2);
    expect(sentencesIn(sample)).toEqual([]);
  });

  test('a sentence anywhere is found', () => {
    const [line] = sample.estimate.lines;
    const told = { ...sample, estimate: { lines: [{ ...line, why: 'Seen on photo 3, torn' }] } };
    expect(sentencesIn(told)).toEqual(['estimate.lines[].why: Seen on photo 3, torn']);
  });

  test('with every question answered, a number chosen and every setting set', () => {
    const inputs = sampleInputs();
    const chosen = sample.estimate.lines.find(({ oem_numbers: numbers }) => numbers.length > 1);
    const edits: Partial<ReportEdits> = {
      answers: Object.fromEntries(inputs.questions.map(({ id, answers }) => [id, answers[0]?.id ?? null])),
      numbers: chosen ? { [chosen.id]: chosen.oem_numbers[0]?.number ?? '' } : {},
    };
    expect(chosen).toBeDefined();
    for (const parts of ['oem', 'aftermarket', 'used'] as const) {
      const scenario = { parts, paint: 'three_stage', airbags: 'deployed', bands: 'in_proportion' } as const;
      expect(sentencesIn(estimated(inputs, { ...edits, scenario }))).toEqual([]);
    }
  });

  test('with lines the user changed, added and took out', () => {
    const inputs = sampleInputs();
    const [first, second] = sample.estimate.lines.filter(({ part_price: price }) => price !== null);
    const added = {
      id: 'user:1',
      name: 'Roof rack',
      section: 'roof',
      operation: 'replace',
      side: 'none',
      position: 'none',
      part_price: 90,
      sublet: 40,
    } as const;
    const edits = {
      changed: { [first?.id ?? '']: { part_price: 12, sublet: 30, quantity: 2 } },
      excluded: [second?.id ?? ''],
      added: [added],
    };
    expect(sentencesIn(estimated(inputs, edits))).toEqual([]);
  });

  test.each([
    { damage: 'WATER/FLOOD' },
    { damage: 'HAIL' },
    { damage: 'BURN' },
    { damage: 'BIOHAZARD/CHEMICAL', second: 'FRONT END' },
    { damage: 'no such damage at all', retail_value: 900_000 },
    { damage: null, retail_value: null },
    { damage: 'ALL OVER', airbags: 'deployed', run: 'stationary' },
  ] as const)('of a lot that declares %j', (listed) => {
    expect(sentencesIn(estimated(listedInputs(listed)))).toEqual([]);
  });

  test.each(['RR', 'WATER/FLOOD', 'BURN', 'PARTIAL REPAIR', 'no such damage at all'])(
    'what is to be said of declared damage %s',
    (primary) => {
      const declared = {
        site: null,
        primary,
        secondary: null,
        run: null,
        airbags: null,
        title: null,
        loss_type: null,
      };
      const { parts, warnings } = partProbabilities({ declared, vehicle: sample.vehicle });
      expect(warnings.length).toBeGreaterThan(0);
      expect(
        sentencesIn({ detection: { findings: parts.map(({ because: from }) => ({ from })), warnings } }),
      ).toEqual([]);
    },
  );
});
