import { expect, test } from 'vitest';
import type { ReportListItem } from '../../contract/calls.ts';
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
};
const frame = {
  type: 'status' as const,
  seq: 4,
  report_id: 'r1',
  task_id: 't1',
  status: 'finished',
  progress: 1,
  label: 'Ready',
  message: 'Ready',
  date: '2026-11-21T00:00:10Z',
  total_cost: 1234.5,
  body_type: 'Sedan',
  received: 2000,
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

test('a frame that came after the list wins over it', () => {
  expect(cardOf(item, frame, 1000)).toMatchObject({
    outcome: 'ready',
    totalCost: 1234.5,
    progress: 1,
    bodyType: 'Sedan',
  });
});

test('a list that came after a failure wins over it: the report was tried again', () => {
  const failed = { ...frame, status: 'download_images_failed', progress: 1 };
  expect(cardOf(item, failed, 3000)).toMatchObject({ status: 'crawl_vehicle_data', progress: 0.2 });
});

test('a list that says less than a frame before it was written earlier: progress never goes down', () => {
  const later = { ...frame, status: 'crawl_vehicle_parts', progress: 0.5 };
  expect(cardOf(item, later, 3000)).toMatchObject({ status: 'crawl_vehicle_parts', progress: 0.5 });
});

test('a list that says more than a frame before it wins', () => {
  const earlier = { ...frame, status: 'create_task', progress: 0 };
  expect(cardOf(item, earlier, 3000).progress).toBe(0.2);
});

test('an unknown status is humanised at 5 percent and counts as in progress', () => {
  expect(cardOf({ ...item, task_status: 'polish_chrome' }, undefined, 0)).toMatchObject({
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

test('frames that came before the ids are applied to the temporary card', () => {
  const card = { id: 'x', car, message: '', reportId: 'r1', since: 0, status: 'processing' as const };
  expect(temporaryCardOf(card, { ...frame, status: 'download_images' }).progress).toBe(0.3);
});
