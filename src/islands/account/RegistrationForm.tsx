import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { FormProvider, type UseFormReturn, useFormContext, useWatch } from 'react-hook-form';
import { REGISTRATION_CONSENT } from '#lib/rules/account/registration-consent.ts';
import {
  fieldOf,
  needsGuardian,
  RegistrationFields,
  type RegistrationValues,
  stepOf,
  stepsFor,
} from '#lib/rules/account/registration-form.ts';
import { SHORTEST_PASSWORD } from '#lib/rules/auth/recovery-form.ts';
import {
  $isSavingRegistration,
  $takesTried,
  $tried,
  lookUpTried,
  saveRegistration,
} from '#lib/stores/account-registration.ts';
import { keepRegistration, readRegistration } from '#lib/stores/account-registration-draft.ts';
import { registrationMessages } from '#lib/words/account.ts';
import { civilNameWords } from '#lib/words/account-names.ts';
import { Button } from '../ui/Button.tsx';
import { CheckBox } from '../ui/CheckBox.tsx';
import { dayMask } from '../ui/day-mask.ts';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { useFormFields } from '../ui/form-fields.ts';
import { withKnownFields } from '../ui/known-fields.ts';
import { MaskedField } from '../ui/MaskedField.tsx';
import { cpfMask, phoneMask } from '../ui/masks.ts';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useContractForm } from '../ui/use-contract-form.ts';
import { AddressStep } from './AddressStep.tsx';
import { GuardianStep } from './GuardianStep.tsx';

interface RegistrationFormProps {
  values: RegistrationValues;
  /** `YYYY-MM-DD` in the school's zone. */
  today: string;
  next: string;
  /** A new account for an empty book, which also chooses a password. */
  isNew?: boolean;
  /** The franchise’s host stores the data: it accepts no guardian, and requires no password for a new address. */
  isConnected?: boolean;
  /** This person has a guardian, or named one whose confirmation is pending. */
  hasGuardian?: boolean;
  /** The owner of this data. The form ignores another user’s stored values in the tab. */
  owner: string;
}

/** A field shows its error on blur, which would move the button away from the pointer that presses it. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/**
 * A form in short steps. Typed values stay when the server refuses or the page reloads, and errors appear at their
 * fields. A minor gets one more step: the guardian.
 */
export const RegistrationForm = withKnownFields(function RegistrationForm({
  values,
  today,
  next,
  isNew = false,
  isConnected = false,
  hasGuardian = false,
  owner,
}: RegistrationFormProps) {
  const partsFor = (typed: string) => ({
    isNew,
    hasHost: isConnected,
    asksGuardian: !isConnected && !hasGuardian && needsGuardian(typed, values.birth_date, today),
  });
  const [step, setStep] = useState(0);
  // Runs before the form’s own effect: a refused field gets the focus of its step.
  const heading = useHeadingOf(step);
  const isSaving = useStore($isSavingRegistration, { ssr: 'initial' });
  const { form, element, problem, submit, focusWrong } = useContractForm<RegistrationValues>({
    rules: (typed) => RegistrationFields(today, { ...partsFor(typed.birth_date), isAbroad: Boolean(typed.is_abroad) }),
    values,
    nameOf: fieldOf,
    mode: 'onTouched',
  });
  const parts = partsFor(useWatch({ control: form.control, name: 'birth_date' }));
  const steps = stepsFor(parts);
  useDraft(form, owner, step, setStep);

  const current = steps[step];
  const showStepOf = (name: string | undefined) => {
    const at = name === undefined ? null : stepOf(name, steps);
    if (at !== null) setStep(at);
  };
  async function goOn() {
    if (await form.trigger([...(current?.fields ?? [])])) setStep(step + 1);
    else focusWrong();
  }
  const save = submit(
    (typed) => saveRegistration(typed, { ...parts, next, owner }),
    ([first]) => showStepOf(first),
  );
  const isLast = step === steps.length - 1;
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        // Without it, a form that is submitted before hydration would put its values into the address.
        method="post"
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          void (isLast ? save(event) : goOn());
        }}
      >
        <div>
          <p className="text-muted text-sm">
            Passo {step + 1} de {steps.length}
          </p>
          <h2 ref={heading} tabIndex={-1} className="text-xl">
            {current?.title}
          </h2>
        </div>
        {current?.key === 'person' && <PersonStep hasOneName={isConnected} />}
        {current?.key === 'guardian' && <GuardianStep />}
        {current?.key === 'contact' && <ContactStep provesEmail={!isNew && !isConnected} />}
        {current?.key === 'address' && <AddressStep mayBeAbroad={!isConnected} />}
        {current?.key === 'access' && <AccessStep />}
        <FormError message={problem} />
        <div className="flex flex-wrap-reverse gap-3">
          {step > 0 && (
            <Button look="ghost" onMouseDown={keepFocus} onClick={() => setStep(step - 1)}>
              Voltar
            </Button>
          )}
          <Button type="submit" className="flex-1" isPending={isSaving} pendingLabel="Salvando" onMouseDown={keepFocus}>
            {isLast ? (isNew ? 'Criar meu cadastro' : 'Confirmar meus dados') : 'Continuar'}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
});

/** Restores the tab’s stored values, and stores what the user types. */
function useDraft(
  form: UseFormReturn<RegistrationValues>,
  owner: string,
  step: number,
  goTo: (step: number) => void,
): void {
  useEffect(() => {
    const draft = readRegistration(owner);
    if (!draft) return;
    form.reset({ ...form.getValues(), ...draft.values }, { keepDefaultValues: true });
    goTo(draft.step);
  }, [form, owner, goTo]);
  useEffect(() => {
    const keep = () => keepRegistration(owner, form.getValues(), step);
    if (form.formState.isDirty) keep();
    return form.subscribe({ formState: { values: true }, callback: keep });
  }, [form, owner, step]);
}

/** The heading gets the focus when the step changes, not when the page opens. */
function useHeadingOf(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirstStep = useRef(true);
  useEffect(() => {
    if (isFirstStep.current) isFirstStep.current = false;
    else heading.current?.focus();
    void step;
  }, [step]);
  return heading;
}

/** Offers to adopt the practice of the book on this device; empty if there is none. */
function TriedPractice() {
  const tried = useStore($tried, { ssr: 'initial' });
  const takes = useStore($takesTried, { ssr: 'initial' });
  useEffect(() => void lookUpTried(), []);
  if (tried === null) return null;
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1">
      <input type="checkbox" checked={takes} onChange={(event) => $takesTried.set(event.target.checked)} />
      <span className="text-sm">{tried}</span>
    </label>
  );
}

/** The password of a new account, and its owner’s consent. */
function AccessStep() {
  const { field, box } = useFormFields<RegistrationValues>();
  return (
    <>
      <PasswordField
        {...field('password')}
        label="Crie uma senha"
        autoComplete="new-password"
        hint={`Pelo menos ${SHORTEST_PASSWORD} caracteres. Uma frase curta é fácil de lembrar.`}
      />
      <TriedPractice />
      <CheckBox {...box('consent')}>{REGISTRATION_CONSENT.text}</CheckBox>
    </>
  );
}

/** The first step, rendered by the server with known data. */
function PersonStep({ hasOneName }: { hasOneName: boolean }) {
  const { field } = useFormFields<RegistrationValues>();
  return (
    <>
      <Field {...field('full_name')} label="Nome completo" hint={hasOneName ? undefined : civilNameWords.full} />
      {!hasOneName && (
        <Field {...field('civil_name')} label={civilNameWords.label} isOptional hint={civilNameWords.civil} />
      )}
      <MaskedField {...field('cpf')} mask={cpfMask} label="CPF" />
      <MaskedField
        {...field('birth_date')}
        mask={dayMask}
        label="Data de nascimento"
        placeholder="dd/mm/aaaa"
        isOptional
        hint={registrationMessages.birthDate}
      />
    </>
  );
}

interface ContactStepProps {
  /** Whether a new address requires the password. */
  provesEmail: boolean;
}

function ContactStep({ provesEmail }: ContactStepProps) {
  const { field } = useFormFields<RegistrationValues>();
  const { formState, watch } = useFormContext<RegistrationValues>();
  const { defaultValues } = formState;
  const isChanged = provesEmail && watch('email').trim().toLowerCase() !== defaultValues?.email?.toLowerCase();
  return (
    <>
      <Field {...field('email')} label="E-mail" type="email" inputMode="email" />
      {isChanged && (
        <PasswordField
          {...field('current_password')}
          label="Sua senha"
          autoComplete="current-password"
          hint="Para trocar o e-mail. Mandamos um link para o novo; até você abrir, vale o de antes."
        />
      )}
      <MaskedField {...field('phone')} mask={phoneMask} label="Telefone com DDD" />
    </>
  );
}
