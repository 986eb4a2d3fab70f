import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const root = path.dirname(import.meta.dirname);

const names = z.record(z.string(), z.string()).default({});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      license: z.string().optional(),
      dependencies: names,
      optionalDependencies: names,
      peerDependencies: names,
    }),
  ),
});
type Packages = z.infer<typeof lockSchema>['packages'];

const readPackages = (): Packages =>
  lockSchema.parse(JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'))).packages;

/** Builds the extension and lends it a few lines; of what it depends on itself these alone ship. */
const EXTENSION_BUILDER = 'wxt';
const LENT_LINES = '@wxt-dev/browser';

export type ShippedPackage = { name: string; licence: string; folder: string };

/** Where a package at `from` finds another, as Node looks for it, among the places of a lock file; null: nowhere. */
export function placeOf(
  packages: Readonly<Record<string, unknown>>,
  from: string,
  name: string,
): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (place in packages) return place;
    if (at === '') return null;
  }
}

/** Where the packages of a production installation lie, on any platform: all that the service's dependencies lead to, in the lock file's order. */
export function productionPlaces(packages = readPackages()): Set<string> {
  const places = new Set(['']);
  // A set goes on over what is added meanwhile.
  for (const place of places) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = placeOf(packages, place, name);
      if (found !== null) places.add(found);
    }
  }
  return new Set(Object.keys(packages).filter((place) => place !== '' && places.has(place)));
}

/**
 * Other people's packages that go out with LotLens, by name: those of a production installation on any platform, and
 * those that Vite bundles for the browser. As package-lock.json names them, with their licences.
 */
export function shippedPackages(): ShippedPackage[] {
  const packages = readPackages();
  const shipped = new Map<string, ShippedPackage>();
  const add = (place: string) => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = packages[place]?.license ?? 'unknown';
    const known = shipped.get(name);
    if (known === undefined || known.licence === licence)
      shipped.set(name, { name, licence, folder: path.join(root, place) });
    else shipped.set(`${name} ${licence}`, { name, licence, folder: path.join(root, place) });
  };
  for (const place of productionPlaces(packages)) add(place);
  const waiting = [...bundledNames(), LENT_LINES];
  const seen = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const place = `node_modules/${name}`;
    if (seen.has(name) || packages[place] === undefined) continue;
    seen.add(name);
    add(place);
    if (name !== EXTENSION_BUILDER) waiting.push(...Object.keys(packages[place].dependencies));
  }
  return [...shipped.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Packages that the browser application and the extension import themselves. */
function bundledNames(): string[] {
  const files = ['web', 'contract', 'extension'].flatMap((folder) =>
    tracked(folder).filter((file) => /\.(tsx?|css)$/.test(file) && !/^web\/build\/|\.test\.tsx?$/.test(file)),
  );
  const names = files.flatMap((file) =>
    [
      ...fs
        .readFileSync(path.join(root, file), 'utf8')
        .matchAll(/(?:from|import)\s*\(?\s*['"]((?:@[\w.-]+\/)?[\w.-]+)/g),
    ].map(([, name]) => name ?? ''),
  );
  return [...new Set(names)].filter((name) => name !== '' && !/^\.|^node$/.test(name));
}

const tracked = (folder: string): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', folder], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && fs.existsSync(path.join(root, file)));

/** Files with data that go out with LotLens: tables, samples, pictures; as paths from the root. */
export const shippedData = (): string[] =>
  ['server', 'samples', 'contract', 'web', 'extension'].flatMap((folder) =>
    tracked(folder).filter(
      (file) =>
        !/(^|\/)(fixtures|migrations)\//.test(file) &&
        !/\.(tsx?|m?js|sh|typ|css|html|svg|txt)$|tsconfig\.json$|^web\/package\.json$/.test(file),
    ),
  );
