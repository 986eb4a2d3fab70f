import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import type { Config } from '../../server/config.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

async function ask(change: Partial<Config>, now = new Date()) {
  const config = { ...service.config, ...change };
  const webFolder = path.join(service.dataDir, 'no-web');
  const app = await buildApp({ ...service.tools, now: () => now, config, webFolder });
  return await app.inject({ url: '/.well-known/security.txt' });
}

describe('security.txt', () => {
  it('says whom to tell, until when, and where it stands', async () => {
    const change = { SUPPORT_EMAIL: 'help@garage.test', publicUrl: 'https://garage.test', production: true };
    const answer = await ask(change, new Date('2026-11-25T10:00:00Z'));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body.split('\n')).toEqual([
      'Contact: mailto:help@garage.test',
      'Expires: 2027-05-01T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://garage.test/.well-known/security.txt',
      '',
    ]);
  });

  it('is good for more than four months and less than a year, whenever it is read', async () => {
    for (const day of ['2026-01-31', '2026-08-31', '2027-02-28', '2026-12-01']) {
      const now = new Date(`${day}T23:59:59Z`);
      const { body } = await ask({}, now);
      const days = (Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '') - now.getTime()) / 86_400_000;
      expect(days).toBeGreaterThan(120);
      expect(days).toBeLessThan(365);
    }
  });

  it('names no address of its own that is not https', async () => {
    expect((await ask({ publicUrl: 'http://localhost:3000' })).body).not.toContain('Canonical');
    expect((await ask({ publicUrl: null })).body).not.toContain('Canonical');
  });

  it('is not there where nobody was named to tell, nor is any other file beside it', async () => {
    expect((await ask({ production: true, SUPPORT_EMAIL: 'support@lotlens.example' })).statusCode).toBe(404);
    const beside = await service.app.inject({ url: '/.well-known/change-password' });
    expect(beside.statusCode).toBe(404);
  });
});
