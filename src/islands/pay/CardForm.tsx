import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type * as z from 'zod/mini';
import { formatMoney } from '#lib/format/money.ts';
import { type CardValues, cardFieldOf } from '#lib/rules/finance/card-form.ts';
import type { Payable } from '#lib/rules/finance/payment-state.ts';
import { $payment, type PayCard, payByCard } from '#lib/stores/finance-payment.ts';
import { paymentWords } from '#lib/words/finance-payment.ts';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useContractForm } from '../ui/use-contract-form.ts';
import { CardFields } from './CardFields.tsx';
import { Paid, type PaidFor } from './Paid.tsx';

interface CardFormProps<Values extends FieldValues> {
  kind: Payable['kind'];
  rules: z.ZodMiniType<Values, Values>;
  values: Values;
  /** How what was typed is paid. */
  payOf: (values: Values) => PayCard;
  /** Centavos. */
  total: number;
  /** Instalments at most. */
  maxInstallments: number;
  paidFor: PaidFor;
  /** Another way to pay, beside the words of a refusal. */
  instead?: ReactNode;
  isWide?: boolean;
  /** Gets the names of wrong fields, before the first of them has the focus. */
  onWrong?: (names: string[]) => void;
  /** Fields of the form above those of the card. */
  children?: ReactNode;
}

/** Pays by card. The typed data stays on this page, whatever the bank answers, also if it answers late. */
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
