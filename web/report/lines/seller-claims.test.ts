import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { reportModelSchema } from '../../../contract/schemas/report.ts';
import sample from '../../../samples/sample-report.json' with { type: 'json' };
import { provenanceOf } from '../provenance/provenance.ts';
import { NOT_HELD } from '../provenance/provenance-answer.ts';
import { SellerClaims } from './seller-claims.tsx';

const report = reportModelSchema.parse(sample);
const [first] = report.estimate.lines;
if (!first) throw new Error('the sample has lines');
const number = { number: '60261-TBA-A00', sellers: 3, asked_new: null };
const asked_used = { low: 80, high: 120, offers: 3 };
const claim = { category: 'fender', side: 'left', position: 'front', year: 2018, model: 'Civic' } as const;
const line = {
  ...first,
  side: 'unknown' as const,
  oem_numbers: [],
  stated_by_sellers: [{ ...claim, of: 4, dated: '2026-11-20', numbers: [{ ...number, asked_used }] }],
};
const drawn = (of: typeof line | typeof first): string =>
  renderToStaticMarkup(createElement(SellerClaims, { line: of }));

test('claims of sellers are drawn with their side and prices, and each figure tells where it comes from', () => {
  const html = drawn(line);
  const text = html.replace(/<[^>]+>/g, '');
  expect(text).toContain('60261-TBA-A00 (left)');
  expect(text).toContain('their claim, not checked by VIN');
  expect(text).toContain('$80–$120');
  const keys = [...html.matchAll(/data-where="([^"]+)"/g)].map(([, key]) => key ?? '');
  expect(keys.length).toBeGreaterThan(1);
  const claimed = { ...report, estimate: { ...report.estimate, lines: [line] } };
  for (const key of keys) expect(provenanceOf(claimed, key)).not.toBe(NOT_HELD);
});

test('a line without claims draws nothing', () => expect(drawn(first)).toBe(''));
