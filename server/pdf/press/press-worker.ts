import type { StatementFile } from '../../../contract/partners/commission.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { answerJobs } from '../../workers/answer-jobs.ts';
import type { PrintSetting } from '../data/print-data.ts';
import type { GivenPhoto } from '../data/print-photos.ts';
import { covered } from '../font-coverage.ts';
import { reportDocument } from '../report-document.ts';
import { statementDocument } from '../statement-document.ts';
import type { Typesetter } from './typesetter.ts';
import { openTypesetter, type TypesetterKind } from './which-typesetter.ts';

/** A report to print, `photos` image files by the report's photo numbers; or a partner's month. */
export type PrintJob =
  | { model: ReportModel; photos: readonly GivenPhoto[]; setting: PrintSetting }
  | { statement: StatementFile };

const open = new Map<TypesetterKind, Promise<Typesetter>>();

const print =
  (kind: TypesetterKind) =>
  async (input: unknown): Promise<Uint8Array> => {
    const typesetter = open.get(kind) ?? openTypesetter(kind);
    open.set(kind, typesetter);
    const job = input as PrintJob;
    return (await typesetter).set(
      'statement' in job
        ? statementDocument(job.statement, covered())
        : await reportDocument(job.model, job.photos, job.setting),
    );
  };

answerJobs({ native: print('native'), wasm: print('wasm') } satisfies Record<TypesetterKind, unknown>);
