import path from 'node:path';
import type { Config } from '../config.ts';
import { createFolderStore } from './folder.ts';
import type { Store } from './store.ts';

/** The configured store and what to call it: S3 when its keys are set, else a folder in DATA_DIR. */
export async function openStore(config: Config): Promise<{ store: Store; storeName: string }> {
  const {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = config;
  if (bucket !== undefined && accessKeyId !== undefined && secretAccessKey !== undefined) {
    // Loaded only where it is used: it takes 30 MB.
    const { createS3Store } = await import('./s3.ts');
    const store = createS3Store({
      bucket,
      region: config.S3_REGION,
      accessKeyId,
      secretAccessKey,
      ...(endpoint ? { endpoint } : {}),
    });
    return { store, storeName: `S3 bucket ${bucket}` };
  }
  const folder = path.join(config.dataDir, 'files');
  return { store: createFolderStore(folder), storeName: `folder ${folder} (default)` };
}
