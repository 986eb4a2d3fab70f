import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form';

/**
 * A form checked by a schema when it is sent. The schema, and its library, come with `load`: on the first touch, not
 * with the page. One sentence is told at a time: the first in the schema's order.
 */
export function useSchemaForm<Values extends FieldValues, Checked>(
  load: () => Promise<Resolver<Values, unknown, Checked>>,
  defaultValues: DefaultValues<NoInfer<Values>>,
) {
  const { register, handleSubmit, getValues, setValue, reset, formState } = useForm<Values, unknown, Checked>(
    {
      defaultValues,
      reValidateMode: 'onSubmit',
      resolver: async (...input) => (await load())(...input),
    },
  );
  const { errors, isSubmitting } = formState;
  const [first] = Object.values(errors);
  // A rule of the screen speaks for itself; what the contract finds reads as the server would say it (docs/product.md).
  const said = typeof first?.message === 'string' ? first.message : null;
  const fault = said === null || first?.type === 'custom' ? said : `Validation failed: ${said}`;
  return {
    /** What an input of that name needs. */
    field: <Name extends Path<Values>>(name: Name) => ({
      ...register(name),
      'aria-invalid': errors[name] ? true : undefined,
      onFocus: () => void load(),
    }),
    /** What is wrong with the input of that name, where each speaks for itself. */
    faultOf: (name: Path<Values>): string | undefined => {
      const message = errors[name]?.message;
      return typeof message === 'string' ? message : undefined;
    },
    submit: (action: (checked: Checked) => Promise<void>) => handleSubmit(action),
    fault,
    busy: isSubmitting,
    getValues,
    /** Sets what an input of that name holds. */
    choose: setValue,
    reset,
  };
}
