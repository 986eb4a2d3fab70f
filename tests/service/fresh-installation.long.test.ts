import fs from 'node:fs/promises';
import { expect, test } from 'vitest';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import { freshBeside, startModelServer } from './local-model-stand-ins.ts';
import { SAMPLE_ACCOUNT, until } from './service.ts';
import { startedService } from './started-service.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { isFind, scripted } from './vision-script.ts';

/** The BMW of the samples. */
const LOT = 'https://bid.cars/en/lot/1-90000001';

test('a fresh installation beside a local model, started as it is, examines the photos of a sample lot', async () => {
  const dataDir = await temporaryFolder();
  await fs.chmod(dataDir, 0o755);
  const ollama = await startModelServer(
    'ollama',
    [{ name: 'qwen3-vl:8b-instruct', sees: true }],
    scripted({ findings: [{ photo: 1, part: 'front_bumper_cover', types: ['torn'], confidence: 0.9 }] }),
  );
  const service = startedService('server', dataDir, { ROLE: 'all', ...(await freshBeside({ ollama })) });
  await service.says(/LotLens is running at (\S+)/);
  expect(service.output()).toContain('detector    photos by qwen3-vl:8b-instruct of Ollama');
  const origin = /LotLens is running at (\S+)/.exec(service.output())?.[1];

  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const answer = await fetch(`${origin}/api/v1/${path}`, init);
    expect(answer.status, path).toBeLessThan(300);
    return await answer.json();
  };
  const { access_token } = (await call('auth/token', {
    method: 'POST',
    body: new URLSearchParams({ username: SAMPLE_ACCOUNT.email, password: 'sample-password-1' }),
  })) as { access_token: string };
  const authorization = `Bearer ${access_token}`;
  const { report_id } = (await call('auction/process_report', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ auction_url: LOT }),
  })) as { report_id: string };
  const model = await until('the report is ready', 200_000, async () => {
    const { report, task_status } = reportDetailSchema.parse(
      await call(`reports/${report_id}`, { headers: { authorization } }),
    );
    if (task_status.endsWith('_failed')) throw new Error(task_status);
    return task_status === 'finished' && report;
  });
  expect(model.photos.length).toBeGreaterThan(0);
  expect(model.examined.photos_examined).toBe(model.photos.length);
  expect(model.detection.engine).toMatchObject({ served_by: 'ollama', usd: 0 });
  expect(ollama.asked.filter(isFind).length).toBeGreaterThan(0);
}, 400_000);
