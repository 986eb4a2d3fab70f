import { expect, test } from 'vitest';
import { reportListItemSchema } from './calls.ts';

test('a report list of the specified fields alone is read', () => {
  const row = {
    report_id: 'r-1',
    task_id: 't-1',
    model_name: '2018 Toyota Camry',
    vin: null,
    lot_number: '12345678',
    make_name: 'Toyota',
    body_type: null,
    mileage: null,
    task_status: 'finished',
    date: '2026-11-28T08:00:00Z',
    total_cost: 1234.5,
  };
  expect(reportListItemSchema.parse(row)).toEqual({
    ...row,
    progress: 0.05,
    message: '',
    error_code: null,
    url: '',
    lot_key: '',
    seq: 0,
  });
});
