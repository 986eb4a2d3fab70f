import type { LocalServer } from '../../../contract/schemas/damage.ts';
import { LOCAL_SERVERS } from '../../../contract/schemas/damage.ts';
import { LOCAL_MODEL_ORIGINS } from '../../web-fetch/address/allowed-hosts.ts';
import type { GuardedFetch } from '../../web-fetch/guarded-fetch.ts';
import { findLlamaServer } from './llama-server.ts';
import { findLmStudio } from './lm-studio.ts';
import { bestFirst } from './model-families.ts';
import {
  type AskServer,
  askServer,
  type FoundModels,
  type LocalModel,
  type ModelOrigins,
  SlowServer,
} from './model-server.ts';
import { findOllama } from './ollama.ts';
import { LEAST_CONTEXT } from './profiles.ts';
import { findVllm } from './vllm.ts';

/** How each server is recognized and asked what it has; null: it is not there. */
const FINDERS: Readonly<Record<LocalServer, (ask: AskServer) => Promise<FoundModels | null>>> = {
  ollama: findOllama,
  lm_studio: findLmStudio,
  llama_server: findLlamaServer,
  vllm: findVllm,
};

export type Discovery = {
  readonly found: readonly FoundModels[];
  /** The model to take; null: none sees pictures, or none is the wanted one. */
  readonly best: LocalModel | null;
  readonly wanted: string | null;
  /** Where it was looked. */
  readonly origins: ModelOrigins;
};

/**
 * Looks for model servers, on this machine unless told where, and takes the best known model that sees pictures, or the one that
 * is wanted by its name. A server that fails is told of and costs nothing else. Throws the signal's reason.
 */
export async function discoverLocalModels(
  guarded: Pick<GuardedFetch, 'fetch'>,
  options: { origins?: ModelOrigins; wanted?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Discovery> {
  const { origins = LOCAL_MODEL_ORIGINS, wanted, signal } = options;
  const look = async ([server, origin]: [LocalServer, string]): Promise<FoundModels | null> => {
    try {
      return await FINDERS[server](askServer(guarded, origin, signal));
    } catch (error) {
      if (!(error instanceof SlowServer)) throw error;
      return { server, version: null, models: [], blind: 0, elsewhere: 0, fault: 'slow' };
    }
  };
  const servers = Object.entries(origins) as [LocalServer, string][];
  const found = (await Promise.all(servers.map(look))).filter((server) => server !== null);
  const models = bestFirst(found.flatMap((server) => server.models));
  const best =
    wanted === undefined ? models[0] : models.find(({ id, name }) => id === wanted || name === wanted);
  return { found, best: best ?? null, wanted: wanted ?? null, origins };
}

const FAULTS: Readonly<Record<NonNullable<FoundModels['fault']>, string>> = {
  loading: 'is still loading its model',
  key: 'asks for a key: set VISION_PROVIDER=openai_compatible with its address and key',
  slow: 'does not answer',
  unreadable: 'does not answer as its documentation says',
};

const models = (count: number): string => (count === 1 ? '1 model' : `${count} models`);

/** What one server that gives no model is short of, and what would help. */
function shortOf(
  { server, models: seeing, blind, elsewhere, fault }: FoundModels,
  origins: ModelOrigins,
): string {
  const name = `${LOCAL_SERVERS[server]} (${origins[server]})`;
  if (fault !== null) return `${name} ${FAULTS[fault]}`;
  if (seeing.length > 0) return `${name} has ${seeing.map((model) => model.name).join(', ')}`;
  const cloud = elsewhere > 0 ? `; ${models(elsewhere)} of its cloud left alone` : '';
  const help = {
    ollama: '; try: ollama pull qwen3-vl:4b-instruct',
    llama_server: '; start it with --mmproj',
  };
  const hint = server === 'ollama' || server === 'llama_server' ? help[server] : '';
  const has = blind === 0 ? 'has no model' : `has no model that sees pictures (${models(blind)})`;
  return `${name} ${has}${cloud}${hint}`;
}

/** What the search came to, for the start-up text. */
export function discoveryWords({ found, best, wanted, origins }: Discovery): string {
  if (best) {
    const version = found.find(({ server }) => server === best.server)?.version;
    const server = version ? `${LOCAL_SERVERS[best.server]} ${version}` : LOCAL_SERVERS[best.server];
    const small =
      best.context !== null && best.context < LEAST_CONTEXT
        ? ` (it holds ${best.context} tokens, too few for a photo: start it with 8192 or more)`
        : '';
    return `${best.name} of ${server} at ${origins[best.server]}${small}`;
  }
  const servers = Object.entries(origins) as [LocalServer, string][];
  const [only] = servers.length === 1 ? servers : [];
  const where = only ? `at ${only[1]}` : 'on this machine';
  if (found.length === 0)
    return only
      ? `no ${LOCAL_SERVERS[only[0]]} found ${where}`
      : `no model server found ${where} (${servers.map(([server]) => LOCAL_SERVERS[server]).join(', ')})`;
  const missing = wanted === null ? '' : `no ${wanted} (VISION_MODEL) found ${where}: `;
  return `${missing}${found.map((server) => shortOf(server, origins)).join('; ')}`;
}
