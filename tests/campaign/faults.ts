import { pause } from '../../server/concurrency/pause.ts';
import { type Random, seededRandom, seedFrom } from '../../server/seeded-random.ts';
import type { FileStore } from './file-store.ts';
import { type Look, EVERY_MS as PROMETHEUS_MS, riseOf, type SeenFigures, valuesOf } from './seen-figures.ts';
import type { SupervisedProcess } from './supervised-process.ts';

export const FAULT_KINDS = ['killed', 'stopped', 'cut off', 'disk full', 'store full', 'clock jump'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** One fault as it was done, and the figures of the dashboard in which it was seen. */
export type DoneFault = { kind: FaultKind; target: string; seconds: number; seen: string[] };

/** One fault every so many ms. */
const EVERY_MS = 10_000;
/** Between a cut and the moment that probes find it out (server/db/client.ts), ms. */
const CUT_MS = 20_000;
/** The disk, the clock and the age of figures are looked at every 12 s, and then by Prometheus. */
const LOOKED_AT_MS = 15_000 + PROMETHEUS_MS;
const STORE_FULL_MS = 8_000;
/** So much longer where nobody wanted to keep a file meanwhile. */
const MORE_FULL_MS = 20_000;
/** A figure of a process follows its fault by one look of Prometheus, and the time that takes. */
const FOLLOWS_MS = 3_000 + PROMETHEUS_MS;
/** So much before it there is one look of Prometheus, to compare with, ms; it waits for an answer once as long at most. */
const BEFORE_MS = 1.5 * PROMETHEUS_MS;

type Service = {
  processes: readonly SupervisedProcess[];
  store: FileStore;
  figures: SeenFigures;
  /** Asks for something that needs room in the store. */
  keepFile(): Promise<unknown>;
};

/** Where faults of a kind leave their trace: the figures, and whether looks at the process show it. */
const TRACES: Record<FaultKind, { figure: string; shows(looks: Look[]): boolean }[]> = {
  killed: [
    { figure: 'up', shows: (looks) => looks.some(({ series }) => series === null) },
    {
      figure: 'process_start_time_seconds',
      shows: (looks) => new Set(valuesOf(looks, 'process_start_time_seconds')).size > 1,
    },
  ],
  stopped: [{ figure: 'up', shows: (looks) => looks.some(({ series }) => series === null) }],
  'cut off': [
    {
      figure: 'lotlens_database_errors_total',
      shows: (looks) => riseOf(valuesOf(looks, 'lotlens_database_errors_total')) > 0,
    },
    {
      figure: 'lotlens_database_up',
      shows: (looks) => valuesOf(looks, 'lotlens_database_up').includes(0),
    },
    {
      figure: 'lotlens_service_figures_age_seconds',
      shows: (looks) => Math.max(...valuesOf(looks, 'lotlens_service_figures_age_seconds')) > 15,
    },
  ],
  'disk full': [
    {
      figure: 'lotlens_data_free_bytes',
      shows: (looks) => Math.min(...valuesOf(looks, 'lotlens_data_free_bytes')) < 64 * 1024,
    },
  ],
  'store full': [
    {
      figure: 'lotlens_store_calls_total',
      shows: (looks) => riseOf(valuesOf(looks, 'lotlens_store_calls_total', ['outcome="no_room"'])) > 0,
    },
  ],
  'clock jump': [
    {
      figure: 'lotlens_clock_offset_seconds',
      shows: (looks) =>
        valuesOf(looks, 'lotlens_clock_offset_seconds').some((offset) => Math.abs(offset) > 30),
    },
  ],
};

/** The figures that show faults, by kind. */
export const figuresOf = (kind: FaultKind): string[] => TRACES[kind].map(({ figure }) => figure);

/**
 * One fault every ten seconds, each kind in turn, in an order and on processes that the seed decides, from the `done`-th on. A
 * process has one fault at a time, and of each role one process at most is down. Answers what waits for the faults under way.
 */
export function bringFaults(
  seed: number,
  service: Service,
  options: { done: number; over(fault: DoneFault): void; signal: AbortSignal },
): () => Promise<void> {
  const { processes, store } = service;
  const kinds = FAULT_KINDS.filter((kind) => {
    if (kind === 'disk full') return processes.some(({ disk }) => disk !== null);
    return kind !== 'store full' || store.fill !== null;
  });
  const troubled = new Set<string>();
  const isDown = new Set<SupervisedProcess>();
  const underWay = new Set<Promise<void>>();
  let number = options.done;

  const fits = (kind: FaultKind, one: SupervisedProcess): boolean => {
    if (troubled.has(one.name) || !one.isUp()) return false;
    if (kind === 'disk full') return one.disk !== null;
    if (kind === 'clock jump') return true;
    const down = processes.filter((other) => isDown.has(other) || !other.isUp());
    return !down.some(({ role }) => role === one.role);
  };

  const next = (): void => {
    const random = seededRandom(seedFrom(`fault ${seed} ${number}`));
    const first = kindsInTurn(seed, kinds, number);
    number += 1;
    const targets = shuffled(random, processes);
    for (const kind of [first, ...shuffled(random, kinds)]) {
      if (kind === 'store full') {
        if (troubled.has('store')) continue;
        begin(kind, 'store', random, null);
        return;
      }
      const target = targets.find((one) => fits(kind, one));
      if (!target) continue;
      begin(kind, target.name, random, target);
      return;
    }
  };

  const begin = (kind: FaultKind, name: string, random: Random, target: SupervisedProcess | null): void => {
    troubled.add(name);
    const from = performance.now();
    const work = (async () => {
      if (target === null) await fillStore(service, options.signal);
      else await strike(kind, target, random, isDown, options.signal);
      const seconds = Math.round((performance.now() - from) / 100) / 10;
      await pause(FOLLOWS_MS, options.signal);
      // A file that had no room shows in whichever process wanted to keep it.
      const told = target === null ? processes.map((one) => one.name) : [name];
      const looks = told.map((one) => service.figures.looksAt(one, from - BEFORE_MS, performance.now()));
      const seen = TRACES[kind].flatMap(({ figure, shows }) => (looks.some(shows) ? [figure] : []));
      options.over({ kind, target: name, seconds, seen });
    })()
      .catch((error: unknown) => {
        // An interrupted campaign brings this fault again.
        if (!options.signal.aborted) throw error;
      })
      .finally(() => {
        troubled.delete(name);
        underWay.delete(work);
      });
    underWay.add(work);
  };

  const timer = setInterval(next, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(underWay);
  };
}

/** A worker is killed this long after it came up, ms: some two and a half times its start. */
export const WORKER_LIFE_MS = 2_500;
/** On a busy machine a worker lives as long as its start took, up to this, ms. */
const LONGEST_LIFE_MS = 15_000;

/** Kills every worker with -9 each time it has lived as long as that. Answers what stops it. */
export function killWorkers(
  workers: readonly SupervisedProcess[],
  { over, signal }: { over(fault: DoneFault): void; signal: AbortSignal },
): () => Promise<void> {
  const enough = new AbortController();
  const stop = AbortSignal.any([enough.signal, signal]);
  const killOver = async (worker: SupervisedProcess): Promise<void> => {
    for (let startMs = 0; !stop.aborted; ) {
      const lifeMs = Math.max(WORKER_LIFE_MS, Math.min(LONGEST_LIFE_MS, startMs));
      await pause(lifeMs, stop).catch(() => undefined);
      if (stop.aborted) return;
      await worker.kill();
      const began = performance.now();
      await worker.up();
      startMs = performance.now() - began;
      over({ kind: 'killed', target: worker.name, seconds: startMs / 1000, seen: [] });
    }
  };
  const killing = Promise.all(workers.map(killOver));
  return async () => {
    enough.abort();
    await killing;
  };
}

/** Does a fault and mends it, at once when `signal` is aborted. */
async function strike(
  kind: FaultKind,
  target: SupervisedProcess,
  random: Random,
  isDown: Set<SupervisedProcess>,
  signal: AbortSignal,
): Promise<void> {
  const lasts = (ms: number): Promise<void> => pause(ms, signal).catch(() => undefined);
  if (kind === 'disk full') {
    target.disk?.fill();
    await lasts(LOOKED_AT_MS);
    target.disk?.makeRoom();
    return;
  }
  if (kind === 'clock jump') {
    // From two minutes to three hours, either way.
    const offsetMs = Math.round((2 + 178 * random.uniform()) * 60_000);
    target.moveClock(random.uniform() < 0.5 ? offsetMs : -offsetMs);
    await lasts(LOOKED_AT_MS);
    target.moveClock(0);
    return;
  }
  isDown.add(target);
  try {
    if (kind === 'killed') {
      await target.kill();
      await target.up();
    } else if (kind === 'stopped') {
      target.stop();
      await lasts(10_000 + 20_000 * random.uniform());
      target.goOn();
    } else {
      target.database.cutComing();
      target.database.cutPresent();
      await lasts(CUT_MS);
      target.database.mend();
      target.database.giveUp();
    }
  } finally {
    isDown.delete(target);
  }
}

/** Somebody wants to keep a file meanwhile, whatever else goes on. */
async function fillStore({ store, keepFile }: Service, signal: AbortSignal): Promise<void> {
  await store.fill?.();
  const before = store.refused();
  const end = performance.now() + STORE_FULL_MS;
  let isAsked = false;
  const isMet = (): boolean => store.refused() > before;
  while (!signal.aborted && performance.now() < (isMet() ? end : end + MORE_FULL_MS)) {
    if (!isMet() && !isAsked) {
      isAsked = true;
      // What keeps them from asking again is no fault of ours: the run is over.
      keepFile().catch(() => undefined);
    }
    await pause(200);
  }
  store.makeRoom();
}

/** Every kind once, in an order of its own, before any comes again. */
function kindsInTurn(seed: number, kinds: readonly FaultKind[], number: number): FaultKind {
  const round = Math.floor(number / kinds.length);
  const order = shuffled(seededRandom(seedFrom(`round ${seed} ${round}`)), kinds);
  return order[number % kinds.length] ?? 'killed';
}

function shuffled<T>(random: Random, given: readonly T[]): T[] {
  const keyed = given.map((one) => ({ one, place: random.uniform() }));
  return keyed.sort((a, b) => a.place - b.place).map(({ one }) => one);
}
