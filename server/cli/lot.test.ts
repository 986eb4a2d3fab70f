import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scrapeAnswerSchema } from '../../contract/calls.ts';
import { errorBodySchema, NO_DATA_MESSAGE } from '../../contract/schemas/errors.ts';

const root = path.join(import.meta.dirname, '..', '..');
const fixture = (name: string) => path.join(root, 'server', 'auction-sites', 'fixtures', name);

function lot(args: string[], input = '') {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'server/cli/lot.ts'), ...args],
    {
      encoding: 'utf8',
      input,
    },
  );
  return { status, stdout, stderr };
}

test('pages given as files are merged and printed as the answer of scrape', () => {
  const pages = ['details.json', 'images.json'].flatMap((file) => [
    '--page',
    fixture(`copart-active/${file}`),
  ]);
  const { status, stdout } = lot(['https://www.copart.com/lot/51234567', ...pages]);
  expect(status).toBe(0);
  expect(scrapeAnswerSchema.parse(JSON.parse(stdout))).toMatchObject({
    success: true,
    name: '2019 NISSAN ALTIMA S',
    origin: 'own_page',
    images: { length: 3 },
  });
});

test('a link of a site that is not read stays unsupported, whatever page comes with it', () => {
  const { status, stdout } = lot([
    'https://www.copart.co.uk/lot/51234567',
    '--page',
    fixture('copart-active/details.json'),
  ]);
  expect(status).toBe(3);
  expect(errorBodySchema.parse(JSON.parse(stdout)).code).toBe('unsupported_url');
});

test('a page on standard input is read like a file', () => {
  const text =
    '2019 Lexus RX 350, Base\nLot\n0-30222333\nVIN\n2T2BZMCA1KC100002\nPrimary damage\nSide\nOdometer\n71 004 mi\n';
  const { status, stdout } = lot(['https://bid.cars/en/lot/0-30222333', '--page', '-'], text);
  expect([status, JSON.parse(stdout).mileage]).toEqual([0, 71_004]);
});

test('what cannot be read is the error body on standard output and exit 3', () => {
  const { status, stdout, stderr } = lot([
    'https://www.copart.com/lot/51234567',
    '--page',
    fixture('copart-refused/page.html'),
  ]);
  const body = JSON.parse(stdout);
  expect(status).toBe(3);
  expect(errorBodySchema.parse(body)).toMatchObject({
    message: NO_DATA_MESSAGE,
    detail: NO_DATA_MESSAGE,
    code: 'source_blocked',
  });
  expect(body.success).toBe(false);
  expect(stderr).toContain(body.details.reason);
});

test('wrong usage is exit 2 with the help; help itself is exit 0', () => {
  expect(lot([])).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('usage:') });
  expect(lot(['--nope'])).toMatchObject({ status: 2, stdout: '' });
  expect(lot(['a', 'b'])).toMatchObject({ status: 2, stdout: '' });
  expect(lot(['x', '--page', '/no/such/file'])).toMatchObject({ status: 2, stdout: '' });
  expect(lot(['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('usage:') });
});
