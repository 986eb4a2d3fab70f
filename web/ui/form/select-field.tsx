import { clsx } from 'clsx';
import { type ComponentProps, useId } from 'react';
import { inputLook } from './field.tsx';

type Props = Omit<ComponentProps<'select'>, 'children'> & {
  label: string;
  /** Values with their words, in order. */
  of: Readonly<Record<string, string>>;
};

/** A labelled choice. */
export function SelectField({ label, of, className, ...rest }: Props) {
  const id = useId();
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select id={id} className={inputLook} {...rest}>
        {Object.entries(of).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
