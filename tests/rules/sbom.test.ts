import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { shippedPackages } from '../../scripts/shipped.ts';

const root = path.join(import.meta.dirname, '..', '..');
const names = z.record(z.string(), z.string());
const packageFile = z
  .object({ name: z.string(), version: z.string(), dependencies: names, devDependencies: names })
  .parse(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')));
const web = z
  .object({ dependencies: names })
  .parse(JSON.parse(fs.readFileSync(path.join(root, 'web', 'package.json'), 'utf8')));
const bomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  metadata: z.object({ component: z.object({ name: z.string(), version: z.string(), type: z.string() }) }),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      purl: z.string().startsWith('pkg:npm/'),
      licenses: z.array(z.unknown()).optional(),
    }),
  ),
});

test('npm run sbom lists what ships, in the versions that ship, and nothing else', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotlens-sbom-'));
  const file = path.join(folder, 'sbom.json');
  await promisify(execFile)(process.execPath, [path.join(root, 'scripts', 'sbom.ts'), file], { cwd: folder });
  const bom = bomSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  fs.rmSync(folder, { recursive: true });
  expect(bom.metadata.component).toMatchObject({
    name: packageFile.name,
    version: packageFile.version,
    type: 'application',
  });
  const all = new Set(bom.components.map(({ name, version }) => `${name}@${version}`));
  for (const [name, version] of Object.entries(packageFile.dependencies))
    expect(all).toContain(`${name}@${version}`);
  expect(bom.components.length).toBeGreaterThan(200);
  // What is built into what browsers get ships too.
  const listed = new Set(bom.components.map(({ name }) => name));
  for (const { name } of shippedPackages()) expect(listed).toContain(name.split(' ')[0]);
  expect([...listed]).toEqual(expect.arrayContaining(['react', 'react-dom']));
  // Only what some dependency of production brings, too.
  const shipped = new Set(shippedPackages().map(({ name }) => name.split(' ')[0]));
  const others = Object.keys({ ...packageFile.devDependencies, ...web.dependencies });
  const strangers = others.filter((name) => !shipped.has(name));
  expect(strangers.length).toBeGreaterThan(20);
  expect(bom.components.filter(({ name }) => strangers.includes(name))).toEqual([]);
  expect(bom.components.filter(({ licenses }) => licenses === undefined).map(({ name }) => name)).toEqual([]);
}, 120_000);
