import { zodResolver } from '@hookform/resolvers/zod';
import { type BaseSyntheticEvent, useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldErrors, type FieldValues, get, type Path, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Refusal } from '#lib/forms/refusal.ts';
import { pointTo } from '#lib/words/forms.ts';
import { FROM_SERVER, fieldsOf } from './form-fields.ts';

type Rules<Values> = z.ZodMiniType<Values, Values>;

interface ContractFormOptions<Values extends FieldValues> {
  /** What each field takes, also by what is typed. The server checks all of it again (VALID-22). */
  rules: Rules<Values> | ((typed: Values) => Rules<Values>);
  /** The values that the server draws. */
  values: Values;
  /** Why the page refused the form when it was sent without a script. */
  refused?: Refusal | null;
  /** The form's name of a field of the call. */
  nameOf?: (field: string) => string;
  /** `onTouched` checks a field when the reader leaves it: for long forms. */
  mode?: 'onSubmit' | 'onTouched';
  /** Gets the focus after a refusal that names no field; absent: the focus stays. */
  refocus?: Path<Values>;
}

/** Sends a form. @returns why it was refused; nothing once it was taken */
type Send<Values> = (values: Values, pressed: HTMLElement | null) => Promise<Refusal | null | undefined>;

/**
 * The one way of an island's form. It begins with the values and marks that the server drew, checks by the rules, shows
 * what the server refuses at its field, and gives the focus to the first wrong field.
 */
export function useContractForm<Values extends FieldValues>({
  rules,
  values,
  refused,
  nameOf = (field) => field,
  mode = 'onSubmit',
  refocus,
}: ContractFormOptions<Values>) {
  /** By the form's names; a field that it does not have is told by the sentence alone. */
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
    // The first on the page, also among fields that only now are shown: see below.
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

  /** Handles the sending. @param onWrong gets the names of wrong fields, before the first of them has the focus */
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
    /** What is said above the fields, or above the button of a long form. */
    problem: said ?? (isSubmitted ? pointTo(messagesIn(errors)) : null),
    /** The server refused what was sent last. */
    isRefused: said !== undefined,
    isSending: isSubmitting,
    submit,
    refuse,
    /** What was refused no longer matters. */
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
