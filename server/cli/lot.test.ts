import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scrapeAnswerSchema } from '../../contract/api/auction-answers.ts';
import { errorBodySchema, NO_DATA_MESSAGE, severalLotsSchema } from '../../contract/schemas/errors.ts';

const root = path.join(import.meta.dirname, '..', '..');
const fixture = (name: string) => path.join(root, 'server', 'auction-sites', 'fixtures', name);

function lot(args: string[], input = '', env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'server/cli/lot.ts'), ...args],
    {
      encoding: 'utf8',
      input,
      env: { ...process.env, ...env },
      timeout: 60_000,
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

test('of a list the choice is read, and without one the choices are printed', () => {
  const list = ['--page', fixture('copart-watch-list/page.txt')];
  const refused = lot(list);
  const body = JSON.parse(refused.stdout);
  expect([refused.status, errorBodySchema.parse(body).code]).toEqual([3, 'several_lots']);
  const { lots } = severalLotsSchema.parse(body.details);
  const { status, stdout } = lot([...list, '--choice', lots[1]?.choice ?? '']);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ name: '2020 FORD ESCAPE SE', lot_number: '51234999' });
  expect(lot(['https://www.copart.com/lot/51234999', '--choice', '51234999'])).toMatchObject({ status: 2 });
});

test.each([
  ['a port where nobody listens', 'http://127.0.0.1:1'],
  ['a name nobody knows', 'http://no-such-host.invalid'],
])('a site behind %s is unreachable, which is no refusal', (_, origin) => {
  for (const [link, site] of [
    ['https://www.copart.com/lot/51234567', 'https://www.copart.com'],
    ['https://bid.cars/en/lot/1-51234567', 'https://bid.cars'],
    ['https://www.iaai.com/VehicleDetail/51234567~US', 'https://www.iaai.com'],
  ] as const) {
    const { status, stdout } = lot([link], '', { SOURCE_ORIGINS: JSON.stringify({ [site]: origin }) });
    const body = JSON.parse(stdout);
    expect([status, errorBodySchema.parse(body).code]).toEqual([3, 'source_unreachable']);
    expect(body.details.reason).toContain('could not be reached');
    expect(body.details.reason).not.toContain('refused');
  }
});
