import { z } from 'zod';
import { type AskServer, billionsIn, type FoundModels, type LocalModel } from './model-server.ts';

/** From 0.4.0 on. Before, the path answers 200 with an error in the body. */
const modelsSchema = z.object({
  models: z.array(
    z.object({
      type: z.string(),
      key: z.string(),
      params_string: z.string().nullish(),
      max_context_length: z.number().nullish(),
      loaded_instances: z
        .array(z.object({ config: z.object({ context_length: z.number().optional() }).optional() }))
        .optional(),
      capabilities: z.object({ vision: z.boolean().optional() }).nullish(),
    }),
  ),
});
const olderModelsSchema = z.object({
  data: z.array(z.object({ id: z.string(), type: z.string(), loaded_context_length: z.number().optional() })),
});

type Entry = { id: string; sees: boolean; billions: number | null; context: number | null };

/** What an LM Studio has downloaded; it loads the model it is asked for. */
export async function findLmStudio(ask: AskServer): Promise<FoundModels | null> {
  const answer = await ask('/api/v1/models');
  if (!answer) return null;
  if (answer.status === 401) return found([], 'key');
  const newer = answer.read(modelsSchema);
  if (newer)
    return found(
      newer.models
        .filter(({ type }) => type === 'llm')
        .map(({ key, params_string, capabilities, loaded_instances }) => ({
          id: key,
          sees: capabilities?.vision === true,
          billions: billionsIn(key) ?? billionsIn(params_string ?? undefined),
          context: loaded_instances?.[0]?.config?.context_length ?? null,
        })),
    );
  const older = (await ask('/api/v0/models'))?.read(olderModelsSchema);
  if (!older) return null;
  return found(
    older.data
      .filter(({ type }) => type === 'llm' || type === 'vlm')
      .map(({ id, type, loaded_context_length }) => ({
        id,
        sees: type === 'vlm',
        billions: billionsIn(id),
        context: loaded_context_length ?? null,
      })),
  );
}

/** A large model from a slow disk (judgement). */
const LOAD_MS = 600_000;

/**
 * Has a model that nobody has loaded loaded with room for photos: left to itself, LM Studio gives it 4,096 tokens, too few for one.
 * What somebody loaded stays as it is; an LM Studio that does not know how, or has no room, loads it its own way.
 */
export async function loadInLmStudio(
  ask: AskServer,
  { id }: Pick<LocalModel, 'id'>,
  context: number,
): Promise<void> {
  const list = (await ask('/api/v1/models'))?.read(modelsSchema);
  const entry = list?.models.find(({ key }) => key === id);
  if (!entry?.loaded_instances || entry.loaded_instances.length > 0) return;
  const context_length = Math.min(context, entry.max_context_length ?? context);
  await ask('/api/v1/models/load', { model: id, context_length }, LOAD_MS);
}

const found = (entries: readonly Entry[], fault: FoundModels['fault'] = null): FoundModels => ({
  server: 'lm_studio',
  version: null,
  models: entries
    .filter(({ sees }) => sees)
    .map(
      ({ id, billions, context }): LocalModel => ({
        server: 'lm_studio',
        id,
        name: id,
        billions,
        version: null,
        context,
        thinks: false,
      }),
    ),
  blind: entries.filter(({ sees }) => !sees).length,
  elsewhere: 0,
  fault,
});
