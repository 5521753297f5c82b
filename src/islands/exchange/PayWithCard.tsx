import * as z from 'zod/mini';
import { paidFor } from '#lib/rules/exchange/payment.ts';
import { CardFields as CardRules, noCard } from '#lib/rules/finance/card-form.ts';
import { cardOf } from '#lib/stores/exchange.ts';
import { CardForm } from '../pay/CardForm.tsx';
import { Button } from '../ui/Button.tsx';
import { Parties, useParties } from './Parties.tsx';
import type { PayQuoteProps } from './PayWithPix.tsx';

/** Pays a quote by card. The payer owns the card: one CPF stands for both. */
export function PayWithCard({ quote, payer, today, onPix }: PayQuoteProps) {
  const { rules, values, openFor, parties } = useParties(payer, today, false);
  return (
    <CardForm
      kind="exchange"
      rules={z.intersection(rules, CardRules(today))}
      values={{ ...noCard, ...values }}
      payOf={(typed) => cardOf(quote.quote_id, typed)}
      total={quote.total_centavos}
      maxInstallments={quote.installments.length}
      paidFor={paidFor(quote)}
      instead={
        <Button look="soft" onClick={onPix}>
          Pagar com Pix
        </Button>
      }
      onWrong={openFor}
    >
      <Parties {...parties} />
      <h3 className="text-base font-bold">Cartão</h3>
    </CardForm>
  );
}
