import { describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

describe.runIf(process.platform === 'linux')('a data folder that the system refuses', () => {
  it.each(['/proc/lotlens/postgres', '/etc/passwd/postgres'])(
    '%s is one clear sentence, soon',
    async (folder) => {
      await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
        new RegExp(`^The data folder ${folder} can't be written: `),
      );
    },
  );
});
