import { zodResolver } from '@hookform/resolvers/zod';
import { type BaseSyntheticEvent, useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldErrors, type FieldValues, get, type Path, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Refusal } from '#lib/forms/refusal.ts';
import { pointTo } from '#lib/words/forms.ts';
import { FROM_SERVER, fieldsOf } from './form-fields.ts';

type Rules<Values> = z.ZodMiniType<Values, Values>;

interface ContractFormOptions<Values extends FieldValues> {
  /** The rules of each field, which may depend on typed values. The server checks all of it again (VALID-22). */
  rules: Rules<Values> | ((typed: Values) => Rules<Values>);
  /** The values rendered by the server. */
  values: Values;
  /** Why the server refused the form when it was sent without a script. */
  refused?: Refusal | null;
  /** Maps a field of the call to the form’s name. */
  nameOf?: (field: string) => string;
  /** `onTouched` checks a field when the reader leaves it: for long forms. */
  mode?: 'onSubmit' | 'onTouched';
  /** Gets the focus after a refusal without fields; absent: the focus stays. */
  refocus?: Path<Values>;
}

/** Sends a form. @returns why it was refused; null or undefined on success */
type Send<Values> = (values: Values, pressed: HTMLElement | null) => Promise<Refusal | null | undefined>;

/**
 * The hook for every form of an island. It starts with the values and errors that the server rendered, checks the rules,
 * shows the server’s errors at their fields, and focuses the first wrong field.
 */
export function useContractForm<Values extends FieldValues>({
  rules,
  values,
  refused,
  nameOf = (field) => field,
  mode = 'onSubmit',
  refocus,
}: ContractFormOptions<Values>) {
  /** By the form’s names; an error of any other field appears only in the sentence. */
  const errorsOf = ({ problem, fields }: Refusal) => {
    const marked = Object.entries(fields).map(([field, message]) => [nameOf(field), message] as const);
    const all = [...marked.filter(([name]) => get(values, name) !== undefined), ['root', problem] as const];
    return all.map(([name, message]) => [name as Path<Values>, { type: FROM_SERVER, message }] as const);
  };
  const [drawn] = useState(() => refused && (Object.fromEntries(errorsOf(refused)) as FieldErrors<Values>));
  const form = useForm<Values>({
    resolver: (typed, context, options) =>
      zodResolver(typeof rules === 'function' ? rules(typed) : rules)(typed, context, options),
    defaultValues: values as DefaultValues<Values>,
    ...(drawn && { errors: drawn }),
    mode,
    // The first wrong field on the page is focused below, even among fields that are only shown now.
    shouldFocusError: false,
  });
  const { errors, isSubmitted, isSubmitting } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries === 0) return;
    const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid="true"]') ?? find(`[name="${refocus}"]`))?.focus();
  }, [tries, refocus]);
  const focusWrong = () => setTries((count) => count + 1);

  function refuse(refusal: Refusal): void {
    for (const [name, error] of errorsOf(refusal)) form.setError(name, error);
    focusWrong();
  }

  /** Some password managers fill in a field without an event. */
  function takeFilledIn(): void {
    for (const { name, type, value } of element.current?.querySelectorAll<HTMLInputElement>('input[name]') ?? []) {
      const known = form.getValues(name as Path<Values>);
      const isText = !['checkbox', 'radio', 'hidden'].includes(type) && typeof known === 'string';
      if (isText && known !== value) form.setValue(name as Path<Values>, value as never);
    }
  }

  /** Handles the submission. @param onWrong gets the names of wrong fields, before the first of them is focused */
  const submit = (send: Send<Values>, onWrong?: (names: string[]) => void) => async (event: BaseSyntheticEvent) => {
    event.preventDefault();
    if (isSubmitting) return;
    takeFilledIn();
    const { submitter = null } = event.nativeEvent as Partial<SubmitEvent>;
    let isWrong = false;
    await form.handleSubmit(
      async (typed) => {
        const refusal = await send(typed, submitter);
        if (!refusal) return;
        refuse(refusal);
        onWrong?.(Object.keys(refusal.fields).map(nameOf));
      },
      (wrong) => {
        isWrong = true;
        onWrong?.(Object.keys(messagesIn(wrong)));
      },
    )(event);
    if (isWrong) focusWrong();
  };
  const said = errors.root?.message;
  return {
    form,
    element,
    ...fieldsOf(form),
    /** The sentence above the fields, or above the button of a long form. */
    problem: said ?? (isSubmitted ? pointTo(messagesIn(errors)) : null),
    /** The server refused the last submission. */
    isRefused: said !== undefined,
    isSending: isSubmitting,
    submit,
    refuse,
    /** Clears the refusal. */
    forgive: () => form.clearErrors('root'),
    focusWrong,
  };
}

export type ContractForm<Values extends FieldValues> = ReturnType<typeof useContractForm<Values>>;

/** The messages of all fields by name: `guardian.cpf`. */
function messagesIn(errors: object, path = ''): Record<string, string> {
  const parts = Object.entries(errors).filter(([name]) => name !== 'root');
  return Object.assign(
    {},
    ...parts.map(([name, error]) =>
      typeof error.message === 'string' ? { [path + name]: error.message } : messagesIn(error, `${path}${name}.`),
    ),
  );
}
