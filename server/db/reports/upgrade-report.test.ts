import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { StoredReportFault, upgradeReport } from './upgrade-report.ts';

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
