import { createContext, useContext } from 'react';
import type { EvidenceShown } from '../../../contract/evidence.ts';
import type { ReportReader } from '../../../contract/report-view/head/missing-numbers.ts';
import type { LineEdit } from '../../../contract/schemas/edit-report.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';

export type LineEditing = {
  /** All its lines, as they are now. */
  lines: readonly EstimateLine[];
  /** What its estimate rests on, the user's answers among it. */
  evidence: readonly EvidenceShown[];
  /** Nobody has told whether any airbag deployed, and it can be set. */
  airbagsOpen: boolean;
  /** Sends the edits; answers whether they were taken. What went wrong has been shown. */
  edit: (edits: LineEdit[]) => Promise<boolean>;
  busy: boolean;
};

/** How lines are changed where the report is the reader's own; null where it is only to read. */
export const LineEditingContext = createContext<LineEditing | null>(null);
export const useLineEditingContext = (): LineEditing | null => useContext(LineEditingContext);

/** The report as it was last told, where what is drawn follows it in slices; null where that is all there is. */
export const NewestReportContext = createContext<ReportModel | null>(null);

/** Id of the report where it is the reader's own, also one that can only be read. */
export const OwnReportContext = createContext<string | undefined>(undefined);
export const useOwnReport = (): string | undefined => useContext(OwnReportContext);

/** Who reads the report. */
export const ReaderContext = createContext<ReportReader>('anyone');
export const useReader = (): ReportReader => useContext(ReaderContext);
