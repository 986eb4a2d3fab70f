import { expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { openVision, visionAddresses } from '../../server/damage-detectors/vision/setup.ts';
import {
  localOrigins,
  type ModelOnServer,
  type ModelServer,
  startModelServer,
} from './local-model-stand-ins.ts';
import { fetchFrom } from './local-site.ts';
import { until } from './service.ts';
import { inputFor, madePhotos } from './vision-photos.ts';
import { scripted } from './vision-script.ts';

const QWEN: ModelOnServer = { name: 'qwen3-vl:8b-instruct', sees: true };
const torn = scripted({ findings: [{ photo: 1, part: 'hood', types: ['torn'], confidence: 0.9 }] });
const MINUTE = 60_000;

/** What a fresh service beside this Ollama examines photos with; `clock.ms` is its time. */
async function freshVision(ollama: ModelServer) {
  const config = readConfig({ SOURCE_ORIGINS: JSON.stringify(await localOrigins({ ollama })) });
  const clock = { ms: 0 };
  const told: object[] = [];
  const { detector, searched } = await openVision(
    config,
    fetchFrom(null, { sourceOrigins: config.SOURCE_ORIGINS, ...visionAddresses(config) }),
    { now: () => clock.ms, searchMs: 60_000, tell: (words) => told.push(words) },
  );
  const report = async () => (await detector.detect(inputFor(await madePhotos(2)))).engine;
  return { detector, searched, clock, told, report };
}
const searches = ({ calls }: ModelServer): number =>
  calls.filter(({ path }) => path === '/api/version').length;

it('a model that comes after the start examines the photos of the next report', async () => {
  const models: ModelOnServer[] = [];
  const { detector, searched, clock, told, report } = await freshVision(
    await startModelServer('ollama', models, torn),
  );
  expect(searched).toContain('has no model; try: ollama pull qwen3-vl:4b-instruct');
  expect(detector.examines_photos).toBe(false);
  models.push(QWEN);
  clock.ms += MINUTE;
  expect(await report()).toMatchObject({ id: 'vision', model: QWEN.name, examined_photos: 2 });
  expect(detector).toMatchObject({ examines_photos: true, goes_on: true });
  expect(told).toEqual([{ found: 'qwen3-vl:8b-instruct of Ollama 0.30.7 at http://127.0.0.1:11434' }]);
});

it('it is looked for at most once a minute, however many reports begin', async () => {
  const server = await startModelServer('ollama', []);
  const { clock, report } = await freshVision(server);
  clock.ms += MINUTE - 1;
  expect(await report()).toMatchObject({ id: 'declared', examined_photos: 0 });
  expect(searches(server)).toBe(1);
  clock.ms += 1;
  await Promise.all([report(), report(), report()]);
  expect(searches(server)).toBe(2);
  await report();
  expect(searches(server)).toBe(2);
});

it('once it is there nobody looks for another', async () => {
  const server = await startModelServer('ollama', [QWEN], torn);
  const { clock, report } = await freshVision(server);
  clock.ms += 10 * MINUTE;
  expect((await report()).id).toBe('vision');
  expect(searches(server)).toBe(1);
});

it('a report begins while it is looked for, and its photos of that time are examined', async () => {
  const models: ModelOnServer[] = [];
  const held = { until: Promise.resolve() };
  const server = await startModelServer('ollama', models, torn, { held: () => held.until });
  const { detector, clock } = await freshVision(server);
  models.push(QWEN);
  clock.ms += MINUTE;
  const gate = Promise.withResolvers<void>();
  held.until = gate.promise;
  const { photos, declared, ...input } = inputFor(await madePhotos(2));
  const begun = detector.begin?.(input, photos.length);
  for (const photo of photos) begun?.add(photo);
  gate.resolve();
  expect((await begun?.detect(photos, declared))?.engine).toMatchObject({ id: 'vision', examined_photos: 2 });
});

it('a report that is cancelled meanwhile ends at once', async () => {
  const held = { until: Promise.resolve() };
  const server = await startModelServer('ollama', [], torn, { held: () => held.until });
  const { detector, clock } = await freshVision(server);
  clock.ms += MINUTE;
  const gate = Promise.withResolvers<void>();
  held.until = gate.promise;
  const stop = new AbortController();
  const detecting = detector.detect({ ...inputFor(await madePhotos(1)), signal: stop.signal });
  stop.abort(new Error('cancelled'));
  await expect(detecting).rejects.toThrow('cancelled');
  gate.resolve();
});

it('what is asked before a report starts has it looked for, and waits for nothing', async () => {
  const models: ModelOnServer[] = [];
  const { detector, clock } = await freshVision(await startModelServer('ollama', models, torn));
  models.push(QWEN);
  clock.ms += MINUTE;
  detector.lookAgain?.();
  expect(detector.examines_photos).toBe(false);
  await until('the model is found', 20_000, async () => detector.examines_photos);
});

it('a model that was removed is told of once, and the next report looks for another', async () => {
  const models = [QWEN];
  const { clock, report, detector } = await freshVision(
    await startModelServer('ollama', models, (asked) =>
      (asked.body as { model: string }).model === models[0]?.name
        ? torn(asked)
        : { status: 404, body: { error: 'model "qwen3-vl:8b-instruct" not found, try pulling it first' } },
    ),
  );
  models.splice(0, 1, { name: 'gemma4:e4b', sees: true });
  const { warnings } = await detector.detect(inputFor(await madePhotos(2)));
  expect(warnings).toContainEqual({ code: 'not_examined', why: 'gone' });
  clock.ms += MINUTE;
  expect(await report()).toMatchObject({ id: 'vision', model: 'gemma4:e4b' });
});

it('a model server that is named is asked where it stands, and no other', async () => {
  const ollama = await startModelServer('ollama', [QWEN], torn);
  const config = readConfig({ VISION_PROVIDER: 'ollama', VISION_BASE_URL: ollama.site.origin });
  const { detector, searched } = await openVision(config, fetchFrom(null, visionAddresses(config)));
  expect(searched).toBe(`qwen3-vl:8b-instruct of Ollama 0.30.7 at ${ollama.site.origin}`);
  const { engine } = await detector.detect(inputFor(await madePhotos(2)));
  expect(engine).toMatchObject({ id: 'vision', served_by: 'ollama', examined_photos: 2, usd: 0 });
});

it('a model server that is named and not there is missed where it should be', async () => {
  const ollama = await startModelServer('vllm', [QWEN]);
  const config = readConfig({ VISION_PROVIDER: 'ollama', VISION_BASE_URL: ollama.site.origin });
  const { searched } = await openVision(config, fetchFrom(null, visionAddresses(config)));
  expect(searched).toBe(`no Ollama found at ${ollama.site.origin}`);
});
