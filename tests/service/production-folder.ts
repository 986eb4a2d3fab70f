import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { productionPlaces } from '../../scripts/shipped.ts';
import { ENVIRONMENT_KEYS } from '../../server/config.ts';
import { readDockerfile, type Stage } from '../rules/read-dockerfile.ts';

const root = path.join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/** What .dockerignore keeps out below the folders that are copied. */
const isLeftOut = (file: string): boolean =>
  /\.test\.ts$|\/fixtures(\/|$)|\/node_modules(\/|$)|\/\.env/.test(file);

/**
 * Does what the Dockerfile says in a clean folder, stage by stage; answers the folder that would be `/app` in the image.
 * `real: false` spares the two `npm ci`: in their place stand links to this checkout's packages, those alone that each
 * would install.
 */
export async function makeProductionFolder(folder: string, options: { real: boolean }): Promise<string> {
  const stages = readDockerfile();
  const folderOf = (stage: Stage): string => path.join(folder, stage.name ?? 'image');
  for (const stage of stages) {
    const own = folderOf(stage);
    await fs.mkdir(own, { recursive: true });
    for (const step of stage.steps) {
      if (step.kind === 'RUN') await runLine(step.command, own, options.real);
      else if (step.from === null) await copyFrom(root, step.sources, own, step.to);
      else {
        const from = stages.find(({ name }) => name === step.from);
        if (from === undefined) throw new Error(`no stage ${step.from}`);
        const sources = step.sources.map((source) => path.relative(from.folder, source));
        await copyFrom(folderOf(from), sources, own, step.to);
      }
    }
  }
  return path.join(folder, 'image');
}

async function runLine(line: string, folder: string, real: boolean): Promise<void> {
  // Its own user and its data folder are the image's; nothing of this machine is touched.
  if (line.startsWith('install -d')) return;
  for (const command of line.split(' && ')) {
    if (!real && command.startsWith('npm ci')) await linkPackages(folder);
    else
      await run('sh', ['-ec', command], {
        cwd: folder,
        env: cleanEnvironment(),
        maxBuffer: 64 * 1024 * 1024,
      });
  }
}

async function copyFrom(from: string, sources: string[], folder: string, to: string): Promise<void> {
  for (const source of sources) {
    const target = to.endsWith('/') ? path.join(folder, to, path.basename(source)) : path.join(folder, to);
    await fs.mkdir(path.dirname(target), { recursive: true });
    // What an earlier stage made is needed only once, and is large.
    if (from !== root) await fs.rename(path.join(from, source), target);
    else
      await fs.cp(path.join(root, source), target, {
        recursive: true,
        filter: (file) => !isLeftOut(path.relative(root, file)),
      });
  }
}

/** How this machine reaches its registry, and the tests' own Node first; nothing of the tests and of LotLens. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const ours = (name: string): boolean =>
    ENVIRONMENT_KEYS.includes(name) || /^(VITEST|LOTLENS_|npm_(lifecycle|package)_)/.test(name);
  const kept = Object.entries(process.env).filter(([name]) => !ours(name));
  return {
    ...Object.fromEntries(kept),
    PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ''}`,
  };
}

const lockSchema = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) });

/** Those of `npm ci --omit=dev`, which leaves out the browser application's where its package.json is not there. */
async function linkPackages(folder: string): Promise<void> {
  const withWeb = (await fs.stat(path.join(folder, 'web', 'package.json')).catch(() => null)) !== null;
  const { packages } = lockSchema.parse(
    JSON.parse(await fs.readFile(path.join(root, 'package-lock.json'), 'utf8')),
  );
  const places = withWeb
    ? Object.keys(packages).filter((place) => packages[place]?.dev !== true)
    : productionPlaces();
  for (const place of places) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(place)) continue;
    const from = path.join(root, place);
    // Binaries of other platforms.
    if ((await fs.stat(from).catch(() => null)) === null) continue;
    await fs.mkdir(path.dirname(path.join(folder, place)), { recursive: true });
    await fs.symlink(from, path.join(folder, place), 'junction');
  }
}

/** Every file below a folder with its size and time, links not followed. */
export async function filesIn(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const { size, mtimeMs } = await fs.lstat(file);
    found.set(path.relative(folder, file), entry.isDirectory() ? 'folder' : `${size} ${mtimeMs}`);
  }
  return found;
}
