import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { readUsage } from './read-usage.ts';
import { productionPlaces, shippedPackages } from './shipped.ts';

/**
 * npm run sbom [-- file]: every package of a production installation on any platform and those that are built into what
 * browsers get, as package-lock.json names them, in CycloneDX (JSON). Without a file: dist/sbom.cdx.json.
 *
 * `npm sbom --omit dev` of npm 11 also leaves out what production and development share, Fastify among it: so it gets a folder
 * in which there is no development, and no workspace.
 */
const root = path.dirname(import.meta.dirname);
const HELP = `Writes every package that ships, as CycloneDX.

usage: npm run sbom [-- file.json]      without a file: dist/sbom.cdx.json
`;
const { positionals } = readUsage(HELP, { most: 1 });
const file = path.resolve(positionals[0] ?? path.join(root, 'dist', 'sbom.cdx.json'));
const read = (name: string): unknown => JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'));

const names = z.record(z.string(), z.string());
const packageFile = z
  .looseObject({ name: z.string(), dependencies: names, devDependencies: names })
  .parse(read('package.json'));
const web = z.object({ dependencies: names }).parse(read('web/package.json'));
const lock = z
  .looseObject({
    packages: z.record(z.string(), z.looseObject({ dependencies: names.optional() })),
  })
  .parse(read('package-lock.json'));
const production = productionPlaces();
/** Built in, so no package of the installation: by the place where it lies for the build. */
const builtIn = new Set(
  shippedPackages().map(({ folder }) => path.relative(root, folder).replaceAll('\\', '/')),
);
const dependencies = {
  ...packageFile.dependencies,
  ...Object.fromEntries(
    Object.entries({ ...packageFile.devDependencies, ...web.dependencies }).filter(([name]) =>
      builtIn.has(`node_modules/${name}`),
    ),
  ),
};
const whole = <T extends Record<string, unknown>>({ devDependencies: _, workspaces: __, ...rest }: T) => ({
  ...rest,
  dependencies,
});
/** Of what is built in those of its dependencies that are, too: the others only build it. */
function shippedOf({ dev: _, peerDependencies: __, ...facts }: (typeof lock.packages)[string]) {
  const own = Object.entries(facts.dependencies ?? {}).filter(([name]) =>
    builtIn.has(`node_modules/${name}`),
  );
  return { ...facts, dependencies: Object.fromEntries(own) };
}
const packages = Object.fromEntries(
  Object.entries(lock.packages)
    .filter(([place]) => place === '' || production.has(place) || builtIn.has(place))
    .map(([place, facts]) => [
      place,
      place === '' ? whole(facts) : production.has(place) ? facts : shippedOf(facts),
    ]),
);

// npm calls the whole by the folder it lies in.
const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sbom-')), packageFile.name);
try {
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(whole(packageFile)));
  fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  const made = execFileSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
  );
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, made);
} finally {
  fs.rmSync(path.dirname(folder), { recursive: true });
}
process.stdout.write(`${file}\n`);
