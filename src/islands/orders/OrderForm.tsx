import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Faixa, Quote } from '#lib/contract/orders.schema.ts';
import type { GivenOrder } from '#lib/forms/orders/order.ts';
import {
  type AddressDraft,
  addressProblems,
  linesText,
  type OrderDraft,
  type OrderSubject,
} from '#lib/rules/orders/form.ts';
import { $draft, $orderFields, $quote, beginOrder, changeDraft, placeOrder } from '#lib/stores/orders.ts';
import type { OrderPay } from '#lib/words/finance-ways.ts';
import { pointTo } from '#lib/words/forms.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { withKnownFields } from '../ui/known-fields.ts';
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
  const refusedFields = useStore($orderFields, { ssr: 'initial' });
  const [isAccepted, setIsAccepted] = useState(given.isAccepted);
  const [problem, setProblem] = useState<string | null>(given.problem);
  const [missing, setMissing] = useState<Partial<Record<keyof AddressDraft, string>>>(given.fields);
  const form = useRef<HTMLFormElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server drew begins the order, once
  useEffect(() => beginOrder(subject, initial, { quote, isSent: given.isSent }), []);

  async function submit() {
    const problems = draft.entrega === 'endereco' ? addressProblems(draft.endereco) : {};
    setMissing(problems);
    const words = pointTo(problems);
    setProblem(words ?? (isAccepted ? null : orderMessages.termsMissing));
    if (words || !isAccepted) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    await placeOrder();
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      className="agora"
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (submitter instanceof HTMLButtonElement && submitter.value === 'pedir') void submit();
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
          <DeliveryFields
            entrega={draft.entrega}
            endereco={draft.endereco}
            errors={{ ...ofAddress(refusedFields), ...missing }}
            isConnected={isConnected}
            onChange={(part) => {
              setMissing({});
              changeDraft(part);
            }}
          />
        </section>
      </div>
      <OrderSummary
        {...{ draft, price, pay, problem, isAccepted }}
        onAccept={(isIt) => {
          setIsAccepted(isIt);
          setProblem(null);
        }}
      />
    </form>
  );
});

/** `entrega.endereco.cep` is the field `cep`. */
function ofAddress(fields: Readonly<Record<string, string>>): Partial<Record<keyof AddressDraft, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, words]) => [name.replace(/^entrega\.endereco\./, ''), words]),
  );
}
