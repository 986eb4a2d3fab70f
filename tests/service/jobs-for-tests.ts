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
  hoard: () => {
    const held: number[][] = [];
    for (;;) held.push(Array.from({ length: 10_000 }, (_, index) => index));
  },
});
