import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { ReportListItem } from '../../../contract/calls.ts';
import { outcomeOf, STEP_NAMES, stageOf } from '../../../contract/report-status.ts';
import { forgetStates, noteFrame, noteOrdered, noteQuota, noteRows, reportStates } from './report-states.ts';

afterEach(forgetStates);

/** What the service tells of one report's life: event n+1 has the n-th status, and the quota as of then. */
type Life = { statuses: readonly string[]; quotas: readonly number[] };
const lives: fc.Arbitrary<Life> = fc
  .tuple(
    fc.subarray([...STEP_NAMES], { minLength: 1 }),
    fc.constantFrom('finished', 'download_images_failed'),
  )
  .map(([steps, end]) => ({ statuses: [...steps, end], quotas: [...steps.map(() => 1), 0] }));

type Telling = { kind: 'frame' | 'row' | 'quota' | 'ordered'; at: number };
const tell = (life: Life, { kind, at }: Telling): void => {
  const [seq, status = '', running = 0] = [at + 1, life.statuses[at], life.quotas[at]];
  const quota = { available_reports: 2, in_progress_reports: running };
  const { label, progress } = stageOf(status);
  if (kind === 'ordered') noteOrdered('r', 'Queued');
  else if (kind === 'quota') noteQuota({ ...quota, seq });
  else if (kind === 'row')
    noteRows([
      {
        report_id: 'r',
        seq,
        task_status: status,
        message: '',
        error_code: null,
        total_cost: null,
      } as ReportListItem,
    ]);
  else
    noteFrame({
      type: 'status',
      seq,
      report_id: 'r',
      task_id: 't',
      status,
      progress,
      label,
      message: '',
      date: '',
      total_cost: null,
      body_type: null,
      quota,
    });
};

test('however frames, lists and quotas cross each other, nothing shown goes back', () => {
  const crossings = lives.chain((life) =>
    fc.tuple(
      fc.constant(life),
      fc.array(
        fc.record({
          kind: fc.constantFrom('frame', 'row', 'quota', 'ordered'),
          at: fc.nat({ max: life.statuses.length - 1 }),
        }) satisfies fc.Arbitrary<Telling>,
        { minLength: 1, maxLength: 40 },
      ),
    ),
  );
  fc.assert(
    fc.property(crossings, ([life, tellings]) => {
      forgetStates();
      let [shown, ended, newest, quotaSeq] = [0, false, -1, 0];
      for (const telling of tellings) {
        tell(life, telling);
        const { reports, quota } = reportStates.get();
        const state = reports.get('r');
        if (telling.kind === 'frame' || telling.kind === 'row') newest = Math.max(newest, telling.at);
        if (newest >= 0) expect(state?.status).toBe(life.statuses[newest]);
        const isEnded = state !== undefined && outcomeOf(state.status) !== 'in_progress';
        expect(state?.progress ?? 0).toBeGreaterThanOrEqual(shown);
        expect(isEnded || !ended).toBe(true);
        expect(quota?.seq ?? 0).toBeGreaterThanOrEqual(quotaSeq);
        // Ended and counted as in progress at once: never, where a frame told of the end.
        if (telling.kind === 'frame' && isEnded && quota?.seq === state.seq)
          expect(quota.in_progress_reports).toBe(0);
        [shown, ended, quotaSeq] = [state?.progress ?? 0, isEnded, quota?.seq ?? 0];
      }
    }),
  );
});
