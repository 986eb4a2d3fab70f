import { answerRun } from '../../server/report-process/answer-run.ts';
import { type CrashEngineGiven, openCrashEngine } from './crash-engine.ts';

/** The process of a report's own, of a worker that was made to be killed. */
answerRun(async (given) => {
  const { engine, close } = await openCrashEngine(given as CrashEngineGiven);
  return { engine, close: () => close(0) };
});
