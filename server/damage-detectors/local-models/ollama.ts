import { z } from 'zod';
import { runsInCloud } from '../third-party.ts';
import { type AskServer, billionsIn, type FoundModels, type LocalModel } from './model-server.ts';

const versionSchema = z.object({ version: z.string() });
const capabilities = z.array(z.string()).optional();
const detailsSchema = z.object({ parameter_size: z.string().optional() }).optional();
const tagSchema = z.object({
  name: z.string(),
  /** Names the machine of Ollama's cloud that runs it. */
  remote_host: z.string().optional(),
  capabilities,
  details: detailsSchema,
  digest: z.string().optional(),
});
const tagsSchema = z.object({ models: z.array(tagSchema) });
const shownSchema = z.object({ remote_host: z.string().optional(), capabilities, details: detailsSchema });

/**
 * Before 0.12.6 a question that is too long is cut whatever is asked for; before 0.30 the tokens it counts are all that were read,
 * those it still knew included, so that a cut shows (after that some versions leave these out, but none cuts against our wish).
 */
function mayCut(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === 0 && minor < 30;
}

/** Beyond these nobody looks. */
const MOST_MODELS = 60;
const runsElsewhere = ({ name, remote_host }: { name: string; remote_host?: string | undefined }): boolean =>
  (remote_host ?? '') !== '' || runsInCloud(name);

/** What an Ollama has: which of its models have `vision` among their capabilities, and run on this machine. */
export async function findOllama(ask: AskServer): Promise<FoundModels | null> {
  const version = (await ask('/api/version'))?.read(versionSchema);
  if (!version) return null;
  const found = { server: 'ollama' as const, version: version.version };
  const tags = (await ask('/api/tags'))?.read(tagsSchema);
  if (!tags) return { ...found, models: [], blind: 0, elsewhere: 0, fault: 'unreadable' };
  const models: LocalModel[] = [];
  let blind = 0;
  let elsewhere = 0;
  for (const tag of tags.models.slice(0, MOST_MODELS)) {
    if (runsElsewhere(tag)) {
      elsewhere += 1;
      continue;
    }
    // From 0.30 on the list tells it; before, each has to be asked for.
    const shown =
      tag.capabilities === undefined
        ? (await ask('/api/show', { model: tag.name }))?.read(shownSchema)
        : { capabilities: tag.capabilities, details: tag.details };
    if (shown && 'remote_host' in shown && runsElsewhere({ name: tag.name, remote_host: shown.remote_host }))
      elsewhere += 1;
    else if (shown?.capabilities?.includes('vision'))
      models.push({
        server: 'ollama',
        id: tag.name,
        name: tag.name,
        billions: billionsIn(tag.name) ?? billionsIn((tag.details ?? shown.details)?.parameter_size),
        version: tag.digest ?? version.version,
        context: null,
        thinks: shown.capabilities.includes('thinking'),
        cuts: mayCut(version.version),
      });
    else blind += 1;
  }
  return { ...found, models, blind, elsewhere, fault: null };
}
