import { evidenceRows } from '../../../contract/report-view/grounds/evidence-rows.ts';
import { narrowingRows } from '../../../contract/report-view/grounds/narrowing-rows.ts';
import { rangeEnds } from '../../../contract/report-view/grounds/range-words.ts';
import { riskRows } from '../../../contract/report-view/grounds/risk-words.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { percent } from '../../ui/money.ts';
import { lineLink } from './line-provenance.ts';
import { BASIS_WORDS, lotSource, NOT_HELD, tableSource, type WhereAnswer } from './provenance-answer.ts';

const inferred = (report: ReportModel): string => tableSource(report, 'inference', 'our table of evidence');
const REPEATED = 'The estimate was made again without it, all other evidence as it is.';

function evidence(report: ReportModel, id: string): WhereAnswer {
  const row = evidenceRows(report.estimate).find((entry) => entry.id === id);
  const shown = report.estimate.evidence?.find((entry) => entry.id === id);
  if (!row || !shown) return NOT_HELD;
  const own = shown.kind === 'part_answer';
  return {
    title: `${row.source}: ${row.says}`,
    steps: [`${REPEATED} Likely repair with it less without it: ${row.effect}.`],
    source: own || shown.kind === 'photos' ? inferred(report) : lotSource(report),
    basis: own ? 'Confirmed by eye' : shown.kind === 'photos' ? 'The photos' : BASIS_WORDS.listing,
    links: (shown.photos ?? [])
      .slice(0, 3)
      .map((number) => ({ to: 'photo', number, text: `Photo ${number}` })),
  };
}

function rangeEnd(report: ReportModel, end: string, id: string): WhereAnswer {
  const reason = rangeEnds(report.estimate)
    .find((entry) => entry.end === end)
    ?.reasons.find((entry) => entry.line === id);
  const line = report.estimate.lines.find((entry) => entry.id === id);
  if (!reason || !line) return NOT_HELD;
  const [tenth, often] = end === 'low' ? ['cheapest', 'less'] : ['dearest', 'more'];
  return {
    title: reason.name,
    steps: [
      `It is needed ${often} often in the ${tenth} tenth of simulated repairs than in the middle ones: ${reason.effect} by its cost.`,
    ],
    source: inferred(report),
    basis: BASIS_WORDS.judgement,
    links: [lineLink(line)],
  };
}

function narrows(report: ReportModel, key: string): WhereAnswer {
  const row = narrowingRows(report).find((entry) => entry.key === key);
  if (!row) return NOT_HELD;
  return {
    title: row.what,
    steps: [
      `The estimate was made again for each possible answer. On average the range is then ${Math.round(row.narrows * 100)}% narrower.`,
    ],
    source: inferred(report),
    basis: BASIS_WORDS.judgement,
    links: [],
  };
}

function risk(report: ReportModel, kind: string): WhereAnswer {
  const row = riskRows(report.estimate).find((entry) => entry.kind === kind);
  if (!row) return NOT_HELD;
  return {
    title: row.name,
    steps: [`${percent(row.probability)}: ${row.from}.`],
    source: inferred(report),
    basis: BASIS_WORDS.judgement,
    links: [],
  };
}

/** Where a figure of evidence, range and risks comes from; null for keys of other figures. */
export function groundsAnswer(report: ReportModel, kind: string, rest: string): WhereAnswer | null {
  switch (kind) {
    case 'evidence':
      return evidence(report, rest);
    case 'end': {
      const at = rest.indexOf('|');
      return rangeEnd(report, rest.slice(0, at), rest.slice(at + 1));
    }
    case 'narrows':
      return narrows(report, rest);
    case 'risk':
      return risk(report, rest);
    default:
      return null;
  }
}
