type Props = { label: string; checked: boolean; onChange: (on: boolean) => void };

/** Chooses a row, or all; `label` is read, not seen. */
export const SelectBox = ({ label, checked, onChange }: Props) => (
  <label className="grid size-11 place-items-center">
    <span className="sr-only">{label}</span>
    <input
      type="checkbox"
      className="size-4.5 accent-signal"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  </label>
);
