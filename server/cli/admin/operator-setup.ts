import os from 'node:os';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import type { SetupSource, TestedSource } from '../../../contract/api/operator/operator-answers.ts';
import { keyedSourceIdSchema, setupSourceIdSchema } from '../../../contract/operator/setup-sources.ts';
import {
  foundWords,
  outcomeWords,
  ratesWords,
  SOURCE_WORDS,
  stateWords,
  storedWords,
  usageWords,
} from '../../../contract/operator/setup-words.ts';
import type { Config } from '../../config.ts';
import { openVision } from '../../damage-detectors/vision/setup.ts';
import type { Log } from '../../log.ts';
import { openKeysInForce } from '../../operator/keys-in-force.ts';
import { forgetKeys, readSetup, type SetupTools, saveKeys, testSource } from '../../operator/setup.ts';
import { createSeal } from '../../secrets/seal.ts';
import { UsageError } from '../usage-error.ts';

/** The Setup of a command: the same sources and checks as the page's. */
export async function openSetup(
  config: Config,
  pool: pg.Pool,
  log: Log,
): Promise<{ setup: SetupTools; close(): Promise<void> }> {
  // Loads what the whole service is made of, which no other command needs.
  const { createFetch } = await import('../../tools.ts');
  const seal = createSeal(config.SECRETS_KEY);
  const keys = await openKeysInForce(config, { pool, seal });
  const fetch = createFetch(keys.config, log, pool);
  const { detector } = await openVision(keys.config, fetch);
  return {
    setup: { pool, seal, keys, fetch, log, detector, now: () => new Date() },
    close: () => fetch.close(),
  };
}

type Answer = { answer: unknown; failed?: boolean };

/** `setup`, `setup save`, `setup delete` and `setup test`. */
export async function answerSetup(setup: SetupTools, words: readonly string[]): Promise<Answer> {
  const actor = `cli:${os.userInfo().username}`;
  const [verb, source, ...rest] = words;
  if (verb === undefined) {
    const { can_change, sources } = await readSetup(setup);
    return { answer: { can_change, sources: sources.map(inWords) } };
  }
  if (verb === 'test') {
    const { data: name } = setupSourceIdSchema.safeParse(source);
    if (name === undefined) throw new UsageError(noSource(source, setupSourceIdSchema.options));
    const tested = await testSource(setup, actor, name, rest.join(' '));
    return { answer: testInWords(name, tested), failed: tested.outcome !== 'ok' };
  }
  const { data: name } = keyedSourceIdSchema.safeParse(source);
  if (verb !== 'save' && verb !== 'delete') throw new UsageError(`there is no command setup ${verb}`);
  if (name === undefined) throw new UsageError(noSource(source, keyedSourceIdSchema.options));
  if (verb === 'delete') return { answer: inWords(await forgetKeys(setup, actor, name)) };
  const saved = await saveKeys(setup, actor, name, linesOf(await text(process.stdin)));
  return { answer: { ...inWords(saved.source), makes_left_out: saved.makes_left_out } };
}

const noSource = (given: string | undefined, names: readonly string[]): string =>
  `${given === undefined ? 'a source is missing' : `there is no source ${given}`}; there are ${names.join(', ')}`;

/** `NAME=value` a line. */
function linesOf(input: string): Record<string, string> {
  const lines = input.split(/\r?\n/).filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^\s*([A-Z0-9_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      // The line itself is not said again: it may hold a key.
      if (name === undefined || value === undefined)
        throw new UsageError('standard input must be lines of NAME=value');
      return [name, value];
    }),
  );
}

const inWords = (entry: SetupSource) => ({
  ...entry,
  name: SOURCE_WORDS[entry.source].name,
  gives: SOURCE_WORDS[entry.source].gives,
  state: stateWords(entry),
  note: storedWords[entry.stored] ?? (entry.on ? null : SOURCE_WORDS[entry.source].how),
  uses: entry.uses.map(usageWords),
  weighed: ratesWords(entry),
});

const testInWords = (source: SetupSource['source'], { outcome, address, found }: TestedSource) => ({
  source,
  outcome,
  says: outcomeWords(source, outcome, address),
  found: found === null ? null : foundWords(found),
});
