import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder for one test, gone when the test is over. To be called while a test runs. */
export async function temporaryFolder(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-one-test-'));
  // What a test has killed may have started others, which still write for a moment.
  onTestFinished(() => fs.rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  return folder;
}
