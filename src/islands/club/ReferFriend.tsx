import { useStore } from '@nanostores/react';
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import type { Refusal } from '#lib/forms/refusal.ts';
import type { Refused } from '#lib/forms/submit.ts';
import { type Friend, friendOf } from '#lib/rules/club/referral-form.ts';
import { $isReferring, refer } from '#lib/stores/club.ts';
import ErrorIcon from '~icons/material-symbols/error-rounded';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { withKnownFields } from '../ui/known-fields.ts';
import { MaskedField } from '../ui/MaskedField.tsx';
import { phoneMask } from '../ui/masks.ts';

type TextName = 'nome' | 'email' | 'cidade';

/** Refers a friend. A plain form until the page listens. @prop intent key for a form sent without scripts */
export const ReferFriend = withKnownFields(function ReferFriend({
  refused,
  intent,
}: {
  refused: Refused | null;
  intent: string;
}) {
  const [form, setForm] = useState(friendOf(refused?.values ?? {}));
  const [refusal, setRefusal] = useState<Refusal | null>(refused);
  const fields = refusal?.fields ?? {};
  const isPending = useStore($isReferring, { ssr: 'initial' });
  const element = useRef<HTMLFormElement>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const left = await refer(form);
    if (!left) return;
    setRefusal(left);
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }
  const change = (part: Partial<Friend>) => setForm({ ...form, ...part });
  const bind = (name: TextName) => ({
    name,
    value: form[name],
    error: fields[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.value }),
  });
  const consent = fields.consentimento;

  return (
    <form ref={element} method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <input type="hidden" name="chave" value={intent} />
      <Field label="Nome de quem você indica" autoComplete="off" {...bind('nome')} />
      <MaskedField
        mask={phoneMask}
        label="Telefone com DDD"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        required
        name="telefone"
        // The mask changes the value itself: React only knows the first value.
        defaultValue={refused?.values.telefone}
        error={fields.telefone}
        onChange={(event) => change({ telefone: event.target.value })}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="E-mail" isOptional type="email" autoComplete="off" {...bind('email')} />
        <Field label="Cidade" isOptional autoComplete="off" {...bind('cidade')} />
      </div>
      <div className="field">
        <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1">
          <input
            type="checkbox"
            name="consentimento"
            value="sim"
            required
            checked={form.consentimento}
            aria-invalid={consent ? true : undefined}
            aria-describedby={consent && 'consentimento-erro'}
            onChange={(event) => change({ consentimento: event.target.checked })}
          />
          <span className="text-sm">
            Esta pessoa sabe que estou indicando e autorizou a escola a entrar em contato.
          </span>
        </label>
        {consent && (
          <p id="consentimento-erro" className="field-error">
            <ErrorIcon className="size-4 flex-none" aria-hidden="true" />
            {consent}
          </p>
        )}
      </div>
      <FormError message={refusal?.problem ?? null} />
      <Button type="submit" isWide isPending={isPending} pendingLabel="Enviando">
        Enviar indicação
      </Button>
    </form>
  );
});
