import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SAMPLE_REPORT_FILE } from '../../reports/sample-report.ts';
import { StoredReportFault, storedReport, upgradeReport } from './upgrade-report.ts';

const FIXTURES = path.join(import.meta.dirname, '..', '..', '..', 'tests', 'fixtures');
const storedSchema = z.object({ made: z.record(z.string(), z.unknown()), edited: z.unknown() });

/** Reports as they were stored, by version; tests/fixtures/README.md says how they were made. */
const stored = fs
  .readdirSync(FIXTURES)
  .filter((folder) => folder.startsWith('reports-'))
  .flatMap((folder) =>
    fs.readdirSync(path.join(FIXTURES, folder)).map((file) => {
      const text = gunzipSync(fs.readFileSync(path.join(FIXTURES, folder, file))).toString();
      return { name: `${folder}/${file}`, ...storedSchema.parse(JSON.parse(text)) };
    }),
  );

describe('a stored report', () => {
  test('of version 1 is held by three real ones', () => {
    expect(stored.filter(({ made }) => made.schema_version === 1).length).toBeGreaterThanOrEqual(3);
  });

  test.each(stored)('$name is read as it was made and as it was edited', ({ made, edited }) => {
    expect(upgradeReport(made)).toMatchObject({ report_id: made.report_id, headline: made.headline });
    expect(upgradeReport(edited)).toMatchObject({ report_id: made.report_id, edit: { version: 1 } });
  });

  test('loses nothing when it is read', () => {
    for (const { made } of stored) expect(JSON.parse(JSON.stringify(upgradeReport(made)))).toEqual(made);
  });

  test('is stored without where its parts are bought', () => {
    const sample = upgradeReport(JSON.parse(fs.readFileSync(SAMPLE_REPORT_FILE, 'utf8')));
    expect(sample.estimate.lines.some((line) => line.supplier_links.length > 0)).toBe(true);
    const read = upgradeReport(JSON.parse(storedReport(sample)));
    expect(read.estimate.lines.flatMap((line) => line.supplier_links)).toEqual([]);
    expect({ ...read, estimate: null }).toEqual({ ...sample, estimate: null });
    expect(read.estimate.lines.map(({ id }) => id)).toEqual(sample.estimate.lines.map(({ id }) => id));
  });

  test('of version 1 keeps where its parts were bought', () => {
    for (const { made } of stored.filter(({ made: { schema_version } }) => schema_version === 1))
      expect(JSON.parse(storedReport(upgradeReport(made)))).toEqual(made);
  });

  test.each([{}, null, 'text', { schema_version: 0 }, { schema_version: 99 }])(
    'of no known version is named as such: %j',
    (row) => {
      expect(() => upgradeReport(row)).toThrow(StoredReportFault);
      expect(() => upgradeReport(row)).toThrow(/known are 1/);
    },
  );

  test('that does not fit its version says where', () => {
    const [first] = stored;
    expect(() => upgradeReport({ ...first?.made, vehicle: 7 })).toThrow(/vehicle/);
  });
});
