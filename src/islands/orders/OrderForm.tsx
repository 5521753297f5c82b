import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Faixa, Quote } from '#lib/contract/orders.schema.ts';
import { isState } from '#lib/format/documents.ts';
import { formatMoney } from '#lib/format/money.ts';
import type { SubmittedOrder } from '#lib/forms/orders/order.ts';
import {
  choicesOf,
  linesText,
  type OrderDraft,
  OrderFields,
  type OrderSubject,
  type OrderValues,
  orderFieldOf,
  orderValues,
} from '#lib/rules/orders/form.ts';
import {
  $cartProblem,
  $draft,
  $isPlacing,
  $quote,
  $quoteState,
  beginOrder,
  changeDraft,
  placeOrder,
  retryQuote,
} from '#lib/stores/orders.ts';
import type { OrderPay } from '#lib/words/finance-methods.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { Button } from '../ui/Button.tsx';
import { CheckBox } from '../ui/CheckBox.tsx';
import { FormError } from '../ui/FormError.tsx';
import { useFormFields } from '../ui/form-fields.ts';
import { withKnownFields } from '../ui/known-fields.ts';
import { Select } from '../ui/Select.tsx';
import { useContractForm } from '../ui/use-contract-form.ts';
import { CouponField } from './CouponField.tsx';
import { DeliveryFields } from './DeliveryFields.tsx';
import { type LineProduct, OrderLines } from './OrderLines.tsx';

interface OrderFormProps {
  subject: OrderSubject;
  products: LineProduct[];
  faixas: Faixa[];
  /** The initial choices, and their price. */
  initial: OrderDraft;
  quote: Quote;
  pay: OrderPay;
  submitted: SubmittedOrder;
  /** Key for a form sent without scripts. */
  intent: string;
  /** The franchise’s hosts receive the order. */
  isConnected?: boolean;
}

/** Products, coupon, delivery and instalments beside their cost; the server calculates every price. */
export const OrderForm = withKnownFields(function OrderForm(props: OrderFormProps) {
  const { subject, products, faixas, initial, quote, pay, submitted, intent, isConnected = false } = props;
  const draft = useStore($draft, { ssr: 'initial' }) ?? initial;
  const price = useStore($quote, { ssr: 'initial' }) ?? quote;
  const { form, element, problem, submit } = useContractForm<OrderValues>({
    rules: OrderFields,
    values: orderValues(initial, submitted.isAccepted),
    refused: submitted.refused,
    nameOf: orderFieldOf,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the server-rendered values start the order, once
  useEffect(() => {
    beginOrder(subject, initial, { quote, isSent: submitted.isSent });
    const begun = $draft.get() ?? initial;
    const { termos: _unticked, ...choices } = orderValues(begun, false);
    if (begun !== initial)
      for (const [name, value] of Object.entries(choices)) form.setValue(name as keyof typeof choices, value);
    const stops = [
      form.subscribe({ formState: { values: true }, callback: ({ values }) => changeDraft(choicesOf(values)) }),
      // The maximum number of installments depends on the price.
      $draft.listen((now) => {
        const parcelas = String(now?.parcelas ?? 1);
        if (form.getValues('parcelas') !== parcelas) form.setValue('parcelas', parcelas);
      }),
    ];
    return () => stops.forEach((stop) => void stop());
  }, []);

  const send = submit(placeOrder);
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        method="post"
        noValidate
        className="agora"
        onSubmit={(event) => {
          event.preventDefault();
          const { submitter } = event.nativeEvent as SubmitEvent;
          if (submitter?.getAttribute('value') === 'pedir') void send(event);
        }}
      >
        <input type="hidden" name="chave" value={intent} />
        <input type="hidden" name="itens" value={linesText(draft.itens)} />
        <input type="hidden" name="turma" value={subject.turmaAlunoId ?? ''} />
        {/* The default button for Enter: it shows the price and orders nothing. */}
        <button type="submit" name="acao" value="conferir" className="sr-only" tabIndex={-1} aria-hidden="true">
          Conferir
        </button>
        <div className="grid min-w-0 gap-4 md:gap-6">
          <section className="surface min-w-0 p-5 md:p-6" aria-labelledby="itens-titulo">
            <h2 id="itens-titulo" className="mb-2 text-lg">
              {subject.isCart ? 'Itens' : 'Quantos?'}
            </h2>
            <OrderLines products={products} itens={draft.itens} faixas={faixas} price={price} isCart={subject.isCart} />
          </section>
          <section className="surface min-w-0 p-5 md:p-6" aria-labelledby="entrega-titulo">
            <h2 id="entrega-titulo" className="mb-4 text-lg">
              Entrega
            </h2>
            <DeliveryFields isConnected={isConnected} />
          </section>
        </div>
        <OrderSummary {...{ draft, price, pay, problem }} />
      </form>
    </FormProvider>
  );
});

interface QuoteTotalsProps {
  quote: Quote;
  state: 'ready' | 'asking' | 'failed';
  draft: OrderDraft;
}

/** The current price; while the next one loads, the last one stays. */
function QuoteTotals({ quote, state, draft }: QuoteTotalsProps) {
  const waitsForState = draft.entrega === 'endereco' && !isState(draft.endereco.state.trim());
  const freight = waitsForState
    ? 'Informe o CEP'
    : quote.frete_centavos === 0
      ? 'Grátis'
      : formatMoney(quote.frete_centavos);
  return (
    <div className="@container grid gap-3">
      <dl
        className={`grid grid-cols-[1fr_auto] gap-y-2 tabular-nums @max-[15rem]:grid-cols-[minmax(0,1fr)] [&>dt]:pe-4 [&>dd]:text-end ${state === 'asking' ? 'opacity-75' : ''}`}
        aria-busy={state === 'asking'}
      >
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
        <dt className="pt-3 ruled text-[1.375rem] font-extrabold">Total</dt>
        <dd className="pt-3 ruled text-[1.375rem] font-extrabold" aria-live="polite">
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

interface OrderSummaryProps {
  draft: OrderDraft;
  price: Quote;
  pay: OrderPay;
  /** Why the form was not sent, or was refused. */
  problem: string | null;
}

/** The price, the payment, and the terms. */
function OrderSummary({ draft, price, pay, problem }: OrderSummaryProps) {
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
          // A select cannot take a value that it does not have yet, so with other options it is created anew.
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
