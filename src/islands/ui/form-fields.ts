import { type FieldError, type FieldValues, get, type Path, type UseFormReturn, useFormContext } from 'react-hook-form';

/** The type of errors from the server. They disappear as soon as their field changes. */
export const FROM_SERVER = 'server';

/** The props of a form’s fields. `defaultValue` and `defaultChecked` are rendered by the server. */
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
    /** Props of a text field or a select. */
    field: (name: Path<Values>) => ({
      ...register(name),
      defaultValue: String(known(name) ?? ''),
      error: errorAt(name),
    }),
    /** Props of a radio button. */
    choice: (name: Path<Values>, value: string) => ({
      ...register(name),
      type: 'radio' as const,
      value,
      defaultChecked: known(name) === value,
    }),
    /** Props of a checkbox. */
    box: (name: Path<Values>) => ({ ...register(name), defaultChecked: Boolean(known(name)), error: errorAt(name) }),
  };
}

/** The field props of the form around a component. */
export const useFormFields = <Values extends FieldValues>() => fieldsOf(useFormContext<Values>());
