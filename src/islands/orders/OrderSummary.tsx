import { useStore } from '@nanostores/react';
import type { Quote } from '#lib/contract/orders.schema.ts';
import type { OrderDraft, OrderValues } from '#lib/rules/orders/form.ts';
import { $cartProblem, $isPlacing, $quoteState, changeDraft } from '#lib/stores/orders.ts';
import type { OrderPay } from '#lib/words/finance-ways.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { Button } from '../ui/Button.tsx';
import { CheckBox } from '../ui/CheckBox.tsx';
import { FormError } from '../ui/FormError.tsx';
import { useFormFields } from '../ui/form-fields.ts';
import { Select } from '../ui/Select.tsx';
import { CouponField } from './CouponField.tsx';
import { QuoteTotals } from './QuoteTotals.tsx';

interface OrderSummaryProps {
  draft: OrderDraft;
  price: Quote;
  pay: OrderPay;
  /** Why the form did not go out, or was refused. */
  problem: string | null;
}

/** What the order costs, how it is paid, and the terms. */
export function OrderSummary({ draft, price, pay, problem }: OrderSummaryProps) {
  const quoteState = useStore($quoteState, { ssr: 'initial' });
  const isPlacing = useStore($isPlacing, { ssr: 'initial' });
  const cartProblem = useStore($cartProblem, { ssr: 'initial' });
  const { field, box } = useFormFields<OrderValues>();
  return (
    <section className="surface grid min-w-0 gap-5 p-5 md:p-6" aria-labelledby="resumo-titulo">
      <h2 id="resumo-titulo" className="text-lg">
        Resumo
      </h2>
      <CouponField
        applied={draft.cupom}
        quote={price}
        isPriced={quoteState === 'ready'}
        onApply={(cupom) => changeDraft({ cupom })}
      />
      <QuoteTotals quote={price} state={quoteState} draft={draft} />
      {pay.takesCard ? (
        <Select
          // A list takes no value that it does not have yet: with others it begins anew, with the value of the form.
          key={price.parcelas_max}
          {...field('parcelas')}
          label="Pagamento"
          hint={pay.hint}
          options={Array.from({ length: price.parcelas_max }, (_, index) => ({
            value: String(index + 1),
            label: orderMessages.plan(price.total_centavos, index + 1),
          }))}
        />
      ) : (
        <div>
          <p className="field-label">Pagamento</p>
          <p>{pay.hint}</p>
          <input type="hidden" name="parcelas" value="1" />
        </div>
      )}
      <CheckBox {...box('termos')} value="sim">
        <strong className="block">Li e aceito as condições.</strong>
        <span className="text-muted">{orderMessages.terms}</span>
      </CheckBox>
      <FormError message={problem ?? cartProblem} />
      <input type="hidden" name="visto" value={price.total_centavos} />
      {price.cupom_aviso && <input type="hidden" name="cupom_sem_efeito" value={draft.cupom} />}
      <Button
        type="submit"
        name="acao"
        value="pedir"
        isWide
        isPending={isPlacing}
        pendingLabel="Enviando"
        disabled={quoteState === 'failed'}
      >
        Fazer pedido
      </Button>
    </section>
  );
}
