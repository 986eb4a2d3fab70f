import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { MEMORY_SETTINGS } from '../../scripts/memory-settings.mjs';
import { ENVIRONMENT_KEYS, readConfig } from '../../server/config.ts';
import { visionAddresses } from '../../server/damage-detectors/vision/setup.ts';
import { LOCAL_MODEL_ORIGINS } from '../../server/web-fetch/address/allowed-hosts.ts';
import { environmentOf, execForm, readDockerfile } from './read-dockerfile.ts';

/** Settings that neither config.ts nor Node nor the C library (as every start of ours sets it) reads. */
const unreadIn = (settings: Record<string, string>): string[] =>
  Object.keys(settings).filter(
    (key) =>
      !ENVIRONMENT_KEYS.includes(key) &&
      key !== 'NODE_COMPILE_CACHE' &&
      (MEMORY_SETTINGS as Record<string, string>)[key] !== settings[key],
  );

/** No container engine runs here: the files of a deployment are held to the code and to each other by reading them. */
const root = path.join(import.meta.dirname, '..', '..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const DRAIN_SECONDS = 20;

const stages = readDockerfile();
const image = stages.at(-1);
if (image === undefined) throw new Error('the Dockerfile builds nothing');
const imageSettings = environmentOf(image.facts.ENV ?? '');

const pinned = /^[a-z0-9/.-]+:v?\d+\.\d+(\.\d+)?([\w.-]*)$/;

describe('the Dockerfile', () => {
  test('copies only what exists and .dockerignore lets through', () => {
    const let_through = new Set(
      read('.dockerignore')
        .split('\n')
        .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : [])),
    );
    const sources = stages.flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === 'COPY' && step.from === null ? step.sources : [])),
    );
    expect(sources.filter((source) => !fs.existsSync(path.join(root, source)))).toEqual([]);
    const inside = (source: string): boolean => sources.some((folder) => source.startsWith(`${folder}/`));
    expect([...new Set(sources)].filter((source) => !inside(source)).sort()).toEqual([...let_through].sort());
  });

  test('copies from earlier stages only', () => {
    const names = stages.map(({ name }) => name);
    for (const [index, { steps }] of stages.entries())
      for (const step of steps)
        if (step.kind === 'COPY' && step.from !== null) expect(names.slice(0, index)).toContain(step.from);
  });

  test('stands on one pinned Node 24, which has images for amd64 and arm64', () => {
    expect(new Set(stages.map((stage) => stage.image)).size).toBe(1);
    expect(image.image).toMatch(pinned);
    expect(image.image).toMatch(/^node:24\./);
    // Built on the builder's own platform: only what is the same on all. What has binaries is installed on the target's.
    expect(read('Dockerfile').match(/--platform=\S+/g)).toEqual(['--platform=$BUILDPLATFORM']);
    expect(stages[0]?.name).toBe('built');
  });

  test('installs for the build what npm start does, and for the image nothing of the browser application', () => {
    const installs = stages.flatMap(({ name, steps }) => {
      const at = steps.findIndex(
        (step) => step.kind === 'RUN' && step.command.startsWith('npm ci --omit=dev '),
      );
      const copied = steps.slice(0, at).flatMap((step) => (step.kind === 'COPY' ? step.sources : []));
      return at < 0 ? [] : [[name, copied.filter((file) => file !== '.npmrc')]];
    });
    // npm installs for no package.json that is not there.
    const own = ['package.json', 'package-lock.json'];
    expect(installs).toEqual([
      ['built', [...own, 'web/package.json']],
      ['packages', own],
    ]);
  });

  test('runs what is there as another user than root, and stops on SIGTERM', () => {
    expect(image.facts.USER).toBe('node');
    expect(image.facts.STOPSIGNAL).toBe('SIGTERM');
    // The server itself is process 1: a shell or npm there would keep signals from it.
    expect(execForm(image.facts.CMD ?? '')).toEqual(['node', 'dist/server/main.js']);
  });

  test('sets only what config.ts reads; port and address agree with what is exposed', () => {
    expect(unreadIn(imageSettings)).toEqual([]);
    const config = readConfig({ ...imageSettings, PUBLIC_URL: 'https://lotlens.example' });
    expect(config).toMatchObject({ production: true, samples: false, HOST: '0.0.0.0' });
    expect(image.facts.EXPOSE).toBe(String(config.PORT));
    expect(image.steps).toContainEqual({
      kind: 'RUN',
      command: `install -d -o node -g node ${config.dataDir}`,
    });
  });
});

const serviceSchema = z.object({
  image: z.string(),
  build: z.string().optional(),
  profiles: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  deploy: z.object({ replicas: z.number() }).optional(),
  stop_grace_period: z.string().optional(),
  restart: z.string().optional(),
  command: z.array(z.string()).optional(),
  healthcheck: z.object({ test: z.array(z.string()).optional(), disable: z.boolean().optional() }).optional(),
  read_only: z.boolean().optional(),
});
const written = read('compose.yaml');
const example = read('ops/compose.env.example');
/** As a person would fill the file in. */
const filledIn: Record<string, string> = {
  PUBLIC_URL: 'https://lotlens.example',
  DATABASE_PASSWORD: 'abc123',
  S3_SECRET_ACCESS_KEY: 'def456',
  SMTP_URL: 'smtps://user:password@mail.example:465',
};
const composed = z
  .object({ services: z.record(z.string(), serviceSchema), volumes: z.record(z.string(), z.null()) })
  .parse(
    parse(
      written.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest?: string) => {
        const value = filledIn[name] ?? (kind === '-' ? rest : undefined);
        if (value === undefined) throw new Error(`compose.yaml asks for ${name}`);
        return value;
      }),
      { merge: true },
    ),
  );
const { services } = composed;
const service = (name: string) => {
  const found = services[name];
  if (found === undefined) throw new Error(`no service ${name}`);
  return found;
};
const settingsOf = (name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(service(name).environment).map(([key, value]) => [key, String(value)]));

describe('compose.yaml', () => {
  test('has the web process, two workers, PostgreSQL 18, a store, a proxy, and a model on demand', () => {
    expect(service('web').environment.ROLE).toBe('web');
    expect(service('worker')).toMatchObject({ deploy: { replicas: 2 }, environment: { ROLE: 'worker' } });
    expect(service('database').image).toMatch(/^postgres:18\./);
    const always = Object.entries(services).filter(([, { profiles }]) => profiles === undefined);
    expect(always.map(([name]) => name).sort()).toEqual(['database', 'proxy', 'store', 'web', 'worker']);
    expect(service('vision').profiles).toEqual(['vision']);
  });

  test('pins every image that it does not build', () => {
    const bought = Object.values(services).filter(({ build }) => build === undefined);
    expect(bought.map((entry) => entry.image).filter((name) => !pinned.test(name))).toEqual([]);
  });

  test.each(['web', 'worker'])('gives the %s process settings that config.ts reads and takes', (name) => {
    const settings = settingsOf(name);
    expect(unreadIn(settings)).toEqual([]);
    const config = readConfig({ ...imageSettings, ...settings });
    expect(config).toMatchObject({ production: true, ROLE: name, publicUrl: filledIn.PUBLIC_URL });
  });

  test('starts the services on each other’s addresses, names and keys', () => {
    const config = readConfig({ ...imageSettings, ...settingsOf('web') });
    const database = new URL(config.DATABASE_URL ?? '');
    expect(service('database').environment).toEqual({
      POSTGRES_USER: database.username,
      POSTGRES_PASSWORD: database.password,
      POSTGRES_DB: database.pathname.slice(1),
    });
    expect([database.hostname, database.port]).toEqual(['database', '5432']);
    // Since version 18 the image keeps its data one folder higher.
    expect(service('database').volumes).toEqual(['database:/var/lib/postgresql']);

    const endpoint = new URL(config.S3_ENDPOINT ?? '');
    const store = service('store');
    expect(endpoint.hostname).toBe('store');
    expect(store.environment).toMatchObject({
      VGW_PORT: `:${endpoint.port}`,
      ROOT_ACCESS_KEY_ID: config.S3_ACCESS_KEY_ID,
      ROOT_SECRET_ACCESS_KEY: config.S3_SECRET_ACCESS_KEY,
    });
    expect(store.volumes).toEqual([`files:${store.environment.VGW_BACKEND_ARG}/${config.S3_BUCKET}`]);
    expect(store.healthcheck?.test?.at(-1)).toBe(
      `http://127.0.0.1:${endpoint.port}${store.environment.VGW_HEALTH}`,
    );
    expect(config.S3_REGION).toBe('us-east-1');
  });

  test('reaches the web process through the proxy alone, which is believed for that', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports.length > 0);
    expect(open.map(([name]) => name)).toEqual(['proxy']);
    const config = readConfig({ ...imageSettings, ...settingsOf('web') });
    expect(config.TRUST_PROXY).toBe(true);
    const caddyfile = read('ops/Caddyfile');
    expect(caddyfile).toContain(`reverse_proxy web:${config.PORT} {`);
    expect(caddyfile).toContain('{$PUBLIC_URL} {');
    const probed = /fetch\('http:\/\/127\.0\.0\.1:' \+ process\.env\.PORT \+ '(\S+)'\)/.exec(
      image.facts.HEALTHCHECK ?? '',
    )?.[1];
    expect(/health_uri (\S+)/.exec(caddyfile)?.[1]).toBe(probed);
    expect(service('proxy').volumes).toContain('./ops/Caddyfile:/etc/caddy/Caddyfile:ro');
  });

  test('lets running reports end, and writes nothing into the image', () => {
    for (const name of ['web', 'worker']) {
      expect(Number.parseInt(service(name).stop_grace_period ?? '', 10)).toBeGreaterThan(DRAIN_SECONDS + 5);
      expect(service(name).read_only).toBe(true);
    }
    // A worker has no HTTP to be asked on.
    expect(service('worker').healthcheck).toEqual({ disable: true });
  });

  test('names only services and volumes that exist', () => {
    const waitedFor = Object.values(services).flatMap((entry) => Object.keys(entry.depends_on));
    expect(waitedFor.filter((name) => services[name] === undefined)).toEqual([]);
    const kept = Object.values(services).flatMap((entry) =>
      entry.volumes.map((volume) => volume.split(':')[0] ?? ''),
    );
    expect(kept.filter((name) => !name.startsWith('./')).sort()).toEqual(
      Object.keys(composed.volumes).sort(),
    );
  });

  test('asks for nothing its example of settings does not name, and the example for nothing unknown', () => {
    const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1] ?? '');
    const asked = [...written.matchAll(/\$\{(\w+)/g)].map((match) => match[1] ?? '');
    expect(asked.filter((name) => !named.includes(name))).toEqual([]);
    expect(named.filter((name) => !ENVIRONMENT_KEYS.includes(name) && !asked.includes(name))).toEqual([]);
  });

  test('asks the model of the profile vision, where it is started, by the settings of the example alone', () => {
    const vision = Object.fromEntries(
      [...example.matchAll(/^(VISION_\w+)=(.*)$/gm)].map((match) => [match[1] ?? '', match[2]]),
    );
    const config = readConfig({ ...imageSettings, ...settingsOf('worker'), ...vision });
    expect(config.VISION_PROVIDER).toBe('ollama');
    // A container reaches the other one by its name, at the port Ollama has of itself, which no setting moves.
    const { port } = new URL(LOCAL_MODEL_ORIGINS.ollama);
    expect(config.VISION_BASE_URL).toBe(`http://vision:${port}`);
    expect(service('vision').environment).toEqual({});
    expect(visionAddresses(config)).toEqual({ apiOrigins: [config.VISION_BASE_URL], localModels: false });
  });

  test('downloads the model that is asked, with the profile alone, from the start on and until it is there', () => {
    const model = service('vision-model');
    expect([model.profiles, model.image]).toEqual([service('vision').profiles, service('vision').image]);
    expect(model).toMatchObject({
      restart: 'on-failure',
      environment: { OLLAMA_HOST: `http://vision:${new URL(LOCAL_MODEL_ORIGINS.ollama).port}` },
      depends_on: { vision: { condition: 'service_healthy' } },
    });
    const asked = /^VISION_MODEL=(.+)$/m.exec(example)?.[1];
    expect(model.command).toEqual(['pull', asked]);
    expect(service('vision').healthcheck?.test).toEqual(['CMD', 'ollama', 'list']);
    // What is downloaded is kept.
    expect(service('vision').volumes).toEqual(['models:/root/.ollama']);
  });
});

/** `[section]` → its lines as pairs. */
function unitFile(file: string): Map<string, string> {
  let section = '';
  const values = new Map<string, string>();
  for (const line of read(file).split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const named = /^\[(\w+)\]$/.exec(line)?.[1];
    if (named !== undefined) section = named;
    else values.set(`${section}.${line.slice(0, line.indexOf('='))}`, line.slice(line.indexOf('=') + 1));
  }
  return values;
}

describe.each([
  ['lotlens-web.service', 'web'],
  ['lotlens-worker@.service', 'worker'],
])('ops/systemd/%s', (file, role) => {
  const unit = unitFile(`ops/systemd/${file}`);

  test('starts the server itself with settings that config.ts reads and takes', () => {
    const settings = environmentOf(unit.get('Service.Environment') ?? '');
    expect(unreadIn(settings)).toEqual([]);
    const config = readConfig({ ...settings, PUBLIC_URL: 'https://lotlens.example' });
    expect(config).toMatchObject({ production: true, ROLE: role });
    // What the image starts, too; `npm run build` makes it.
    expect(unit.get('Service.ExecStart')).toBe('/usr/bin/node dist/server/main.js');
    expect(config.dataDir).toBe(path.join('/var/lib', unit.get('Service.StateDirectory') ?? ''));
  });

  test('as a user of its own, to whom the disk is closed but for its data', () => {
    expect(unit.get('Service.User')).toBe('lotlens');
    expect(unit.get('Service.ProtectSystem')).toBe('strict');
    expect(unit.get('Service.StateDirectoryMode')).toBe('0700');
  });

  test('stops it by SIGTERM to it alone, and waits until it has drained', () => {
    expect(unit.get('Service.KillMode')).toBe('mixed');
    expect(unit.has('Service.KillSignal')).toBe(false);
    expect(Number(unit.get('Service.TimeoutStopSec'))).toBeGreaterThan(DRAIN_SECONDS + 5);
  });
});

test('the two units differ in name and role only', () => {
  const web = unitFile('ops/systemd/lotlens-web.service');
  const worker = unitFile('ops/systemd/lotlens-worker@.service');
  const differing = [...web.keys()].filter((key) => web.get(key) !== worker.get(key));
  expect(differing).toEqual(['Unit.Description', 'Service.Environment']);
  expect([...worker.keys()]).toEqual([...web.keys()]);
});

test('docs/operations.md names every file of a deployment', () => {
  const page = read('docs/operations.md');
  const files = ['Dockerfile', 'compose.yaml', ...fs.globSync('ops/**/*.*', { cwd: root }), 'ops/Caddyfile'];
  expect(files.map((file) => path.basename(file)).filter((name) => !page.includes(name))).toEqual([]);
});
