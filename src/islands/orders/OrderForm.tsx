import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Faixa, Quote } from '#lib/contract/orders.schema.ts';
import { type AddressDraft, addressProblems, type OrderDraft } from '#lib/rules/orders/form.ts';
import { $draft, $orderFields, $quote, beginOrder, changeDraft, placeOrder } from '#lib/stores/orders.ts';
import { pointTo } from '#lib/words/forms.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { withKnownFields } from '../ui/known-fields.ts';
import { DeliveryFields } from './DeliveryFields.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { QuantityField } from './QuantityField.tsx';

export interface OrderFormProps {
  turmaAlunoId: number;
  codigo: string;
  nome: string;
  imagem: string;
  stock: string;
  faixas: Faixa[];
  /** The price of one item, to begin with. */
  quote: Quote;
  home: AddressDraft;
}

/** Quantity, coupon, delivery and instalments beside their cost; the server calculates every price. */
export const OrderForm = withKnownFields(function OrderForm({
  turmaAlunoId,
  codigo,
  nome,
  imagem,
  stock,
  faixas,
  quote,
  home,
}: OrderFormProps) {
  const initial: OrderDraft = { quantidade: 1, cupom: '', entrega: 'escola', endereco: home, parcelas: 1 };
  const draft = useStore($draft, { ssr: 'initial' }) ?? initial;
  const price = useStore($quote, { ssr: 'initial' }) ?? quote;
  const refusedFields = useStore($orderFields, { ssr: 'initial' });
  const [isAccepted, setIsAccepted] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [missing, setMissing] = useState<Partial<Record<keyof AddressDraft, string>>>({});
  const form = useRef<HTMLFormElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server drew begins the order, once
  useEffect(() => beginOrder({ turmaAlunoId, codigo }, initial, quote), []);

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

  const addressErrors = { ...ofAddress(refusedFields), ...missing };
  return (
    <form
      ref={form}
      // Without it, a form sent before the page listens would put its values into the address.
      method="post"
      noValidate
      className="agora"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="grid min-w-0 gap-4 md:gap-6">
        <section className="surface min-w-0 p-5 md:p-6" aria-labelledby="quantidade-titulo">
          <Product nome={nome} imagem={imagem} stock={stock} />
          <QuantityField
            value={draft.quantidade}
            faixas={faixas}
            onChange={(quantidade) => changeDraft({ quantidade })}
          />
        </section>
        <section className="surface min-w-0 p-5 md:p-6" aria-labelledby="entrega-titulo">
          <h2 id="entrega-titulo" className="mb-4 text-lg">
            Entrega
          </h2>
          <DeliveryFields
            entrega={draft.entrega}
            endereco={draft.endereco}
            errors={addressErrors}
            onChange={(part) => {
              setMissing({});
              changeDraft(part);
            }}
          />
        </section>
      </div>
      <OrderSummary
        {...{ draft, price, problem, isAccepted }}
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

const Product = ({ nome, imagem, stock }: Pick<OrderFormProps, 'nome' | 'imagem' | 'stock'>) => (
  <div className="mb-5 flex items-center gap-4">
    <img src={imagem} alt="" width="96" height="96" className="size-20 flex-none rounded-2xl md:size-24" />
    <div className="min-w-0">
      <h2 id="quantidade-titulo" className="text-lg">
        Quantos?
      </h2>
      <p className="text-muted text-sm">
        {nome} · {stock}
      </p>
    </div>
  </div>
);
