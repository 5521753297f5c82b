import { useEffect, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { FieldAttributes } from '#lib/contract/fields.schema.ts';
import type { Refusal } from '#lib/forms/refusal.ts';
import { required } from '#lib/words/validation.ts';
import { Button } from '../ui/Button.tsx';
import { CheckBox } from '../ui/CheckBox.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field as TextField } from '../ui/Field.tsx';
import { describeControl, FieldFrame } from '../ui/FieldFrame.tsx';
import { FormError } from '../ui/FormError.tsx';
import { Select } from '../ui/Select.tsx';
import { type ContractForm, useContractForm } from '../ui/use-contract-form.ts';
import type { Field, FormContext, FormOf, Values } from './describe.ts';

type Typed = Record<string, string | boolean>;

interface FormDialogProps<Row, Facts> {
  title: string;
  // biome-ignore lint/suspicious/noExplicitAny: each form knows what it asks
  form: FormOf<Row, Facts, any>;
  context: Omit<FormContext<Row, Facts | null, never>, 'known'>;
  /** What the operation says of its fields. */
  fields: Readonly<Record<string, FieldAttributes>>;
  /** @returns why it was refused; null once it is done */
  onSend: (values: Values) => Promise<Refusal | null>;
  onClose: () => void;
}

const PAUSE_MS = 180;

/** A form by its description, on top of the page. What was typed stays when it is refused; each error stands at its field. */
export function FormDialog<Row, Facts>({
  title,
  form: of,
  context,
  fields,
  onSend,
  onClose,
}: FormDialogProps<Row, Facts>) {
  const [known, setKnown] = useState<unknown>(null);
  const whole = { ...context, known } as FormContext<Row, Facts, never>;
  const shown = typeof of.fields === 'function' ? of.fields(whole) : of.fields;
  const [values] = useState<Typed>(() => of.begin?.(whole) ?? {});
  const latest = useRef(shown);
  latest.current = shown;
  const contract = useContractForm<Typed>({
    rules: () => rulesOf(latest.current),
    values: Object.fromEntries(
      shown.map((field) => [field.name, values[field.name] ?? (field.kind === 'box' ? false : '')]),
    ),
  });
  const { form, element, problem, isSending, submit } = contract;
  const { ask } = of;
  const watched = ask?.watch ? JSON.stringify(form.watch([...ask.watch])) : '';
  const isFirst = useRef(true);
  const send = typeof of.send === 'function' ? of.send(whole) : of.send;

  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks again only when a watched field changes
  useEffect(() => {
    if (!ask) return;
    let isCurrent = true;
    const load = () =>
      void ask.load(context.rows, form.getValues()).then(
        (found) => isCurrent && setKnown(found),
        () => isCurrent && setKnown({}),
      );
    const timer = setTimeout(load, isFirst.current ? 0 : PAUSE_MS);
    isFirst.current = false;
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [watched]);
  // What was found out may say what a field begins with. What is no longer among the options is not chosen either.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `begin` is asked once for each thing that is known
  useEffect(() => {
    if (known === null) return;
    const begin: Values = of.begin?.(whole) ?? {};
    for (const { name, options } of shown) {
      const isOffered = options?.some(({ value }) => value === form.getValues(name)) ?? true;
      if (!isOffered) form.resetField(name, { defaultValue: begin[name] ?? '' });
      else if (name in begin && !form.getFieldState(name).isDirty) form.setValue(name, begin[name] ?? '');
    }
  }, [known]);

  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form ref={element} noValidate className="grid gap-4" onSubmit={submit(onSend)}>
        <FormError message={problem} />
        <div className="kit-fields">
          {shown.map((field, place) => (
            <Control key={field.name} {...{ field, contract }} known={fields[field.name]} isFirst={place === 0} />
          ))}
        </div>
        {of.note?.(whole)}
        {send && (
          <Button type="submit" isWide isPending={isSending || Boolean(ask && known === null)}>
            {send}
          </Button>
        )}
      </form>
    </Dialog>
  );
}

/** The server checks all of it again: here only what may not stay empty. */
const rulesOf = (fields: readonly Field[]) =>
  z.object(
    Object.fromEntries(
      fields.map(({ name, kind, isRequired }) => [
        name,
        kind === 'box'
          ? isRequired
            ? z.boolean().check(z.refine((isTicked) => isTicked, required))
            : z.boolean()
          : isRequired
            ? z.string().check(z.trim(), z.minLength(1, required))
            : z.string(),
      ]),
    ),
  ) as unknown as z.ZodMiniType<Typed, Typed>;

const kinds: Readonly<Record<string, object>> = {
  day: { type: 'date' },
  time: { type: 'time' },
  password: { type: 'password', autoComplete: 'current-password' },
  code: { autoComplete: 'one-time-code', autoCapitalize: 'characters', spellCheck: false },
};

interface ControlProps {
  field: Field;
  contract: ContractForm<Typed>;
  known: FieldAttributes | undefined;
  isFirst: boolean;
}

function Control({ field, contract, known, isFirst }: ControlProps) {
  const { name, kind = known?.type === 'date' ? 'day' : 'text', hint, isRequired = false, options = [] } = field;
  const label = field.label ?? known?.label ?? name;
  const className = field.isWide || kind === 'area' || kind === 'radios' || kind === 'box' ? 'wide' : '';
  const focus = isFirst && { 'data-autofocus': '' };
  const { error, ...input } = contract.field(name);
  const frame = { label, className, isOptional: !isRequired, ...(hint && { hint }), ...(error && { error }) };
  const limits = {
    maxLength: known?.maxlength,
    ...(known?.inputmode && { inputMode: known.inputmode }),
    autoComplete: known?.autocomplete ?? 'off',
    ...(known?.type === 'email' && { type: 'email' }),
  };
  switch (kind) {
    case 'choice':
      return <Select {...frame} {...input} {...focus} isOptional={false} options={options} />;
    case 'search':
      return (
        <TextField
          {...frame}
          {...limits}
          {...input}
          {...focus}
          isOptional={false}
          required={false}
          // It finds by itself: Enter would send what is chosen below.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      );
    case 'area':
      return <Area {...{ name, input: { ...input, ...focus, maxLength: known?.maxlength }, frame }} />;
    case 'radios':
      return <Radios {...{ contract, name, label, options, error }} />;
    case 'box':
      return (
        <div className="wide">
          <CheckBox {...contract.box(name)} required={isRequired}>
            {label}
          </CheckBox>
        </div>
      );
    default:
      return <TextField {...frame} {...limits} {...input} {...focus} {...kinds[kind]} required={isRequired} />;
  }
}

function Area({ name, input, frame }: { name: string; input: object; frame: { label: string; error?: string } }) {
  const id = useId();
  return (
    <FieldFrame id={id} {...frame}>
      <textarea name={name} className="text-area" rows={3} {...input} {...describeControl(id, frame)} />
    </FieldFrame>
  );
}

interface RadiosProps extends Pick<Field, 'name' | 'options'> {
  contract: ContractForm<Typed>;
  label: string;
  error: string | undefined;
}

function Radios({ contract, name, label, options = [], error }: RadiosProps) {
  const id = useId();
  return (
    <fieldset className="wide" aria-describedby={error && id}>
      <legend className="field-label">{label}</legend>
      {options.map(({ value, label: own, note }) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input {...contract.choice(name, value)} />
          <span className="min-w-0">
            {own}
            {note && <span className="text-muted block text-sm">{note}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={id} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
