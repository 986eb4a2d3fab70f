import { AppError } from '../../server/errors.ts';
import { answerJobs } from '../../server/workers/answer-jobs.ts';

/** Jobs of a worker that behaves in all the ways one may. */
answerJobs({
  echo: (input) => input,
  length: (_, body) => body.length,
  pid: () => process.pid,
  exit: () => process.exit(7),
  environment: () => Object.keys(process.env),
  refuse: () => {
    throw new AppError('extraction_failed', 'no');
  },
  spin: () => {
    for (;;) if (Date.now() < 0) return null;
  },
  'spin in a stage': async (ms, _, within) => {
    await within(Number(ms), 'a stage');
    for (;;) if (Date.now() < 0) return null;
  },
  /** Beside the heap, as what is unpacked lies; slower than memory could be, so that who watches sees it. */
  unpack: async () => {
    const held: Buffer[] = [];
    for (;;) {
      held.push(Buffer.alloc(10_000_000, held.length % 255));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  },
  hoard: () => {
    const held: number[][] = [];
    for (;;) held.push(Array.from({ length: 10_000 }, (_, index) => index));
  },
});
