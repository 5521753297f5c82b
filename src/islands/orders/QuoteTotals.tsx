import type { Quote } from '#lib/contract/orders.schema.ts';
import { isState } from '#lib/format/documents.ts';
import { formatMoney } from '#lib/format/money.ts';
import type { OrderDraft } from '#lib/rules/orders/form.ts';
import { retryQuote } from '#lib/stores/orders.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';

interface QuoteTotalsProps {
  quote: Quote;
  state: 'ready' | 'asking' | 'failed';
  draft: OrderDraft;
}

/** What the order costs now; while the next price loads, the last one stays. */
export function QuoteTotals({ quote, state, draft }: QuoteTotalsProps) {
  const waitsForState = draft.entrega === 'endereco' && !isState(draft.endereco.state.trim());
  const freight = waitsForState
    ? 'Informe o CEP'
    : quote.frete_centavos === 0
      ? 'Grátis'
      : formatMoney(quote.frete_centavos);
  return (
    <div className="grid gap-3">
      <dl className={`totals ${state === 'asking' ? 'opacity-75' : ''}`} aria-busy={state === 'asking'}>
        <dt className="text-muted">Preço de tabela</dt>
        <dd>{formatMoney(quote.subtotal_centavos)}</dd>
        {quote.economia_centavos > 0 && (
          <>
            <dt className="text-muted">Desconto por quantidade</dt>
            <dd>{formatMoney(-quote.economia_centavos)}</dd>
          </>
        )}
        {quote.desconto_cupom_centavos > 0 && (
          <>
            <dt className="text-muted">Cupom</dt>
            <dd>{formatMoney(-quote.desconto_cupom_centavos)}</dd>
          </>
        )}
        <dt className="text-muted">Entrega</dt>
        <dd>{freight}</dd>
        <dt className="totals-sum">Total</dt>
        <dd className="totals-sum" aria-live="polite">
          {formatMoney(quote.total_centavos)}
        </dd>
      </dl>
      {state === 'failed' && (
        <>
          <FormError message={orderMessages.notQuoted} />
          <Button look="outline" onClick={retryQuote}>
            Calcular de novo
          </Button>
        </>
      )}
    </div>
  );
}
