import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { OUTCOME_WORDS } from '../../contract/report-view/head/card-words.ts';
import { SUPPORTED_MAKES } from '../../contract/vehicles/makes.ts';
import type { ReportFilter } from '../api/reports/report-list.ts';

/** Typing pauses this long before the list is asked. */
const PAUSE_MS = 250;
/** Not a status: those archived, whatever became of them. */
const ARCHIVED = 'archived';
const look =
  'min-h-10 min-w-0 pointer-coarse:min-h-11 rounded-md border border-rule-strong/60 bg-sheet px-3 text-sm text-ink placeholder:text-muted';

type Props = { filter: ReportFilter; onFilter: (filter: ReportFilter) => void };

/** Narrows the list by text, status and make; the choice stands in the address. */
export function ReportFilters({ filter, onFilter }: Props) {
  const [text, setText] = useState(filter.text ?? '');
  const isAsked = useEffectEvent((wanted: string | undefined) => wanted === filter.text);
  const ask = useEffectEvent((wanted: string | undefined) => onFilter({ ...filter, text: wanted }));
  const asked = useRef(filter.text);
  // What was asked for here comes back a moment later, when more may have been typed: only another's is taken over.
  useEffect(() => {
    if (asked.current !== filter.text) setText(filter.text ?? '');
    asked.current = filter.text;
  }, [filter.text]);
  useEffect(() => {
    const wanted = text.trim() || undefined;
    if (isAsked(wanted)) return;
    const timer = setTimeout(() => {
      asked.current = wanted;
      ask(wanted);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <search className="grid w-full grid-cols-2 gap-2 max-sm:order-1 sm:flex sm:w-auto">
      <label className="sr-only" htmlFor="filter-text">
        Search reports
      </label>
      <input
        id="filter-text"
        type="search"
        maxLength={100}
        autoComplete="off"
        placeholder="Name, VIN or lot"
        className={`${look} col-span-2 sm:w-52`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <label className="sr-only" htmlFor="filter-status">
        Status
      </label>
      <select
        id="filter-status"
        className={look}
        value={filter.archived === undefined ? (filter.status ?? '') : ARCHIVED}
        onChange={({ target: { value } }) =>
          onFilter(
            value === ARCHIVED
              ? { ...filter, status: undefined, archived: 'only' }
              : { ...filter, status: (value || undefined) as ReportFilter['status'], archived: undefined },
          )
        }
      >
        <option value="">Any status</option>
        {Object.entries(OUTCOME_WORDS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value={ARCHIVED}>Archived</option>
      </select>
      <label className="sr-only" htmlFor="filter-make">
        Make
      </label>
      <select
        id="filter-make"
        className={look}
        value={filter.make ?? ''}
        onChange={(event) => onFilter({ ...filter, make: event.target.value || undefined })}
      >
        <option value="">Any make</option>
        {Object.values(SUPPORTED_MAKES).map((make) => (
          <option key={make} value={make}>
            {make}
          </option>
        ))}
      </select>
    </search>
  );
}
