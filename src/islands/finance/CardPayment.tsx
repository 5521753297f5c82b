import { FormProvider } from 'react-hook-form';
import { formatMoney } from '#lib/format/money.ts';
import { type CardValues, cardFieldOf, noCard, CardFields as Rules } from '#lib/rules/finance/card-form.ts';
import { cardOf } from '#lib/stores/finance-bill-card.ts';
import { payByCard } from '#lib/stores/finance-card.ts';
import { Button } from '../ui/Button.tsx';
import { CardFields } from '../ui/CardFields.tsx';
import { FormError } from '../ui/FormError.tsx';
import { Paid } from '../ui/Paid.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useCardRefusal } from '../ui/use-card-refusal.ts';
import { useContractForm } from '../ui/use-contract-form.ts';
import type { PaymentProps } from './PixPayment.tsx';

interface CardPaymentProps extends PaymentProps {
  /** Centavos. */
  total: number;
  /** Instalments at most. */
  most: number;
  /** Instalments that the student chose before, with an order. */
  chosen?: number;
  /** `YYYY-MM-DD` of the school. */
  today: string;
  /** The page that pays the same bill by Pix. */
  pixHref?: string;
}

/** Pays one bill by card. The typed data stays on this page, whatever the bank answers. */
export function CardPayment({
  bills,
  link,
  what,
  receipts,
  next,
  upcoming,
  total,
  most,
  chosen = 1,
  today,
  pixHref,
}: CardPaymentProps) {
  const installments = String(Math.min(Math.max(chosen, 1), most));
  const contract = useContractForm<CardValues>({
    rules: Rules(today),
    values: { ...noCard, installments },
    nameOf: cardFieldOf,
    mode: 'onTouched',
  });
  const { form, element, problem, isRefused, submit } = contract;
  const card = useCardRefusal(contract);
  if (card.step === 'paid')
    return <Paid centavos={card.outcome.total_centavos} {...{ what, receipts, next, upcoming }} />;
  if (card.step === 'reviewing') {
    return (
      <p className="flex items-center gap-3" role="status">
        <Spinner /> O banco está analisando o pagamento. Você pode esperar aqui ou fechar a página: o resultado aparece
        no financeiro.
      </p>
    );
  }
  const isPaying = card.step === 'paying';
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        method="post"
        noValidate
        className="grid gap-5"
        onSubmit={submit((values) => payByCard(cardOf({ bills, link }), values))}
      >
        <CardFields total={total} most={most} />
        <FormError message={problem}>
          {isRefused && pixHref && (
            <a className="btn btn-soft-brand" href={pixHref}>
              Pagar com Pix
            </a>
          )}
        </FormError>
        <Button type="submit" isWide isPending={isPaying} pendingLabel="Falando com o banco">
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
