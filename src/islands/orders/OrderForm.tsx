import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Faixa, Quote } from '#lib/contract/orders.schema.ts';
import type { GivenOrder } from '#lib/forms/orders/order.ts';
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
import { $draft, $quote, beginOrder, changeDraft, placeOrder } from '#lib/stores/orders.ts';
import type { OrderPay } from '#lib/words/finance-ways.ts';
import { withKnownFields } from '../ui/known-fields.ts';
import { useContractForm } from '../ui/use-contract-form.ts';
import { DeliveryFields } from './DeliveryFields.tsx';
import { type LineProduct, OrderLines } from './OrderLines.tsx';
import { OrderSummary } from './OrderSummary.tsx';

export interface OrderFormProps {
  subject: OrderSubject;
  products: LineProduct[];
  faixas: Faixa[];
  /** The choices to begin with, and their price. */
  initial: OrderDraft;
  quote: Quote;
  pay: OrderPay;
  given: GivenOrder;
  /** Key for a form sent without scripts. */
  intent: string;
  /** The franchise's hosts take the order. */
  isConnected?: boolean;
}

/** Products, coupon, delivery and instalments beside their cost; the server calculates every price. */
export const OrderForm = withKnownFields(function OrderForm(props: OrderFormProps) {
  const { subject, products, faixas, initial, quote, pay, given, intent, isConnected = false } = props;
  const draft = useStore($draft, { ssr: 'initial' }) ?? initial;
  const price = useStore($quote, { ssr: 'initial' }) ?? quote;
  const { form, element, problem, submit } = useContractForm<OrderValues>({
    rules: OrderFields,
    values: orderValues(initial, given.isAccepted),
    refused: given.refused,
    nameOf: orderFieldOf,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server drew begins the order, once
  useEffect(() => {
    beginOrder(subject, initial, { quote, isSent: given.isSent });
    const begun = $draft.get() ?? initial;
    const { termos: _unticked, ...choices } = orderValues(begun, false);
    if (begun !== initial)
      for (const [name, value] of Object.entries(choices)) form.setValue(name as keyof typeof choices, value);
    const stops = [
      form.subscribe({ formState: { values: true }, callback: ({ values }) => changeDraft(choicesOf(values)) }),
      // The price decides how many instalments there are.
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
        {/* The button that Enter presses: it shows the price and orders nothing. */}
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
