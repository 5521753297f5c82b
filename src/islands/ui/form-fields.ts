import { type FieldError, type FieldValues, get, type Path, type UseFormReturn, useFormContext } from 'react-hook-form';

/** Marks the errors that the server gave a form. They go as soon as their field changes. */
export const FROM_SERVER = 'server';

/** What the fields of a form take. `defaultValue` and `defaultChecked` are what the server draws. */
export function fieldsOf<Values extends FieldValues>(form: UseFormReturn<Values>) {
  const { errors, defaultValues } = form.formState;
  const known = (name: Path<Values>): unknown => get(defaultValues, name);
  const register = (name: Path<Values>) =>
    form.register(name, {
      onChange: () => {
        if (form.getFieldState(name).error?.type === FROM_SERVER) form.clearErrors(name);
      },
    });
  const errorAt = (name: Path<Values>) => (get(errors, name) as FieldError | undefined)?.message;
  return {
    /** A text field or a list. */
    field: (name: Path<Values>) => ({
      ...register(name),
      defaultValue: String(known(name) ?? ''),
      error: errorAt(name),
    }),
    /** One radio button of several. */
    choice: (name: Path<Values>, value: string) => ({
      ...register(name),
      type: 'radio' as const,
      value,
      defaultChecked: known(name) === value,
    }),
    /** A box to tick. */
    box: (name: Path<Values>) => ({ ...register(name), defaultChecked: Boolean(known(name)), error: errorAt(name) }),
  };
}

/** The fields of the form around a component. */
export const useFormFields = <Values extends FieldValues>() => fieldsOf(useFormContext<Values>());
