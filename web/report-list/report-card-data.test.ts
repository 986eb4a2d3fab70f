import { expect, test } from 'vitest';
import type { ReportListItem } from '../../contract/calls.ts';
import { stageOf } from '../../contract/report-status.ts';
import type { ReportState } from '../api/reports/report-states.ts';
import { cardOf, temporaryCardOf } from './report-card-data.ts';

const item: ReportListItem = {
  report_id: 'r1',
  task_id: 't1',
  model_name: '2014 BMW 3 Series',
  vin: null,
  lot_number: '1',
  make_name: 'BMW',
  body_type: null,
  mileage: null,
  task_status: 'crawl_vehicle_data',
  progress: 0.2,
  message: 'Fetching Data',
  error_code: null,
  date: '2026-11-21T00:00:00Z',
  total_cost: null,
  url: 'https://bid.cars/en/lot/1-1',
  lot_key: 'k',
  seq: 3,
};
const car = {
  name: null,
  vin: null,
  lot_number: '7',
  make: null,
  url: 'https://bid.cars/en/lot/1-7',
  lot_key: 'k7',
  body_style: null,
  mileage: null,
};

const told = (status: string, seq: number, rest: Partial<ReportState> = {}): ReportState => ({
  seq,
  status,
  message: '',
  errorCode: null,
  progress: stageOf(status).progress,
  totalCost: null,
  bodyType: null,
  version: 0,
  ...rest,
});

test('what was told after the row was read wins over it', () => {
  const finished = told('finished', 4, { totalCost: 1234.5, bodyType: 'Sedan' });
  expect(cardOf(item, finished)).toMatchObject({
    outcome: 'ready',
    totalCost: 1234.5,
    progress: 1,
    bodyType: 'Sedan',
  });
});

test('what was told before the row was read does not', () => {
  expect(cardOf(item, told('create_task', 1)).progress).toBe(0.2);
});

test('the sentence of the stage stands beside its label', () => {
  expect(cardOf({ ...item, message: 'Looking up OEM numbers' }, undefined)).toMatchObject({
    statusMessage: 'Fetching Data',
    sentence: 'Looking up OEM numbers',
  });
});

test('a report its owner canceled has not failed', () => {
  const canceled = {
    ...item,
    task_status: 'create_task_failed',
    error_code: 'cancelled',
    message: 'Canceled',
  };
  expect(cardOf(canceled, undefined)).toMatchObject({ outcome: 'cancelled', statusMessage: 'Canceled' });
});

test('an unknown status is humanised at 5 percent and counts as in progress', () => {
  expect(cardOf({ ...item, task_status: 'polish_chrome' }, undefined)).toMatchObject({
    statusMessage: 'Polish chrome',
    progress: 0.05,
    outcome: 'in_progress',
  });
});

test('a temporary card starts at 1 percent and fails at 100 with its reason', () => {
  const card = { id: 'x', car, message: 'No reports left.', reportId: null, since: 0 };
  expect(temporaryCardOf({ ...card, status: 'initiating' }, undefined).progress).toBe(0.01);
  expect(temporaryCardOf({ ...card, status: 'create_task_failed' }, undefined)).toMatchObject({
    progress: 1,
    outcome: 'failed',
    statusMessage: 'No reports left.',
  });
});

test('what was told before the ids came is applied to the temporary card', () => {
  const card = { id: 'x', car, message: '', reportId: 'r1', since: 0, status: 'processing' as const };
  expect(temporaryCardOf(card, told('download_images', 2)).progress).toBe(0.3);
});

test('a temporary card stays at 5 percent when the service begins at 0', () => {
  const card = { id: 'x', car, message: '', reportId: 'r1', since: 0, status: 'processing' as const };
  expect(temporaryCardOf(card, told('create_task', 2)).progress).toBe(0.05);
});

test('a temporary card is the card of its row as soon as it has the id', () => {
  const card = { id: 'x', car, message: '', since: 0, status: 'processing' as const };
  expect(temporaryCardOf({ ...card, reportId: null }, undefined).id).toBe('x');
  expect(temporaryCardOf({ ...card, reportId: 'r1' }, undefined).id).toBe(cardOf(item, undefined).id);
});
