type Props<Value extends string> = {
  legend: string;
  /** What can be ticked, in its order, with its words. */
  words: Readonly<Record<Value, string>>;
  of: readonly Value[];
  chosen: readonly Value[];
  onChoose: (chosen: readonly Value[]) => void;
};

/** Any number of a few things, each ticked; what is chosen keeps their order. */
export const CheckList = <Value extends string>({ legend, words, of, chosen, onChoose }: Props<Value>) => (
  <fieldset className="grid gap-1 text-sm">
    <legend className="mb-1 font-medium">{legend}</legend>
    {of.map((value) => (
      <label key={value} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={chosen.includes(value)}
          onChange={({ target: { checked } }) =>
            onChoose(of.filter((one) => (one === value ? checked : chosen.includes(one))))
          }
        />
        {words[value]}
      </label>
    ))}
  </fieldset>
);
