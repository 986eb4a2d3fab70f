import { expect, test } from 'vitest';
import { headlineReasons } from '../../contract/report-view/head/headline.ts';
import { plain } from '../../contract/report-view/words/sentence.ts';
import { isCountedPart } from '../../contract/schemas/estimate.ts';
import { sampleReport } from '../../tests/fixtures/report-model.ts';
import { scopeReport } from '../../tests/fixtures/scope-report.ts';

test('the head shows the forecast and counts the pieces of parts that are written', () => {
  const { headline, estimate } = scopeReport({ damage: 'FRONT END' });
  expect(headline.repair).toEqual(estimate.total);
  const pieces = estimate.lines
    .filter(({ standing, part_type }) => standing === 'scope' && part_type !== 'none')
    .reduce((sum, { quantity }) => sum + quantity, 0);
  expect(headline.parts_count).toBe(pieces);
});

test('a possible part never counts, however likely; in schema_version 1 what is seen or more likely than not does', () => {
  const part = { part_type: 'oem', block: 'seen', probability: 0.9 } as const;
  expect(isCountedPart({ ...part, standing: 'possible' })).toBe(false);
  expect(isCountedPart({ ...part, probability: 0.2, standing: 'scope' })).toBe(true);
  const [counted, all] = [sampleReport().estimate.lines.filter(isCountedPart), sampleReport().estimate.lines];
  expect(counted.length).toBeGreaterThan(0);
  expect(counted.length).toBeLessThan(all.length);
});

test('reasons tell shares of what is written', () => {
  const { headline, estimate } = scopeReport({ damage: 'FRONT END', airbags: 'deployed' });
  const restraints = estimate.lines
    .filter(({ standing, section }) => standing === 'scope' && section === 'restraints')
    .reduce((sum, { cost }) => sum + cost.likely, 0);
  const [first = []] = headlineReasons(headline);
  expect(plain(first)).toBe(
    `Airbags are declared deployed: restraint parts and their work make $${Math.round(restraints).toLocaleString('en-US')} of what is written.`,
  );
});

test('where nothing is located the allowance is a reason, and nothing is said of a scope', () => {
  const { headline } = scopeReport({ damage: null });
  expect(headline.parts_count).toBe(0);
  const said = headlineReasons(headline).map(plain).join(' ');
  expect(said).toContain('an allowance for damage that the listing does not locate');
  expect(said).not.toContain('written');
});
