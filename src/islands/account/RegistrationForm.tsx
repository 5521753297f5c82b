import { zodResolver } from '@hookform/resolvers/zod';
import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { RegistrationFields, type RegistrationValues, stepOf, stepsFor } from '#lib/registration-form.ts';
import { $isSavingRegistration, $registrationError, saveRegistration } from '#lib/stores/registration.ts';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { AccessStep } from './AccessStep.tsx';
import { AddressStep } from './AddressStep.tsx';
import { ContactStep } from './ContactStep.tsx';
import { PersonStep } from './PersonStep.tsx';

export interface RegistrationFormProps {
  values: RegistrationValues;
  /** `YYYY-MM-DD` in the school's zone. */
  today: string;
  next: string;
  /** A new account for an empty book: it chooses a password too. */
  isNew?: boolean;
}

/** A field that is left shows its error, which would move the button away from under the pointer that presses it. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Three short steps; what was typed stays when the server refuses, and its field messages land on their fields. */
export function RegistrationForm({ values, today, next, isNew = false }: RegistrationFormProps) {
  const steps = stepsFor(isNew);
  const [step, setStep] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const isSaving = useStore($isSavingRegistration, { ssr: 'initial' });
  const error = useStore($registrationError, { ssr: 'initial' });
  const form = useForm<RegistrationValues>({
    resolver: zodResolver(RegistrationFields(today, isNew)),
    defaultValues: values,
    mode: 'onTouched',
  });
  const isFirstStep = useRef(true);
  useEffect(() => {
    if (isFirstStep.current) isFirstStep.current = false;
    else heading.current?.focus();
    void step;
  }, [step]);

  const current = steps[step];
  async function goOn() {
    if (await form.trigger([...(current?.fields ?? [])], { shouldFocus: true })) setStep(step + 1);
  }
  const save = form.handleSubmit(
    async (fields) => {
      const refused = await saveRegistration(fields, next, isNew);
      const names = Object.keys(refused) as (keyof RegistrationValues)[];
      for (const name of names) form.setError(name, { message: refused[name] });
      if (names[0]) setStep(stepOf(names[0]));
    },
    (errors) => {
      const first = Object.keys(errors)[0];
      if (first) setStep(stepOf(first));
    },
  );
  const isLast = step === steps.length - 1;
  return (
    <FormProvider {...form}>
      <form
        // Sent before the page listens, it would put what was typed into the address.
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
        <FormError message={error} />
        {current?.key === 'person' && <PersonStep today={today} />}
        {current?.key === 'contact' && <ContactStep />}
        {current?.key === 'address' && <AddressStep />}
        {current?.key === 'access' && <AccessStep />}
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
}
