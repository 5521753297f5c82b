import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { FieldAttributes } from '#lib/contract/fields.schema.ts';
import { centavosOf } from '#lib/format/reais.ts';
import type { Refusal } from '#lib/forms/refusal.ts';
import { storedFormWords } from '#lib/words/forms.ts';
import { kitWords } from '#lib/words/panel-kit.ts';
import { required } from '#lib/words/validation.ts';
import { Button } from '../ui/Button.tsx';
import { CheckBox } from '../ui/CheckBox.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field as TextField } from '../ui/Field.tsx';
import { describeControl, FieldFrame, type FieldText } from '../ui/FieldFrame.tsx';
import { FileInput } from '../ui/FileInput.tsx';
import { FormError } from '../ui/FormError.tsx';
import { Select } from '../ui/Select.tsx';
import { type ContractForm, useContractForm } from '../ui/use-contract-form.ts';
import type { Field, FormContext, FormOf, Option, TypedContext, Values } from './describe.ts';
import { draw } from './draw.tsx';
import { HoursField } from './HoursField.tsx';
import { PickField } from './PickField.tsx';
import { kindOf, sentOf } from './sent.ts';
import { useLoad } from './use-load.ts';
import { shownOf, typedOf, useReturned } from './use-returned.ts';
import { Failed } from './ViewState.tsx';

type Typed = Record<string, string | boolean>;

interface FormDialogProps<Row, Facts> {
  /** The name under which typed values are stored when the session ends; absent: they are not stored. */
  name?: string;
  title: string;
  // biome-ignore lint/suspicious/noExplicitAny: each form knows the type of its loaded data
  form: FormOf<Row, Facts, any>;
  context: Omit<FormContext<Row, Facts | null, never>, 'known'>;
  /** The attributes of its fields, from the operation’s schema. */
  fields: Readonly<Record<string, FieldAttributes>>;
  /** @returns why it was refused; null on success */
  onSend: (values: Values) => Promise<Refusal | null>;
  onClose: () => void;
}

/**
 * A form by its description, on top of the page. Typed values stay when it is refused; each error is shown at its field.
 */
export function FormDialog<Row, Facts>({
  name,
  title,
  form: of,
  context,
  fields,
  onSend,
  onClose,
}: FormDialogProps<Row, Facts>) {
  const [known, setKnown] = useState<unknown>(null);
  const whole = { ...context, known } as FormContext<Row, Facts, never>;
  const shown = (typeof of.fields === 'function' ? of.fields(whole) : of.fields) ?? [];
  const emptyOf = ({ kind }: Field) => (kind === 'box' ? false : '');
  /** The initial value of each field: an equal value was not typed. */
  const begun = useRef<Typed>(null);
  begun.current ??= { ...Object.fromEntries(shown.map((field) => [field.name, emptyOf(field)])), ...of.begin?.(whole) };
  const latest = useRef(shown);
  latest.current = shown;
  const contract = useContractForm<Typed>({
    rules: () => rulesOf(latest.current),
    values: begun.current,
    // An error of a part belongs to the whole field: `horarios.0.fim`.
    nameOf: (field) => field.split('.')[0] ?? field,
  });
  const { form, element, problem, isSending, submit } = contract;
  const { ask } = of;
  const watched = () => (ask?.watch ? JSON.stringify(form.getValues([...ask.watch])) : '');
  const { state, fill, again } = useLoad(ask && (() => ask.load(context.rows, form.getValues())), watched(), setKnown);
  const { isBack, forget } = useReturned({
    ...{ name, known },
    read: () => typedOf(latest.current, form.getValues(), begun.current ?? {}),
    write: (values) => {
      const { shown: own, rest } = shownOf(latest.current, values);
      for (const [field, value] of Object.entries(own)) form.setValue(field, value);
      return rest;
    },
  });
  const typed = { ...whole, values: form.watch() } as TypedContext<Row, Facts, never>;
  const note = typeof of.note === 'function' ? of.note(typed) : of.note;
  const send = typeof of.send === 'function' ? of.send(typed) : (of.send ?? title);

  // The loaded data may provide initial values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `begin` runs once for each loaded value
  useEffect(() => {
    if (known === null || !of.begin) return;
    const next = of.begin(whole);
    fillUntyped(form, begun.current ?? {}, next);
    begun.current = { ...begun.current, ...next };
    fill(watched());
  }, [known]);

  const sendTyped = async (submitted: Typed) => {
    const refusal = await onSend(sentOf(submitted, shown, fields));
    if (!refusal) forget();
    if (refusal && !isOf(shown, refusal)) again();
    return refusal;
  };

  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form
        ref={element}
        noValidate
        className="grid gap-4"
        onSubmit={send === null || state !== 'known' ? stay : submit(sendTyped)}
      >
        <FormError message={problem} />
        {isBack && (
          <p role="status" className="notice tone-info">
            {storedFormWords.ended}
          </p>
        )}
        <div className="kit-fields">
          {shown.map((field, place) => (
            <Control key={field.name} {...{ field, contract }} known={fields[field.name]} isFirst={place === 0} />
          ))}
        </div>
        {typeof note === 'string' ? draw.about(note) : note}
        {state === 'failed' && <Failed retry={again} />}
        {send && state !== 'failed' && (
          <Button type="submit" isWide isPending={isSending || state === 'busy'} {...(shown.length === 0 && focused)}>
            {send}
          </Button>
        )}
      </form>
    </Dialog>
  );
}

const focused = { 'data-autofocus': '' };

/** Updates fields without typed values. In the focused field typing replaces the value instead of appending to it. */
function fillUntyped(form: ContractForm<Typed>['form'], begun: Typed, next: Typed): void {
  const active = document.activeElement;
  for (const [name, value] of Object.entries(next)) {
    if (form.getValues(name) !== begun[name]) continue;
    form.setValue(name, value);
    if (active instanceof HTMLInputElement && active.name === name) active.select();
  }
}

/** Whether a refusal is about a field of the form; otherwise something else changed meanwhile. */
const isOf = (shown: readonly Field[], { fields }: Refusal): boolean =>
  Object.keys(fields).some((wrong) => shown.some(({ name }) => name === wrong.split('.')[0]));

/** Prevents submitting a form that has nothing to send, or is still loading, also on Enter. */
const stay = (event: FormEvent) => event.preventDefault();

/** The server checks all of it again: here only required fields and amounts. */
const rulesOf = (fields: readonly Field[]) =>
  z.object(Object.fromEntries(fields.map((field) => [field.name, ruleOf(field)]))) as unknown as z.ZodMiniType<
    Typed,
    Typed
  >;

function ruleOf({ kind, isRequired, read = centavosOf }: Field) {
  if (kind === 'box') {
    return isRequired ? z.boolean().check(z.refine((isTicked) => isTicked, required)) : z.boolean();
  }
  const text = isRequired ? z.string().check(z.trim(), z.minLength(1, required)) : z.string();
  const isAmount = z.refine<string>((each) => each === '' || read(each) !== null, kitWords.noAmount);
  return kind === 'money' ? text.check(isAmount) : text;
}

const kinds: Readonly<Record<string, object>> = {
  day: { type: 'date' },
  time: { type: 'time' },
  money: { inputMode: 'decimal' },
  whole: { inputMode: 'numeric' },
  password: { type: 'password', autoComplete: 'current-password' },
  // A key of another service.
  secret: { type: 'password', autoComplete: 'new-password', spellCheck: false },
  code: { autoComplete: 'one-time-code', autoCapitalize: 'characters', spellCheck: false },
};

interface ControlProps {
  field: Field;
  contract: ContractForm<Typed>;
  known: FieldAttributes | undefined;
  isFirst: boolean;
}

function Control({ field, contract, known, isFirst }: ControlProps) {
  const { name, hint, isRequired = false, min, max } = field;
  const kind = kindOf(field, known);
  const label = field.label ?? known?.label ?? name;
  const className = field.isWide || kind === 'area' || kind === 'box' ? 'wide' : '';
  const focus = isFirst && focused;
  const { error, ...input } = contract.field(name);
  const frame = { label, className, isOptional: !isRequired, ...(hint && { hint }), ...(error && { error }) };
  const written = { maxLength: known?.maxlength, readOnly: field.isFixed };
  const limits = {
    ...written,
    ...(known?.inputmode && { inputMode: known.inputmode }),
    autoComplete: known?.autocomplete ?? 'off',
    ...(known?.type === 'email' && { type: 'email' }),
  };
  switch (kind) {
    case 'hidden':
      return null;
    case 'choice':
      return <Choice {...{ field, frame: { ...frame, isOptional: false }, input: { ...input, ...focus } }} />;
    case 'hours':
      return (
        <HoursField
          {...{ label, hint, error }}
          value={String(contract.form.watch(name) ?? '')}
          onChange={(value) => contract.form.setValue(name, value)}
        />
      );
    case 'pick':
    case 'picks':
      return field.find && <PickField field={{ ...field, find: field.find }} {...{ contract, label, error }} />;
    case 'area':
      return <Area {...{ field, contract, input: { ...input, ...focus, ...written }, frame }} />;
    case 'box':
      return (
        <div className="wide">
          <CheckBox {...contract.box(name)} required={isRequired}>
            {label}
          </CheckBox>
        </div>
      );
    default:
      return (
        <TextField {...{ ...frame, ...limits, ...input, ...focus, ...kinds[kind], min, max }} required={isRequired} />
      );
  }
}

interface ChoiceProps {
  field: Field;
  frame: FieldText;
  input: object;
}

/** A select; loaded options follow the fixed ones. */
function Choice({ field: { options = [], find }, frame, input }: ChoiceProps) {
  const [found, setFound] = useState<readonly Option[]>([]);
  const { state, again } = useLoad(find && (() => find('')), '', (all) => setFound(all as readonly Option[]));
  const all = [...new Map([...options, ...found].map((each) => [each.value, each])).values()];
  return (
    <>
      <Select {...frame} {...input} options={all} />
      {state === 'failed' && <Failed retry={again} />}
    </>
  );
}

interface AreaProps extends Pick<ControlProps, 'field' | 'contract'> {
  input: object;
  frame: FieldText;
}

/** A text area; a text file can fill it in. */
function Area({ field: { name, fileOf }, contract: { form }, input, frame }: AreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} {...frame}>
      <textarea name={name} className="text-area" rows={3} {...input} {...describeControl(id, frame)} />
      {fileOf && (
        <span className="btn btn-sm btn-soft-brand relative justify-self-start">
          {kitWords.fromFile}
          <FileInput
            formats={fileOf}
            aria-label={`${kitWords.fromFile}: ${frame.label}`}
            onFile={(file) => void file.text().then((text) => form.setValue(name, text))}
          />
        </span>
      )}
    </FieldFrame>
  );
}
