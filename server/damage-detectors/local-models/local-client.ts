import { LOCAL_MODEL_ORIGINS } from '../../web-fetch/address/allowed-hosts.ts';
import { fetchAdapter } from '../../web-fetch/fetch-adapter.ts';
import type { GuardedFetch } from '../../web-fetch/guarded-fetch.ts';
import type { BoxFormat } from '../examination/boxes.ts';
import type { VisionClient } from '../vision/client.ts';
import { createVisionClient } from '../vision/provider.ts';
import type { LocalModel } from './model-server.ts';

/** A client of a model that was found on this machine, by the protocol its server shares with the others. */
export function createLocalClient(
  model: LocalModel,
  fetch: GuardedFetch['fetch'],
  options: { box_format?: BoxFormat | undefined } = {},
): VisionClient {
  const client = createVisionClient({
    provider: 'openai_compatible',
    model: model.id,
    base_url: `${LOCAL_MODEL_ORIGINS[model.server]}/v1`,
    fetch: fetchAdapter({ fetch }, 'local_model'),
    ...options,
  });
  return { ...client, model: model.name, served_by: model.server };
}
