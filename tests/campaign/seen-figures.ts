import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { pause } from '../../server/concurrency/pause.ts';
import { METRICS_TOKEN, type SupervisedProcess } from './supervised-process.ts';

const OPS = path.join(import.meta.dirname, '..', '..', 'ops');

/** How often the Prometheus of `ops` asks each process, and how long it waits for an answer, before it notes `up` 0. */
export const { EVERY_MS, LONGEST_MS } = z
  .object({ global: z.object({ scrape_interval: z.string(), scrape_timeout: z.string() }) })
  .transform(({ global }) => ({
    EVERY_MS: 1000 * Number.parseInt(global.scrape_interval, 10),
    LONGEST_MS: 1000 * Number.parseInt(global.scrape_timeout, 10),
  }))
  .parse(parse(fs.readFileSync(path.join(OPS, 'prometheus', 'prometheus.yml'), 'utf8')));

/** One look at the figures of one process; `series` null: it did not answer, which Prometheus notes as `up` 0. */
export type Look = { at: number; series: Map<string, number> | null };

/** What a Prometheus beside the service would have stored. */
export type SeenFigures = {
  /** Looks at a process from one moment to another, by `performance.now()`. */
  looksAt(name: string, from: number, to: number): Look[];
  stop(): Promise<void>;
};

/** Reads the figures of every process over and over. */
export function watchFigures(processes: readonly SupervisedProcess[]): SeenFigures {
  const looks = new Map<string, Look[]>(processes.map(({ name }) => [name, []]));
  const over = new AbortController();
  const lookAgain = async ({ name, metrics }: SupervisedProcess): Promise<void> => {
    while (!over.signal.aborted) {
      const at = performance.now();
      looks.get(name)?.push({ at, series: await seriesOf(metrics) });
      await pause(EVERY_MS - (performance.now() - at), over.signal).catch(() => undefined);
    }
  };
  const running = Promise.all(processes.map(lookAgain));
  return {
    looksAt: (name, from, to) => (looks.get(name) ?? []).filter(({ at }) => at >= from && at <= to),
    async stop() {
      over.abort();
      await running;
    },
  };
}

async function seriesOf(address: string): Promise<Look['series']> {
  try {
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    if (!answer.ok) return null;
    const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line) => {
        const end = line.lastIndexOf(' ');
        return [line.slice(0, end), Number(line.slice(end + 1))];
      }),
    );
  } catch {
    // It did not answer: that is what there was to see.
    return null;
  }
}

/** The values of a figure, all its series added up, look by look where the process answered. */
export const valuesOf = (looks: readonly Look[], figure: string, labels: readonly string[] = []): number[] =>
  looks.flatMap(({ series }) => {
    const found = [...(series ?? [])].filter(
      ([name]) =>
        (name === figure || name.startsWith(`${figure}{`)) && labels.every((label) => name.includes(label)),
    );
    return found.length === 0 ? [] : [found.reduce((sum, [, value]) => sum + value, 0)];
  });

/** By how much a counter rose, as Prometheus' `increase` has it: a lower value is a new start at 0. */
export const riseOf = (values: readonly number[]): number =>
  values.reduce((sum, value, index) => {
    const before = values[index - 1];
    return before === undefined ? sum : sum + (value >= before ? value - before : value);
  }, 0);

/** What the dashboard's panels ask for, as one text. */
export function dashboardText(): string {
  const file = path.join(OPS, 'grafana', 'lotlens.json');
  const { panels } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
}
