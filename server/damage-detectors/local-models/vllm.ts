import { z } from 'zod';
import { type AskServer, billionsIn, type FoundModels, type LocalModel } from './model-server.ts';

const modelsSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      owned_by: z.literal('vllm'),
      /** The model an adapter is laid over. */
      parent: z.string().nullish(),
      max_model_len: z.number().nullish(),
    }),
  ),
});
const versionSchema = z.object({ version: z.string() });

/** 64 pixels square, red: what a model that sees takes, and another refuses. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEWqMzM4LuFKAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYw+3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAEZszF2AAAAAElFTkSuQmCC';

/** What a vLLM serves. It does not tell what sees pictures, so each is shown one. */
export async function findVllm(ask: AskServer): Promise<FoundModels | null> {
  const answer = await ask('/v1/models');
  const list = answer?.read(modelsSchema);
  if (!list || list.data.length === 0) return null;
  const version = (await ask('/version'))?.read(versionSchema)?.version ?? null;
  const models: LocalModel[] = [];
  let blind = 0;
  for (const { id, max_model_len } of list.data.filter(({ parent }) => (parent ?? null) === null)) {
    const seen = await ask('/v1/chat/completions', {
      model: id,
      max_tokens: 1,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } },
            { type: 'text', text: 'Which color?' },
          ],
        },
      ],
    });
    if (seen?.status === 200)
      models.push({
        server: 'vllm',
        id,
        name: id,
        billions: billionsIn(id),
        version,
        context: max_model_len ?? null,
        thinks: false,
      });
    else blind += 1;
  }
  return { server: 'vllm', version, models, blind, elsewhere: 0, fault: null };
}
