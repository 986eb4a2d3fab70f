import { type FormEvent, useState } from 'react';
import { hasSide, sideEdits } from '../../../contract/report-view/grounds/part-answers.ts';
import { AREA_TITLES, OPERATIONS } from '../../../contract/report-view/words/line-words.ts';
import type { AddedLine, LineEdit, LineFigures } from '../../../contract/schemas/edit-report.ts';
import {
  type EstimateLine,
  LABOUR_TYPES,
  PART_TYPES,
  type Section,
} from '../../../contract/schemas/estimate.ts';
import { SIDES } from '../../../contract/schemas/part.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { Field, inputLook } from '../../ui/form/field.tsx';
import { oneOf } from '../../ui/form/one-of.ts';
import { typedNumber } from '../../ui/form/typed-number.ts';
import type { LineEditing } from './line-editing.tsx';

const NUMBERS = {
  quantity: { label: 'Quantity', max: 99 },
  part_price: { label: 'Price of one part, $', max: 1_000_000 },
  labour_hours: { label: 'Labor hours', max: 500 },
  refinish_hours: { label: 'Refinish hours', max: 500 },
  sublet: { label: 'Sublet, $', max: 1_000_000 },
  probability: { label: 'Chance it is needed, %', max: 100 },
} as const;
type NumberName = keyof typeof NUMBERS;
const MONEY: ReadonlySet<NumberName> = new Set(['part_price', 'sublet']);
const NUMBER_NAMES = Object.keys(NUMBERS) as NumberName[];

type Props = {
  /** The line to change; null adds one. */
  line: EstimateLine | null;
  /** What a line to add may be called. */
  suggested?: string;
  editing: LineEditing;
  onClose: () => void;
};

/** The user's own figures for a line: only what was changed is sent, the rest stays as estimated. */
export function EditLineDialog({ line, suggested = '', editing, onClose }: Props) {
  const [fault, setFault] = useState<string | null>(null);
  const given = line === null ? { quantity: 1, probability: 100 } : figuresOf(line);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const read = readFigures(data, given);
    if (typeof read === 'string') return setFault(read);
    const operation = String(data.get('operation')) as EstimateLine['operation'];
    const name = String(data.get('name') ?? '').trim();
    if (name === '') return setFault('Please name the line.');
    const reason = String(data.get('own_reason') ?? '').trim();
    const figures =
      reason === (line?.own_reason ?? '') || reason === '' ? read : { ...read, own_reason: reason };
    const edits: LineEdit[] =
      line === null
        ? [{ kind: 'add', line: added(figures, data, name, operation) }]
        : changes(line, data, {
            ...figures,
            ...namesOf(data, line, name),
            ...(operation === line.operation ? {} : { operation }),
          });
    if (edits.length === 0 || (await editing.edit(edits))) onClose();
  };
  const changes = (of: EstimateLine, data: FormData, figures: LineFigures): LineEdit[] => {
    const side = oneOf(SIDES, data.get('side'));
    const moved = side !== undefined && side !== of.side;
    const set = moved && of.block === 'user' ? { ...figures, side } : figures;
    return [
      ...(Object.keys(set).length > 0 ? [{ kind: 'change' as const, line_id: of.id, set }] : []),
      // Which piece of a pair it is moves its neighbors: that is said of the part, not of the line.
      ...(moved && hasSide(of) && (side === 'left' || side === 'right')
        ? sideEdits(of, side, editing.evidence)
        : []),
    ];
  };

  return (
    <Dialog title={line === null ? 'Add a line' : `Change: ${line.name}`} onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field
          label="Name"
          name="name"
          maxLength={120}
          autoComplete="off"
          defaultValue={line?.name ?? suggested}
        />
        {line === null ? <SectionChoice /> : null}
        {line === null || line.block === 'user' ? (
          <Choice label="Side of the car" name="side" of={OWN_SIDES} given={line?.side ?? 'none'} />
        ) : hasSide(line) ? (
          <Choice
            label="Side of the car"
            name="side"
            of={line.side === 'unknown' ? OPEN_SIDES : OFFERED_SIDES}
            given={line.side}
            hint="The opposite side then counts as undamaged."
          />
        ) : null}
        <Choice label="Operation" name="operation" of={OPERATIONS} given={line?.operation ?? 'replace'} />
        {line?.part_price ? (
          <Choice
            label="Part type"
            name="part_type"
            of={OFFERED_TYPES}
            given={line.part_type}
            hint="The price stays as it is unless you change it."
          />
        ) : null}
        {line?.labour ? (
          <Choice label="Labor type" name="labour_type" of={LABOUR_NAMES} given={line.labour.type} />
        ) : null}
        <div className="grid grid-cols-2 items-end gap-4">
          {NUMBER_NAMES.map((name) => (
            <Field
              key={name}
              label={NUMBERS[name].label}
              name={name}
              inputMode="decimal"
              autoComplete="off"
              defaultValue={shownNumber(name, given[name])}
            />
          ))}
        </div>
        <Field
          label="Reason (optional)"
          name="own_reason"
          hint="Shown with the line, in the claim file, and to whoever you share the report with."
          maxLength={200}
          autoComplete="off"
          defaultValue={line?.own_reason ?? ''}
        />
        {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={editing.busy}>
            {line === null ? 'Add line' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** As it is written: sums of money with their cents, where they have some. */
const shownNumber = (name: NumberName, value: number | undefined): string =>
  value === undefined ? '' : MONEY.has(name) && !Number.isInteger(value) ? value.toFixed(2) : String(value);

const spoken = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1).replaceAll('_', ' ');
const named = (words: readonly string[]): Record<string, string> =>
  Object.fromEntries(words.map((word) => [word, spoken(word)]));

const OFFERED_TYPES = {
  oem: 'OEM, new',
  aftermarket: 'Aftermarket',
  recycled: 'Recycled',
  reconditioned: 'Reconditioned',
};
const OFFERED_SIDES = { left: 'Left', right: 'Right' };
const OPEN_SIDES = { unknown: 'To confirm', ...OFFERED_SIDES };
const OWN_SIDES = { none: 'None', ...OFFERED_SIDES };
const LABOUR_NAMES = named(LABOUR_TYPES);

const SectionChoice = () => <Choice label="Section" name="section" of={AREA_TITLES} given="front_bumper" />;

type ChoiceProps = {
  label: string;
  name: string;
  of: Readonly<Record<string, string>>;
  given: string;
  hint?: string;
};

const Choice = ({ label, name, of, given, hint }: ChoiceProps) => (
  <div className="grid gap-1.5">
    <label htmlFor={`line-${name}`} className="text-sm font-medium">
      {label}
    </label>
    <select id={`line-${name}`} name={name} className={inputLook} defaultValue={given}>
      {Object.entries(of).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
    {hint === undefined ? null : <p className="text-sm text-muted">{hint}</p>}
  </div>
);

/** Name and types that differ from the line's. */
function namesOf(data: FormData, line: EstimateLine, name: string): LineFigures {
  const part = oneOf(PART_TYPES, data.get('part_type'));
  const labour = oneOf(LABOUR_TYPES, data.get('labour_type'));
  return {
    ...(name === line.name ? {} : { name }),
    ...(part === undefined || part === line.part_type ? {} : { part_type: part }),
    ...(labour === undefined || labour === line.labour?.type ? {} : { labour_type: labour }),
  };
}

type Given = Partial<Record<NumberName, number>>;

const hundredths = (value: number): number => Math.round(value * 100) / 100;

function figuresOf(line: EstimateLine): Given {
  const { part_price: price, labour, refinish, sublet } = line;
  return {
    quantity: hundredths(line.quantity),
    probability: Math.round(line.probability * 100),
    ...(price ? { part_price: hundredths(price.likely) } : {}),
    ...(labour ? { labour_hours: hundredths(labour.hours.likely) } : {}),
    ...(refinish ? { refinish_hours: hundredths(refinish.hours) } : {}),
    ...(sublet ? { sublet: hundredths(sublet.likely) } : {}),
  };
}

/** The figures that differ from those given, or the sentence that says what is wrong. */
function readFigures(data: FormData, given: Given): LineFigures | string {
  const set: LineFigures = {};
  for (const name of NUMBER_NAMES) {
    const text = String(data.get(name) ?? '').trim();
    if (text === '') continue;
    const value = typedNumber(text);
    const { label, max } = NUMBERS[name];
    if (!(value >= 0 && value <= max))
      return `${label}: please enter a number from 0 to ${max.toLocaleString('en-US')}, such as 1,234.50.`;
    if (name === 'quantity' && value === 0) return 'Quantity: leave the line out instead of counting none.';
    const rounded = hundredths(value);
    if (rounded === given[name]) continue;
    set[name] = name === 'probability' ? Math.round(rounded * 100) / 10_000 : rounded;
  }
  return set;
}

const added = (
  figures: LineFigures,
  data: FormData,
  name: string,
  operation: EstimateLine['operation'],
): AddedLine => ({
  ...figures,
  name,
  operation,
  section: String(data.get('section')) as Section,
  side: oneOf(SIDES, data.get('side')) ?? 'none',
  position: 'none',
});
