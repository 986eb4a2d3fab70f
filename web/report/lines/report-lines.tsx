import { ChevronRight } from 'lucide';
import type { ReactNode } from 'react';
import { orderLines, wholeScope } from '../../../contract/report-view/line-order.ts';
import { forecastWords, isPossible } from '../../../contract/report-view/outcome-rows.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { Icon } from '../../ui/icon.tsx';
import { dollars } from '../../ui/money.ts';
import { AddLineButton, LeftOutLines } from '../editing/line-edit-buttons.tsx';
import { useLineEditingContext } from '../editing/line-editing.tsx';
import { Figure } from '../provenance/figure.tsx';
import { SectionHead } from './block-head.tsx';
import { EarlierLines } from './earlier-lines.tsx';
import { LineList, type LineSetting, type LinesProps, ScopeColumns } from './line-row.tsx';
import { PossibleItems } from './possible-items.tsx';

/** Every line of the estimate, numbered as on the diagram and in the PDF: what is written, then what is possible. */
export function ReportLines({ estimate, ...setting }: LineSetting & { estimate: Estimate }) {
  const { blocks, outcome } = estimate;
  const all = orderLines(estimate.lines).map((line, index) => ({ line, number: index + 1 }));
  return (
    <div className="grid min-w-0 gap-6">
      {outcome ? (
        <>
          <Scope
            lines={all.filter(({ line }) => !isPossible(line))}
            estimate={estimate}
            outcome={outcome}
            {...setting}
          />
          <PossibleItems lines={all.filter(({ line }) => isPossible(line))} outcome={outcome} {...setting} />
        </>
      ) : (
        <EarlierLines lines={all} blocks={blocks} {...setting} />
      )}
      <LeftOutLines lines={estimate.excluded ?? []} />
      {outcome ? null : <AddLineButton />}
    </div>
  );
}

type ScopeProps = LinesProps & { estimate: Estimate; outcome: NonNullable<Estimate['outcome']> };

/** What is written by area of the car, each line at its full hours and price: with the tax it adds up to as written. */
function Scope({ lines, estimate, outcome, ...setting }: ScopeProps) {
  const settable = useLineEditingContext() !== null;
  const { areas, costs, tax } = wholeScope(estimate);
  const parts = lines.filter(({ line }) => line.part_price !== null);
  const without = parts.filter(({ line }) => line.oem_numbers.length === 0).length;
  return (
    <section aria-labelledby="scope-title" className="min-w-0">
      <SectionHead
        id="scope-title"
        title="Estimate"
        of="outcome:as_written"
        sum={outcome.as_written}
        sumName="Estimate total"
      >
        <AddLineButton />
      </SectionHead>
      {estimate.located === false ? (
        <p className="mt-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">{forecastWords(estimate)}</p>
      ) : null}
      {parts.length > 0 && without > 0 ? (
        <p className="mt-2 text-sm text-muted">
          {without === parts.length
            ? 'OEM numbers not available for this car.'
            : `OEM number not available for ${without} of ${parts.length} parts.`}{' '}
          {settable
            ? 'Open a line to search its suppliers or to enter the number you know.'
            : 'Open a line to search its suppliers.'}
        </p>
      ) : null}
      {areas.length > 0 ? <ScopeColumns /> : null}
      {areas.map(({ area, title, lines: of, sum }) => {
        const rows = lines.filter(({ line }) => of.includes(line));
        return (
          <Area key={area} area={area} title={title} sum={sum} count={rows.length}>
            <LineList lines={rows} costs={costs} {...setting} level={4} />
          </Area>
        );
      })}
      {estimate.tax > 0 ? (
        <p className="figures flex min-h-10 items-center justify-between border-t border-rule-strong text-sm">
          <span>Tax</span>
          <Figure of="row:tax">{dollars(tax)}</Figure>
        </p>
      ) : null}
    </section>
  );
}

type AreaProps = { area: string; title: string; sum: number; count: number; children: ReactNode };

/** The lines of one area under what they add up to. Standard operations, which follow from the other lines, are folded. */
function Area({ area, title, sum, count, children }: AreaProps) {
  const heading = (
    <h3 id={`area-${area}`} tabIndex={-1} className="font-semibold outline-none">
      {title}
    </h3>
  );
  const total = <Figure of={`area:${area}`}>{dollars(sum)}</Figure>;
  if (area !== 'standard')
    return (
      <div className="later" style={{ ['--rows' as string]: count + 1 }}>
        <div className="flex items-baseline justify-between gap-x-6 border-b border-rule-strong pt-1.5 pb-0.5">
          {heading}
          <p className="figures font-semibold">{total}</p>
        </div>
        {children}
      </div>
    );
  return (
    <div className="relative">
      <details className="group">
        <summary className="flex min-h-10 list-none items-center gap-2 border-b border-rule-strong pr-24 pointer-coarse:min-h-11">
          <Icon shape={ChevronRight} size={12} className="shrink-0 text-signal group-open:rotate-90" />
          {heading}
          <span className="text-sm whitespace-nowrap text-muted">({count})</span>
        </summary>
        {children}
      </details>
      {/* Beside the summary, not in it: a button in a button could not be reached. */}
      <p className="figures absolute top-2 right-0 font-semibold">{total}</p>
    </div>
  );
}
