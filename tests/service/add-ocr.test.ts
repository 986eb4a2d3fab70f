import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { strokeText } from '../../samples/drawing/stroke-text.ts';
import { samplePhotoFile } from '../../samples/sample-photo.ts';
import { SERVICE } from '../../server/concurrency/work-caller.ts';
import { addOnFolder } from '../../server/photo-reading/add-on-folder.ts';
import { createPhotoCover } from '../../server/photo-reading/covering/cover-photos.ts';
import { readText } from '../../server/photo-reading/read-text.ts';
import { createTextReader } from '../../server/photo-reading/text-reader.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** It installs from the registry: `npm run test:long`. */
const LONG = process.env.LOTLENS_LONG === '1';
const ROOT = path.join(import.meta.dirname, '..', '..');
const VIN = '1HGCM82633A004352';
const run = promisify(execFile);
const addOcr = async (dataDir: string, ...words: string[]): Promise<string> =>
  (
    await run(process.execPath, ['server/cli/add-ocr.ts', ...words], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir },
    })
  ).stdout;

/** A license plate as a label maker of strokes writes it. */
const licensePlate = (): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="1600" height="1200" fill="#5b6067"/><rect x="500" y="640" width="600" height="150" fill="#eceae4"/><g stroke-width="9">${strokeText('8AKC123', 570, 680, 50, '#16181b')}</g></svg>`,
    ),
  )
    .jpeg({ quality: 80 })
    .toBuffer();

/** A VIN plate as a label maker of strokes writes it, a little askew. */
const plate = (): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="1600" height="1200" fill="#5b6067"/><g transform="rotate(2 800 600)"><rect x="250" y="480" width="1100" height="200" fill="#eceae4"/><g stroke-width="6">${strokeText(VIN, 330, 560, 44, '#16181b')}</g></g></svg>`,
    ),
  )
    .jpeg({ quality: 80 })
    .toBuffer();

/** The photo of people that comes with the face model, and a plate of strokes on a drawn car's color. */
async function expectCovered(folder: string): Promise<void> {
  const people = path.join(folder, 'node_modules', '@vladmandic', 'face-api', 'demo', 'sample1.jpg');
  const photos = [await fs.readFile(people), await licensePlate()];
  const faults: unknown[] = [];
  const cover = createPhotoCover(createTextReader(folder), {
    failed: (error) => faults.push(error),
  }).forLot(SERVICE, new AbortController().signal);
  const covered = await Promise.all(
    photos.map((bytes, at) => cover({ sha256: String(at), label: 'DSFA', read: async () => bytes })),
  );
  expect(faults).toEqual([]);
  expect(covered).toMatchObject([{ found: 3 }, { found: 1 }]);
  const text = await sharp(await covered[1]?.photo.read())
    .extract({ left: 570, top: 685, width: 310, height: 40 })
    .raw()
    .toBuffer();
  expect(new Set(text)).toEqual(new Set([128]));
}

test('what would be installed is named with its license, and nothing is installed', async () => {
  const dataDir = await temporaryFolder();
  const told = await addOcr(dataDir, '--licenses');
  expect(told).toMatch(/^ {2}onnxruntime-node 1\.\d+\.\d+: MIT$/m);
  expect(told).toMatch(/^ {2}@vladmandic\/face-api 1\.\d+\.\d+: MIT$/m);
  expect(told).toContain('PP-OCRv4 of PaddleOCR (Apache-2.0)');
  expect(told).not.toContain('license not named');
  expect(await fs.readdir(dataDir)).toEqual([]);
});

test.runIf(LONG)(
  'the text reader is installed, for this machine alone, reads a VIN plate and a drawn dash, and covers faces and a plate',
  async () => {
    const dataDir = await temporaryFolder();
    expect(await addOcr(dataDir)).toContain('Installed in ');
    const folder = addOnFolder(dataDir);
    const runtime = path.join(folder, 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6');
    const binaries = (await fs.readdir(runtime, { recursive: true })).filter((file) =>
      file.endsWith('.node'),
    );
    expect(binaries).toEqual([path.join(process.platform, process.arch, 'onnxruntime_binding.node')]);
    const photos = [await plate(), await fs.readFile(samplePhotoFile('90000001', 'odometer'))].map(
      (bytes, at) => ({ index: at + 1, label: null, sha256: String(at), read: async () => bytes }),
    );
    const faults: unknown[] = [];
    const never = new AbortController().signal;
    const read = await readText(
      createTextReader(folder),
      photos,
      { vin: VIN, mileage: 87_412, odometer: null },
      {
        caller: SERVICE,
        signal: never,
        until: never,
        goesOn: false,
        failed: (_, error) => faults.push(error),
      },
    );
    expect(faults).toEqual([]);
    expect(read.readings).toEqual([
      { of: 'vin', by: 'print', photo: 1, vin: VIN, listing: 'same' },
      { of: 'odometer', photo: 2, value: 87_412, unit: 'mi', listing: 'same' },
    ]);
    await expectCovered(folder);
    expect(await addOcr(dataDir)).toContain('It is installed in ');
  },
  600_000,
);
