import type { MaskitoOptions } from '@maskito/core';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import { type FieldValues, FormProvider, useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { formatMoney } from '#lib/format/money.ts';
import { splitCentavos } from '#lib/format/split-centavos.ts';
import { type CardValues, cardFieldOf, cardOf } from '#lib/rules/finance/card-form.ts';
import type { Payable } from '#lib/rules/finance/payment-state.ts';
import { $payment, type PayCard, payByCard } from '#lib/stores/finance-payment.ts';
import { paymentWords } from '#lib/words/finance-payment.ts';
import { Button } from '../ui/Button.tsx';
import { expiryMask } from '../ui/expiry-mask.ts';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { useFormFields } from '../ui/form-fields.ts';
import { MaskedField } from '../ui/MaskedField.tsx';
import { cpfMask } from '../ui/masks.ts';
import { Select } from '../ui/Select.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useContractForm } from '../ui/use-contract-form.ts';
import { Paid, type PaidFor } from './Paid.tsx';

interface CardFormProps<Values extends FieldValues> {
  kind: Payable['kind'];
  rules: z.ZodMiniType<Values, Values>;
  values: Values;
  /** How to pay with the typed values. */
  payOf: (values: Values) => PayCard;
  /** Centavos. */
  total: number;
  /** Instalments at most. */
  maxInstallments: number;
  paidFor: PaidFor;
  /** Another payment method, beside a refusal. */
  instead?: ReactNode;
  isWide?: boolean;
  /** Called with the names of wrong fields, before the first of them is focused. */
  onWrong?: (names: string[]) => void;
  /** Fields of the form above those of the card. */
  children?: ReactNode;
}

/** Pays by card. The typed data stays on this page, whatever the bank answers, even if it answers late. */
export function CardForm<Values extends CardValues>({
  kind,
  rules,
  values: first,
  payOf,
  total,
  maxInstallments,
  paidFor,
  instead,
  isWide = false,
  onWrong,
  children,
}: CardFormProps<Values>) {
  const payment = useStore($payment, { ssr: 'initial' });
  const { form, element, problem, isRefused, submit, refuse, forgive } = useContractForm<Values>({
    rules,
    values: first,
    nameOf: cardFieldOf,
    mode: 'onTouched',
  });
  const show = useEffectEvent((state: typeof payment) => {
    if (state.step === 'idle') forgive();
    if (state.step !== 'refused') return;
    refuse(state);
    onWrong?.(Object.keys(state.fields).map(cardFieldOf));
  });
  useEffect(() => show(payment), [payment]);
  if (payment.step === 'paid') return <Paid payment={payment} {...paidFor} />;
  if (payment.step === 'reviewing') {
    return (
      <p className="flex items-center gap-3" role="status">
        <Spinner /> O banco está analisando o pagamento. Você pode esperar aqui ou fechar a página: o resultado aparece{' '}
        {paymentWords[kind].resultAt}.
      </p>
    );
  }
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        // Without it, a form sent before the page listens would put its values into the address.
        method="post"
        noValidate
        className="grid gap-5"
        onSubmit={submit((values) => payByCard(payOf(values)), onWrong)}
      >
        {children}
        <CardFields total={total} maxInstallments={maxInstallments} />
        <FormError message={problem}>{isRefused && instead}</FormError>
        <Button
          type="submit"
          isWide={isWide}
          className={isWide ? '' : 'md:justify-self-start'}
          isPending={payment.step === 'sending'}
          pendingLabel="Falando com o banco"
        >
          Pagar {formatMoney(total)}
        </Button>
        <p className="text-muted text-sm">
          O número do cartão vai direto ao banco e não fica guardado. Se a conexão cair, tente de novo: não cobramos
          duas vezes.
        </p>
      </form>
    </FormProvider>
  );
}

const digit = /\d/;
const cvvMask: MaskitoOptions = { mask: [digit, digit, digit, digit] };
const MAX_NUMBER = 19;

/** Digit groups of the brand: mostly 4-4-4-4. */
const numberMask: MaskitoOptions = {
  mask: ({ value }) => {
    const gaps = cardOf(value.replace(/\D/g, ''))?.gaps ?? [4, 8, 12, 16];
    return Array.from({ length: MAX_NUMBER }, (_, at) => (gaps.includes(at) ? [' ', digit] : [digit])).flat();
  },
};

/** The fields of a card, inside a form of react-hook-form. @param total centavos. @param maxInstallments instalments at most. */
function CardFields({ total, maxInstallments }: { total: number; maxInstallments: number }) {
  const { watch } = useFormContext<CardValues>();
  const { field } = useFormFields<CardValues>();
  const card = cardOf(watch('number').replace(/\D/g, ''));
  const plans = useMemo(
    () =>
      Array.from({ length: maxInstallments }, (_, index) => {
        const times = index + 1;
        const parts = splitCentavos(total, times);
        const [first = total] = parts;
        const last = parts.at(-1) ?? total;
        const each = first === last ? formatMoney(first) : `${formatMoney(last)}, a primeira de ${formatMoney(first)},`;
        return {
          value: String(times),
          label: times === 1 ? `À vista, ${formatMoney(total)}` : `${times}× de ${each} sem juros`,
        };
      }),
    [maxInstallments, total],
  );
  return (
    <>
      <MaskedField
        {...field('number')}
        mask={numberMask}
        label="Número do cartão"
        inputMode="numeric"
        autoComplete="cc-number"
        spellCheck={false}
        hint={card ? `Cartão ${card.brand}` : undefined}
      />
      <Field
        {...field('holder_name')}
        label="Nome impresso no cartão"
        autoComplete="cc-name"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div className="pair">
        <MaskedField
          {...field('expiry')}
          mask={expiryMask}
          label="Validade"
          placeholder="MM/AA"
          inputMode="numeric"
          autoComplete="cc-exp"
        />
        <MaskedField
          {...field('cvv')}
          mask={cvvMask}
          label="Código (CVV)"
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder={card?.cvvLength === 4 ? '4 números' : '3 números'}
        />
      </div>
      <MaskedField
        {...field('cpf')}
        mask={cpfMask}
        label="CPF de quem é o cartão"
        inputMode="numeric"
        autoComplete="off"
      />
      {maxInstallments > 1 && <Select {...field('installments')} label="Em quantas vezes" options={plans} />}
    </>
  );
}
