import type {
  SavedKeys,
  Setup,
  SetupSource,
  TestedSource,
} from '../../contract/api/operator/operator-answers.ts';
import type { KeyedSourceId, SetupSourceId, StoredName } from '../../contract/operator/setup-sources.ts';
import { outcomeWords } from '../../contract/operator/setup-words.ts';
import { endRests } from '../db/catalogue/catalogue-answers.ts';
import { inTransaction } from '../db/client.ts';
import { audit } from '../db/ops/audit.ts';
import { deleteStoredKeys, keepStoredKeys } from '../db/ops/stored-keys.ts';
import { AppError, invalidInput } from '../errors.ts';
import type { Seal } from '../secrets/seal.ts';
import { fieldsOf, isGiven, type KeyValues, withKeys } from './keys-in-force.ts';
import { describeSource, isOn, type ListTools, listSources, RESTING, testOf } from './source-list.ts';
import { runTest } from './source-tests.ts';
import type { SourceBase } from './source-tools.ts';
import { tryKeys } from './try-keys.ts';

export type SetupTools = SourceBase & ListTools & { seal: Seal | null };

/** Every source with its state. Reads what was saved anew: another process may have saved since. */
export async function readSetup(tools: SetupTools): Promise<Setup> {
  await tools.keys.refresh();
  return { can_change: tools.seal !== null, sources: await listSources(tools) };
}

/**
 * Saves the keys of a source, sealed, once the source has taken them. `actor` is who is noted for it. Throws validation_error,
 * set_in_environment, key_refused or, without a SECRETS_KEY, setup_read_only.
 */
export async function saveKeys(
  tools: SetupTools,
  actor: string,
  source: KeyedSourceId,
  given: Readonly<Record<string, string>>,
): Promise<SavedKeys> {
  const { pool, seal, keys } = tools;
  if (seal === null)
    throw new AppError('setup_read_only', 'Set SECRETS_KEY first: keys are saved sealed with it.');
  if (isGiven(keys.given, source))
    throw new AppError(
      'set_in_environment',
      'The environment sets these keys, and it wins. Take them out there first.',
    );
  const values = checkedValues(source, given);
  const tried = await tryKeys(tools, source, withKeys(keys.given, values));
  if (tried.outcome !== 'ok') {
    const { outcome, address } = tried;
    throw new AppError('key_refused', outcomeWords(source, outcome, address), {
      details: { outcome, address },
    });
  }
  const sealed = Object.entries(values).map(([name, text]) => ({ name, ...seal.seal(name, text) }));
  await inTransaction(pool, async (client) => {
    await keepStoredKeys(client, sealed);
    if (source !== 'vision') await endRests(client, RESTING[source]);
    await audit(client, {
      actor,
      action: 'keys_saved',
      subject: source,
      details: { names: Object.keys(values) },
    });
  });
  await keys.refresh();
  return { source: await describeSource(tools, source), makes_left_out: tried.left_out };
}

/** All settings of the source, no other, each of its choices. */
function checkedValues(source: KeyedSourceId, given: Readonly<Record<string, string>>): KeyValues {
  const fields = fieldsOf(source);
  const names = new Set<string>(fields.map(({ name }) => name));
  for (const name of Object.keys(given))
    if (!names.has(name)) throw invalidInput(`${name} is no setting of this source.`, `values.${name}`);
  const values: Partial<Record<StoredName, string>> = {};
  for (const { name, choices } of fields) {
    const value = given[name];
    if (value === undefined) throw invalidInput(`${name} is missing.`, `values.${name}`);
    if (choices !== undefined && !choices.includes(value))
      throw invalidInput(`${name} must be one of ${choices.join(', ')}.`, `values.${name}`);
    values[name] = value;
  }
  return values;
}

/** Deletes what was saved of a source. Throws not_found where nothing was. */
export async function forgetKeys(
  tools: SetupTools,
  actor: string,
  source: KeyedSourceId,
): Promise<SetupSource> {
  const names = fieldsOf(source).map(({ name }) => name);
  const gone = await inTransaction(tools.pool, async (client) => {
    const count = await deleteStoredKeys(client, names);
    if (count > 0)
      await audit(client, { actor, action: 'keys_deleted', subject: source, details: { names } });
    return count;
  });
  if (gone === 0) throw new AppError('not_found', 'No keys of this source are saved.');
  await tools.keys.refresh();
  return await describeSource(tools, source);
}

/** Tests a source that is on. Throws validation_error. */
export async function testSource(
  tools: SetupTools,
  actor: string,
  source: SetupSourceId,
  text: string,
): Promise<TestedSource> {
  await tools.keys.refresh();
  const { config } = tools.keys;
  if (testOf(source) === null) throw invalidInput('There is no test of this source.', 'source');
  if (!isOn(source, tools)) throw invalidInput('This source is off.', 'source');
  const tested = await runTest(tools, source, config, text);
  const { outcome } = tested;
  await audit(tools.pool, { actor, action: 'source_tested', subject: source, details: { outcome } });
  return tested;
}
