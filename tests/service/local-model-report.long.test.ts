import { expect, inject, it } from 'vitest';
import { sourceWords } from '../../contract/report-view/words/sources.ts';
import { startUpText } from '../../server/start-up-text.ts';
import { freshBeside, startModelServer } from './local-model-stand-ins.ts';
import { reportWith } from './report-with-model.ts';
import { startService } from './service.ts';
import { isFind, scripted } from './vision-script.ts';

it('a fresh installation beside a local model examines the sample photos with no setting touched', async () => {
  const server = await startModelServer(
    'ollama',
    [{ name: 'qwen3-vl:8b-instruct', sees: true }],
    scripted({ findings: [{ photo: 1, part: 'front_bumper_cover', types: ['torn'], confidence: 0.9 }] }),
  );
  const { model, roles } = await reportWith('http://unused.test', await freshBeside({ ollama: server }));
  expect(roles.detector).toBe(
    'photos by qwen3-vl:8b-instruct of Ollama 0.30.7 at http://127.0.0.1:11434, with declared damage; free of charge',
  );
  expect(server.asked.filter(isFind).length).toBeGreaterThan(0);
  expect(model.examined.photos_examined).toBe(model.photos.length);
  expect(model.detection.engine).toMatchObject({
    model: 'qwen3-vl:8b-instruct',
    served_by: 'ollama',
    usd: 0,
  });
  const bumper = model.detection.findings.find((finding) => finding.category === 'front_bumper_cover');
  expect(bumper?.evidence).toMatchObject([{ photo: 1 }]);
  expect(model.sources.map((note) => sourceWords(note, model).source)).toContain(
    'Photos examined by the local model qwen3-vl:8b-instruct (Ollama), with the declared damage',
  );
});

it('a model server that is named by its address, as compose.yaml does, examines them alike', async () => {
  const ollama = await startModelServer(
    'ollama',
    [{ name: 'qwen3-vl:4b-instruct', sees: true }],
    scripted({}),
  );
  const { model, roles } = await reportWith('http://unused.test', {
    VISION_PROVIDER: 'ollama',
    VISION_BASE_URL: ollama.site.origin,
    VISION_MODEL: 'qwen3-vl:4b-instruct',
    VISION_PRICE_IN: '',
    VISION_PRICE_OUT: '',
  });
  expect(roles.detector).toContain(`qwen3-vl:4b-instruct of Ollama 0.30.7 at ${ollama.site.origin}`);
  expect(model.examined.photos_examined).toBe(model.photos.length);
  expect(ollama.asked.every(({ path }) => path === '/api/chat')).toBe(true);
});

it('a fresh installation beside no model starts, and says at start what is missing', async () => {
  const server = await startModelServer('ollama', [{ name: 'gpt-oss:20b', sees: false }]);
  const service = await startService(inject('databaseServer'), {
    environment: await freshBeside({ ollama: server }),
    worker: false,
  });
  const { config, tools } = service;
  await service.close();
  expect(startUpText({ config, address: null, roles: tools.roles, sample: null })).toContain(
    'declared damage; photos are not examined: Ollama (http://127.0.0.1:11434) has no model that sees pictures (1 model); try: ollama pull qwen3-vl:4b-instruct',
  );
});
