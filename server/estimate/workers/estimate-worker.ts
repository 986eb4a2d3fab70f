import { gunzipSync } from 'node:zlib';
import { replaceTables } from '../../data-tables/table-files.ts';
import { answerJobs } from '../../workers/answer-jobs.ts';
import type { AnsweredJob, EditedJob } from './estimate-jobs.ts';

type Jobs = typeof import('./estimate-jobs.ts');
let jobs: Promise<Jobs> | undefined;

/** The engine over the tables that came with the first job, all others of this process bringing the same: it reads them at import. */
function engineOver(tables: Buffer): Promise<Jobs> {
  if (jobs === undefined && tables.length > 0)
    replaceTables(JSON.parse(gunzipSync(tables).toString('utf8')) as Record<string, string>);
  jobs ??= import('./estimate-jobs.ts');
  return jobs;
}

answerJobs({
  grounds: async (inputs, tables) =>
    (await engineOver(tables)).groundsJob(inputs as Parameters<Jobs['groundsJob']>[0]),
  listedRange: async (job, tables) =>
    (await engineOver(tables)).listedRangeJob(job as Parameters<Jobs['listedRangeJob']>[0]),
  answered: async (job, tables) => (await engineOver(tables)).answeredJob(job as AnsweredJob),
  edited: async (job, tables) => (await engineOver(tables)).editedEstimate(job as EditedJob),
});
