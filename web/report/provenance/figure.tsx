import { clsx } from 'clsx';
import type { Sentence } from '../../../contract/report-view/words/sentence.ts';
import { cutAtNumbers } from './provenance-words.ts';

type Props = {
  /** Key of `provenanceOf`. */
  of: string;
  children: string;
  className?: string;
  /** Left out of the order of the keys: the same figure stands where the keyboard comes by. */
  unreached?: boolean;
};

/** A number that answers where it comes from; the report's one listener opens the answer. */
export const Figure = ({ of, children, className, unreached = false }: Props) => (
  <button
    type="button"
    data-where={of}
    tabIndex={unreached ? -1 : undefined}
    aria-haspopup="dialog"
    aria-label={`${children}: where does this come from?`}
    className={clsx(
      'rounded-xs underline decoration-transparent decoration-1 underline-offset-4 hover:decoration-signal focus-visible:decoration-signal',
      className ?? 'inline-block min-h-6 min-w-6 [text-align:inherit]',
    )}
  >
    {children}
  </button>
);

/** Marks that no line may break from the number beside them: buttons would let it. */
const OPENING = /\($/;
const CLOSING = /^[).,;:]+/;

/** A stored sentence whose dollars, percents and hours all answer by one key. */
export const Told = ({ of, children }: { of: string; children: string }) =>
  cutAtNumbers(children).map(({ text, is_number, at }, nth, all) => {
    if (!is_number)
      return (nth > 0 ? text.replace(CLOSING, '') : text).replace(all[nth + 1] ? OPENING : '', '');
    return (
      <span key={at} className="whitespace-nowrap">
        {OPENING.exec(all[nth - 1]?.text ?? '')?.[0]}
        <Figure of={of} className="inline">
          {text}
        </Figure>
        {CLOSING.exec(all[nth + 1]?.text ?? '')?.[0]}
      </span>
    );
  });

type SaidProps = {
  /** Key of the figures in a sentence that was stored as one (schema_version 1). */
  stored: string;
  children: Sentence;
  /** As of a figure. */
  unreached?: boolean;
};

/** A sentence whose figures answer where they come from, each by its own key. */
export function Said({ stored, children: sentence, unreached = false }: SaidProps) {
  const [only] = sentence;
  if (sentence.length === 1 && typeof only === 'string') return <Told of={stored}>{only}</Told>;
  return sentence.map((piece) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      <Figure
        key={`${piece.figure} ${piece.text}`}
        of={piece.figure}
        unreached={unreached}
        className="inline"
      >
        {piece.text}
      </Figure>
    ),
  );
}
