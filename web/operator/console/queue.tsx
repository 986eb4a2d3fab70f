import { useQuery } from '@tanstack/react-query';
import type { OperatorQueue } from '../../../contract/api/operator/console-answers.ts';
import { codeWords, counted, waitWords } from '../../../contract/operator/console-words.ts';
import { queueQuery, sendMailAgain } from '../../api/operator/console.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded, Part, Rows, timeOf, useAct } from './section-parts.tsx';

/** Jobs, workers, and mails that have not gone out. */
export function Queue() {
  const queue = useQuery(queueQuery());
  return (
    <>
      <Button look="quiet" className="mt-4" busy={queue.isFetching} onClick={() => void queue.refetch()}>
        Look again
      </Button>
      <Loaded of={queue}>
        {({ jobs, workers, mails }) => (
          <>
            <Part title="Mails that have not gone out">
              {mails.length === 0 ? (
                <p className="mt-1 text-muted">All have gone out.</p>
              ) : (
                <Rows label="Mails">
                  {mails.map((mail) => (
                    <Mail key={mail.mail_id} mail={mail} />
                  ))}
                </Rows>
              )}
            </Part>
            <Part title="Workers with reports">
              {workers.length === 0 ? (
                <p className="mt-1 text-muted">No report is being made.</p>
              ) : (
                <Rows label="Workers">
                  {workers.map(({ worker, reports }) => (
                    <li key={worker} className="flex flex-wrap justify-between gap-x-4 py-2 text-sm">
                      <span className="wrap-anywhere">{worker}</span>
                      <span className="figures">{counted(reports, 'report')}</span>
                    </li>
                  ))}
                </Rows>
              )}
            </Part>
            <Part title="Jobs">
              <Rows label="Jobs">
                {jobs.map((job) => (
                  <li key={job.job} className="grid gap-x-4 py-2 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
                    <span>{codeWords(job.job.replaceAll('-', '_'))}</span>
                    <span className="figures text-muted">{jobWords(job)}</span>
                  </li>
                ))}
              </Rows>
            </Part>
          </>
        )}
      </Loaded>
    </>
  );
}

function jobWords({ waiting, running, gave_up, oldest_due_since }: OperatorQueue['jobs'][number]): string {
  const due =
    oldest_due_since === null ? '' : `, due for ${waitWords(Date.now() - Date.parse(oldest_due_since))}`;
  const gone = gave_up === 0 ? '' : ` · ${gave_up} given up`;
  return `${waiting} waiting${due} · ${running} running${gone}`;
}

function Mail({
  mail: { mail_id, recipient, template, created_at, failure },
}: {
  mail: OperatorQueue['mails'][number];
}) {
  const { busy, outcome, act } = useAct();
  return (
    <li className="grid gap-2 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{recipient}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {codeWords(template)} · {timeOf(created_at)} · {failure === null ? 'waits' : `refused: ${failure}`}
        </p>
        {outcome}
      </div>
      {failure === null ? null : (
        <Button
          look="quiet"
          busy={busy}
          onClick={() =>
            act(async () => {
              await sendMailAgain(mail_id);
              return 'It goes out again.';
            })
          }
        >
          Send again
        </Button>
      )}
    </li>
  );
}
