import { z } from 'zod';
import { type AskServer, billionsIn, type FoundModels } from './model-server.ts';

const healthSchema = z.union([
  z.object({ status: z.literal('ok') }),
  z.object({ error: z.object({ code: z.literal(503), type: z.literal('unavailable_error') }) }),
]);
const propsSchema = z.object({
  default_generation_settings: z.object({ n_ctx: z.number().optional() }),
  build_info: z.string().optional(),
  /** False or absent where no projector (mmproj) is loaded. */
  modalities: z.object({ vision: z.boolean() }).optional(),
});
const modelsSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      owned_by: z.literal('llamacpp').optional(),
      architecture: z.object({ input_modalities: z.array(z.string()) }).optional(),
      meta: z.object({ n_params: z.number().optional() }).nullish(),
    }),
  ),
});

/** `/models/Qwen3VL-8B-Instruct-Q4_K_M.gguf` → `Qwen3VL-8B-Instruct-Q4_K_M` */
const nameOf = (id: string): string => (id.split(/[\\/]/).at(-1) ?? id).replace(/\.gguf$/i, '');

/**
 * The model a llama-server was started with. Its port is a common one: only what answers both as its documentation says is
 * taken for one.
 */
export async function findLlamaServer(ask: AskServer): Promise<FoundModels | null> {
  const health = await ask('/health');
  const state = health?.read(healthSchema);
  if (!state) return null;
  const found = { server: 'llama_server' as const, version: null, models: [], blind: 0, elsewhere: 0 };
  if ('error' in state) return { ...found, fault: 'loading' };
  const answer = await ask('/props');
  if (answer?.status === 401) return { ...found, fault: 'key' };
  const props = answer?.read(propsSchema);
  // Other programs say that they are well in the same words.
  if (!props) return null;
  const list = (await ask('/v1/models'))?.read(modelsSchema);
  if (!list) return { ...found, fault: 'unreadable' };
  const seeing = list.data.filter(
    ({ architecture }) =>
      architecture?.input_modalities.includes('image') ?? props.modalities?.vision ?? false,
  );
  return {
    ...found,
    version: props.build_info ?? null,
    models: seeing.map(({ id, meta }) => ({
      server: 'llama_server' as const,
      id,
      name: nameOf(id),
      billions: billionsIn(nameOf(id)) ?? (meta?.n_params === undefined ? null : meta.n_params / 1e9),
      version: props.build_info ?? null,
      context: props.default_generation_settings.n_ctx ?? null,
      thinks: false,
    })),
    blind: list.data.length - seeing.length,
    fault: null,
  };
}
