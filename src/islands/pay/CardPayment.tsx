import { CardFields as CardRules, cardInput, noCard } from '#lib/rules/finance/card-form.ts';
import type { PayableBills } from '#lib/rules/finance/payment-state.ts';
import { cardOfBill } from '#lib/stores/finance-card.ts';
import { CardForm } from './CardForm.tsx';
import type { PaidFor } from './Paid.tsx';

interface CardPaymentProps extends PaidFor {
  payable: PayableBills;
  /** Centavos. */
  total: number;
  /** Instalments at most. */
  maxInstallments: number;
  /** Instalments that the student chose before, with an order. */
  chosen?: number;
  /** `YYYY-MM-DD` of the school. */
  today: string;
  /** The page that pays the same bill by Pix. */
  pixHref?: string;
}

/** Pays one bill by card. */
export function CardPayment({
  payable,
  total,
  maxInstallments,
  chosen = 1,
  today,
  pixHref,
  ...paidFor
}: CardPaymentProps) {
  return (
    <CardForm
      kind={payable.kind}
      rules={CardRules(today)}
      values={{ ...noCard, installments: String(Math.min(Math.max(chosen, 1), maxInstallments)) }}
      payOf={(values) => cardOfBill(payable, cardInput(values))}
      instead={
        pixHref && (
          <a className="btn btn-soft-brand" href={pixHref}>
            Pagar com Pix
          </a>
        )
      }
      isWide
      {...{ total, maxInstallments, paidFor }}
    />
  );
}
