import type { ComponentProps } from 'react';
import { US_STATES } from '../../contract/us-states.ts';
import { SUPPORTED_MAKES } from '../../contract/vehicles/makes.ts';
import { Field } from '../ui/form/field.tsx';

/** What a retailer says about itself, as it is typed. */
export type TypedProfile = {
  company: string;
  contact_name: string;
  phone: string;
  website: string;
  states: string[];
  makes: string[];
};
type Name = keyof TypedProfile;
/** What the fields need of a form that has at least these. */
type ProfileForm = {
  field(name: Name): ComponentProps<'input'>;
  faultOf(name: Name): string | undefined;
  choose(name: 'states' | 'makes', values: string[]): void;
};

/** The fields of a profile, in a form of `useSchemaForm`. */
export function ProfileFields({ field, faultOf, choose }: ProfileForm) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Company" autoComplete="organization" fault={faultOf('company')} {...field('company')} />
        <Field
          label="Contact"
          autoComplete="name"
          fault={faultOf('contact_name')}
          {...field('contact_name')}
        />
        <Field
          label="Phone (optional)"
          type="tel"
          autoComplete="tel"
          fault={faultOf('phone')}
          {...field('phone')}
        />
        <Field
          label="Website (optional)"
          type="url"
          placeholder="https://"
          autoComplete="url"
          fault={faultOf('website')}
          {...field('website')}
        />
      </div>
      <Choices
        legend="Makes you sell parts for"
        of={SUPPORTED_MAKES}
        fault={faultOf('makes')}
        input={field('makes')}
        onAll={(values) => choose('makes', values)}
        columns="grid-cols-2 sm:grid-cols-4"
      />
      <Choices
        legend="States you ship to"
        of={US_STATES}
        fault={faultOf('states')}
        input={field('states')}
        onAll={(values) => choose('states', values)}
        columns="grid-cols-1 min-[24rem]:grid-cols-2 sm:grid-cols-4"
      />
    </>
  );
}

type ChoicesProps = {
  legend: string;
  of: Readonly<Record<string, string>>;
  fault: string | undefined;
  input: ComponentProps<'input'>;
  onAll: (values: string[]) => void;
  columns: string;
};

/** Many things to tick, all or none of them by one press. */
function Choices({ legend, of, fault, input, onAll, columns }: ChoicesProps) {
  const press = 'inline-flex min-h-8 items-center underline hover:text-ink pointer-coarse:min-h-11';
  return (
    <fieldset className="grid min-w-0 gap-1 text-sm">
      <legend className="mb-1 font-medium">{legend}</legend>
      <p className="flex gap-4 text-muted">
        <button
          type="button"
          className={press}
          aria-label={`All ${legend.toLowerCase()}`}
          onClick={() => onAll(Object.keys(of))}
        >
          All
        </button>
        <button
          type="button"
          className={press}
          aria-label={`None of the ${legend.toLowerCase()}`}
          onClick={() => onAll([])}
        >
          None
        </button>
      </p>
      <div className={`grid gap-x-4 ${columns}`}>
        {Object.entries(of).map(([value, name]) => (
          <label key={value} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
            <input type="checkbox" {...input} value={value} />
            {name}
          </label>
        ))}
      </div>
      {fault === undefined ? null : <p className="text-fail">{fault}</p>}
    </fieldset>
  );
}
