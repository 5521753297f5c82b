import { useStore } from '@nanostores/react';
import type { Quote } from '#lib/contract/orders.schema.ts';
import type { OrderDraft } from '#lib/rules/orders/form.ts';
import { $isPlacing, $orderError, $orderFields, $quoteState, changeDraft } from '#lib/stores/orders.ts';
import type { OrderPay } from '#lib/words/finance-ways.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { Select } from '../ui/Select.tsx';
import { CouponField } from './CouponField.tsx';
import { QuoteTotals } from './QuoteTotals.tsx';

interface OrderSummaryProps {
  draft: OrderDraft;
  price: Quote;
  pay: OrderPay;
  /** What the form itself found wrong. */
  problem: string | null;
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
}

/** What the order costs, how it is paid, and the terms. */
export function OrderSummary({ draft, price, pay, problem, isAccepted, onAccept }: OrderSummaryProps) {
  const quoteState = useStore($quoteState, { ssr: 'initial' });
  const isPlacing = useStore($isPlacing, { ssr: 'initial' });
  const refusal = useStore($orderError, { ssr: 'initial' });
  const refusedFields = useStore($orderFields, { ssr: 'initial' });
  return (
    <section className="surface grid min-w-0 gap-5 p-5 md:p-6" aria-labelledby="resumo-titulo">
      <h2 id="resumo-titulo" className="text-lg">
        Resumo
      </h2>
      <CouponField
        applied={draft.cupom}
        quote={price}
        isPriced={quoteState === 'ready'}
        error={refusedFields.cupom}
        onApply={(cupom) => changeDraft({ cupom })}
      />
      <QuoteTotals quote={price} state={quoteState} draft={draft} />
      {pay.takesCard ? (
        <Select
          name="parcelas"
          label="Pagamento"
          hint={pay.hint}
          error={refusedFields.parcelas}
          value={String(draft.parcelas)}
          onChange={(event) => changeDraft({ parcelas: Number(event.target.value) })}
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
      <label className="flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          name="termos"
          value="sim"
          checked={isAccepted}
          aria-invalid={problem === orderMessages.termsMissing || undefined}
          onChange={(event) => onAccept(event.target.checked)}
        />
        <span className="text-sm">
          <strong className="block">Li e aceito as condições.</strong>
          <span className="text-muted">{orderMessages.terms}</span>
        </span>
      </label>
      <FormError message={problem ?? refusal} />
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
