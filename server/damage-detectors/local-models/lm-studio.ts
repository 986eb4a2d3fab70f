import { z } from 'zod';
import { type AskServer, billionsIn, type FoundModels, type LocalModel } from './model-server.ts';

/** From 0.4.0 on. Before, the path answers 200 with an error in the body. */
const modelsSchema = z.object({
  models: z.array(
    z.object({
      type: z.string(),
      key: z.string(),
      params_string: z.string().nullish(),
      capabilities: z.object({ vision: z.boolean().optional() }).nullish(),
    }),
  ),
});
const olderModelsSchema = z.object({
  data: z.array(z.object({ id: z.string(), type: z.enum(['llm', 'vlm', 'embeddings']).or(z.string()) })),
});

type Entry = { id: string; sees: boolean; billions: number | null };

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
        .map(({ key, params_string, capabilities }) => ({
          id: key,
          sees: capabilities?.vision === true,
          billions: billionsIn(key) ?? billionsIn(params_string ?? undefined),
        })),
    );
  const older = (await ask('/api/v0/models'))?.read(olderModelsSchema);
  if (!older) return null;
  return found(
    older.data
      .filter(({ type }) => type === 'llm' || type === 'vlm')
      .map(({ id, type }) => ({ id, sees: type === 'vlm', billions: billionsIn(id) })),
  );
}

const found = (entries: readonly Entry[], fault: FoundModels['fault'] = null): FoundModels => ({
  server: 'lm_studio',
  version: null,
  models: entries
    .filter(({ sees }) => sees)
    .map(({ id, billions }): LocalModel => ({ server: 'lm_studio', id, name: id, billions })),
  blind: entries.filter(({ sees }) => !sees).length,
  elsewhere: 0,
  fault,
});
