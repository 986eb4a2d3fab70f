import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ConfirmQuestion } from '../../../contract/report-view/confirm-questions.ts';
import type { PartEdit } from '../../../contract/report-view/grounds/part-answers.ts';
import type { CarPart, Position, Side } from '../../../contract/schemas/part.ts';
import type { ReportPhoto } from '../../../contract/schemas/report.ts';
import { readCarParts } from '../../api/reports/one-report.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { inputLook } from '../../ui/form/field.tsx';
import { useOwnReport } from '../editing/line-editing.tsx';
import type { DrawnBox } from '../photos/photo-stage.tsx';

type Props = {
  photo: ReportPhoto | null;
  /** As drawn on the photo; null: none is. */
  box: DrawnBox | null;
  /** What the pass asks at the moment: named first. */
  asked: ConfirmQuestion | null;
  onSave: (name: string, part: PartEdit) => void;
  onCancel: () => void;
};

/** Names a damaged part of the car and, where one drew it, where on the photo it is. */
export function AddDamage({ photo, box, asked, onSave, onCancel }: Props) {
  const reportId = useOwnReport() ?? '';
  const { data: parts, error } = useQuery({
    queryKey: ['car-parts', reportId],
    queryFn: () => readCarParts(reportId),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const first = asked?.place.name === null ? asked.place.category : '';
  const [category, setCategory] = useState(first);
  const part = parts?.find((one) => one.category === category);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (part === undefined) return;
    const data = new FormData(event.currentTarget);
    const place = {
      category: part.category,
      name: null,
      side: part.sided ? (String(data.get('side')) as Side) : ('none' as const),
      position: part.position === 'either' ? (String(data.get('end')) as Position) : part.position,
    };
    onSave(part.name, {
      kind: 'part',
      place,
      answer: 'damaged',
      ...(photo ? { photo: photo.number } : {}),
      ...(photo && box ? { box } : {}),
    });
  };
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <h2 className="text-xl font-semibold">Add damage</h2>
      {photo === null ? null : (
        <p className="text-sm text-muted">
          {box
            ? `Marked on photo ${photo.number}`
            : `Drag over the damage on photo ${photo.number}, or save without a box.`}
        </p>
      )}
      {error ? <p role="alert">{error.message}</p> : null}
      {parts === undefined ? (
        error ? null : (
          <p className="flex items-center gap-2 text-muted">
            <Spinner /> Loading the parts
          </p>
        )
      ) : (
        <>
          <Choice label="Part" name="part" value={category} onChange={setCategory} startsHere>
            <option value="">Choose a part</option>
            {[...Map.groupBy(parts, ({ section }) => section)].map(([section, some]) => (
              <optgroup key={section} label={spoken(section)}>
                {some.map((one) => (
                  <option key={one.category} value={one.category}>
                    {one.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </Choice>
          <div className="grid grid-cols-2 gap-3">
            {part?.sided ? (
              <Choice label="Side of the car" name="side">
                <option value="unknown">To confirm</option>
                <option value="left">Left</option>
                <option value="right">Right</option>
              </Choice>
            ) : null}
            {part?.position === 'either' ? <EndChoice asked={asked} part={part} /> : null}
          </div>
        </>
      )}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={part === undefined}>
          Save as damaged
        </Button>
      </div>
    </form>
  );
}

const spoken = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');

const EndChoice = ({ asked, part }: { asked: ConfirmQuestion | null; part: CarPart }) => (
  <Choice label="End of the car" name="end">
    {(asked?.place.category === part.category && asked.place.position === 'rear'
      ? (['rear', 'front'] as const)
      : (['front', 'rear'] as const)
    ).map((end) => (
      <option key={end} value={end}>
        {spoken(end)}
      </option>
    ))}
  </Choice>
);

type ChoiceProps = {
  label: string;
  name: string;
  value?: string;
  onChange?: (value: string) => void;
  startsHere?: boolean;
  children: ReactNode;
};

function Choice({ label, name, value, onChange, startsHere = false, children }: ChoiceProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (startsHere) select.current?.focus();
  }, [startsHere]);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        ref={select}
        id={id}
        name={name}
        className={inputLook}
        {...(value === undefined ? {} : { value })}
        onChange={(event) => onChange?.(event.target.value)}
      >
        {children}
      </select>
    </div>
  );
}
