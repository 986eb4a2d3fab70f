import type { ReportModel } from '../../../contract/schemas/report.ts';
import { answerJobs } from '../../workers/answer-jobs.ts';
import type { PrintSetting } from '../data/print-data.ts';
import type { GivenPhoto } from '../data/print-photos.ts';
import { reportDocument } from '../report-document.ts';
import type { Typesetter } from './typesetter.ts';
import { openTypesetter, type TypesetterKind } from './which-typesetter.ts';

/** A report to print; `photos` are image files by the report's photo numbers. */
export type PrintJob = { model: ReportModel; photos: readonly GivenPhoto[]; setting: PrintSetting };

const open = new Map<TypesetterKind, Promise<Typesetter>>();

const print =
  (kind: TypesetterKind) =>
  async (input: unknown): Promise<Uint8Array> => {
    const typesetter = open.get(kind) ?? openTypesetter(kind);
    open.set(kind, typesetter);
    const { model, photos, setting } = input as PrintJob;
    return (await typesetter).set(await reportDocument(model, photos, setting));
  };

answerJobs({ native: print('native'), wasm: print('wasm') } satisfies Record<TypesetterKind, unknown>);
