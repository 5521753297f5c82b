import { useStore } from '@nanostores/react';
import type { Refused } from '#lib/forms/submit.ts';
import { FriendFields, friendOf } from '#lib/rules/club/referral-form.ts';
import { $isReferring, refer } from '#lib/stores/club-referral.ts';
import { Button } from '../ui/Button.tsx';
import { CheckBox } from '../ui/CheckBox.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { withKnownFields } from '../ui/known-fields.ts';
import { MaskedField } from '../ui/MaskedField.tsx';
import { phoneMask } from '../ui/masks.ts';
import { useContractForm } from '../ui/use-contract-form.ts';

/** Refers a friend. A plain form until hydration. @prop intent key for a form sent without scripts */
export const ReferFriend = withKnownFields(function ReferFriend({
  refused,
  intent,
}: {
  refused: Refused | null;
  intent: string;
}) {
  const isPending = useStore($isReferring, { ssr: 'initial' });
  const { element, field, box, problem, submit } = useContractForm({
    rules: FriendFields(),
    values: friendOf(refused?.values ?? {}),
    refused,
  });
  const send = submit((friend) => refer({ ...friend, consentimento: true }));

  return (
    <form ref={element} method="post" noValidate className="grid gap-4" onSubmit={send}>
      <input type="hidden" name="chave" value={intent} />
      <Field label="Nome de quem você indica" autoComplete="off" {...field('nome')} />
      <MaskedField
        mask={phoneMask}
        label="Telefone com DDD"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        required
        {...field('telefone')}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="E-mail" isOptional type="email" autoComplete="off" {...field('email')} />
        <Field label="Cidade" isOptional autoComplete="off" {...field('cidade')} />
      </div>
      <CheckBox {...box('consentimento')} value="sim">
        Esta pessoa sabe que estou indicando e autorizou a escola a entrar em contato.
      </CheckBox>
      <FormError message={problem} />
      <Button type="submit" isWide isPending={isPending} pendingLabel="Enviando">
        Enviar indicação
      </Button>
    </form>
  );
});
