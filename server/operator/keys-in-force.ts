import type pg from 'pg';
import {
  KEYED_SOURCES,
  type KeyedSourceId,
  type KeyField,
  type StoredName,
} from '../../contract/operator/setup-sources.ts';
import { type Config, environmentSchema } from '../config.ts';
import { listStoredKeys } from '../db/sealed/stored-keys.ts';
import type { Seal } from '../secrets/seal.ts';

/** The settings of a source that were saved; null where any of them can't be opened, or is none. */
export type SavedKeys = { readonly values: KeyValues | null; readonly stored_at: Date };
export type KeyValues = Readonly<Partial<Record<StoredName, string>>>;

/** Which keys serve: those of the environment, else those that operators saved. */
export type KeysInForce = {
  /** As the environment has it. */
  readonly given: Config;
  /** With what was saved in its gaps. */
  readonly config: Config;
  readonly saved: ReadonlyMap<KeyedSourceId, SavedKeys>;
  /** Reads anew what was saved; calls of one process take turns. */
  refresh(): Promise<void>;
  /** Told after each time they were read anew, which is done once they are through. */
  onChange(listener: () => void | Promise<void>): void;
};

export const sourceIds = Object.keys(KEYED_SOURCES) as KeyedSourceId[];
export const fieldsOf = (
  source: KeyedSourceId,
): readonly (Omit<KeyField, 'name'> & { readonly name: StoredName })[] => KEYED_SOURCES[source];

/** A setting of a source as it stands; undefined where it is not set. A model that is looked for is none that is set. */
export const settingOf = (config: Config, name: StoredName): string | undefined =>
  name === 'VISION_PROVIDER' && config.VISION_PROVIDER === 'auto' ? undefined : config[name];

/** Whether the environment sets any of a source's keys: then it is configured there alone. */
export const isGiven = (given: Config, source: KeyedSourceId): boolean =>
  fieldsOf(source).some(({ name }) => settingOf(given, name) !== undefined);

/** The configuration with these settings of a source, in place of what it had of them. */
export const withKeys = (config: Config, values: KeyValues): Config => ({
  ...config,
  ...Object.fromEntries(
    Object.entries(values).map(([name, text]) => [
      name,
      environmentSchema.shape[name as StoredName].parse(text),
    ]),
  ),
});

export async function openKeysInForce(
  given: Config,
  { pool, seal }: { pool: pg.Pool; seal: Seal | null },
): Promise<KeysInForce> {
  const listeners: (() => void | Promise<void>)[] = [];
  let saved = await readSaved(pool, seal);
  let config = inForce(given, saved);
  let reading: Promise<void> = Promise.resolve();
  const read = async (): Promise<void> => {
    saved = await readSaved(pool, seal);
    config = inForce(given, saved);
    for (const listener of listeners) await listener();
  };
  return {
    given,
    get config() {
      return config;
    },
    get saved() {
      return saved;
    },
    refresh() {
      reading = reading.catch(() => undefined).then(read);
      return reading;
    },
    onChange(listener) {
      listeners.push(listener);
    },
  };
}

function inForce(given: Config, saved: KeysInForce['saved']): Config {
  let config = given;
  for (const [source, { values }] of saved)
    if (values !== null && !isGiven(given, source)) config = withKeys(config, values);
  return config;
}

async function readSaved(pool: pg.Pool, seal: Seal | null): Promise<Map<KeyedSourceId, SavedKeys>> {
  const rows = new Map((await listStoredKeys(pool)).map((row) => [row.name, row]));
  return new Map(
    sourceIds.flatMap((source): [KeyedSourceId, SavedKeys][] => {
      const fields = fieldsOf(source).map(({ name }) => ({ name, row: rows.get(name) }));
      const times = fields.flatMap(({ row }) => row?.stored_at ?? []);
      const [stored_at] = times.toSorted((a, b) => b.getTime() - a.getTime());
      if (stored_at === undefined) return [];
      const opened = fields.flatMap(({ name, row }) => {
        const text = row && seal?.open(name, row);
        const isGood = environmentSchema.shape[name].safeParse(text ?? '').success;
        return text && isGood ? [[name, text] as const] : [];
      });
      const values = opened.length === fields.length ? Object.fromEntries(opened) : null;
      return [[source, { values, stored_at }]];
    }),
  );
}
