import type { StatementFile } from '../../contract/partners/commission.ts';
import {
  monthWords,
  STATEMENT_NOTE,
  STATEMENT_STATE_WORDS,
  statementCounts,
  statementLines,
} from '../../contract/partners/statement-words.ts';
import { usDollarsAndCents } from '../../contract/report-view/figures.ts';
import { deepPlain } from './data/plain-text.ts';
import type { PrintDocument } from './press/typesetter.ts';

/** A partner's month as the compiler takes it. */
export function statementDocument(
  file: StatementFile,
  covered: (codePoint: number) => boolean,
): PrintDocument {
  const facts = [
    { label: 'Partner', value: file.company },
    { label: 'Status', value: STATEMENT_STATE_WORDS[file.state] },
    { label: 'Issued', value: file.issued_at?.slice(0, 10) ?? 'not yet: the month is not over' },
    ...(file.paid_at === null ? [] : [{ label: 'Paid', value: file.paid_at.slice(0, 10) }]),
  ];
  const statement = {
    title: `Statement of ${monthWords(file.period)}`,
    company: file.company,
    facts,
    counts: statementCounts(file),
    lines: statementLines(file),
    total: usDollarsAndCents(file.commission),
    note: STATEMENT_NOTE,
  };
  return {
    main: 'statement.typ',
    inputs: { statement: JSON.stringify(deepPlain(statement, covered)) },
    files: [],
  };
}
