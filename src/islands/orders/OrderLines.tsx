import { useStore } from '@nanostores/react';
import type { Faixa, Quote } from '#lib/contract/orders.schema.ts';
import { MAX_ORDER } from '#lib/format/limits.ts';
import { formatMoney } from '#lib/format/money.ts';
import { type OrderLine, piecesOf } from '#lib/rules/orders/form.ts';
import { $quoteState, setQuantity } from '#lib/stores/orders.ts';
import { oneMoreWords, orderMessages } from '#lib/words/orders.ts';
import Add from '~icons/material-symbols/add-rounded';
import Delete from '~icons/material-symbols/delete-outline-rounded';
import Remove from '~icons/material-symbols/remove-rounded';

/** A product as its line shows it. */
export interface LineProduct {
  codigo: string;
  nome: string;
  imagem: string;
  stock: string;
}

interface OrderLinesProps {
  products: readonly LineProduct[];
  itens: readonly OrderLine[];
  faixas: readonly Faixa[];
  price: Quote;
  /** Lines can be removed. */
  isCart: boolean;
}

/** The ordered products, each with its quantity and price, and what one more would save (ORDER-18…21). */
export function OrderLines({ products, itens, faixas, price, isCart }: OrderLinesProps) {
  const isAsking = useStore($quoteState, { ssr: 'initial' }) === 'asking';
  return (
    <>
      <ul className={isAsking ? 'opacity-75' : undefined} aria-busy={isAsking}>
        {itens.map((line) => {
          const product = products.find(({ codigo }) => codigo === line.codigo_produto);
          if (!product) return null;
          const own = price.itens?.find(({ codigo_produto }) => codigo_produto === line.codigo_produto);
          return (
            <li key={line.codigo_produto} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 not-first:ruled">
              <img src={product.imagem} alt="" width="96" height="96" className="w-18 h-auto rounded-row" />
              <div className="min-w-0 flex-[1_1_calc(100%-88px)] sm:basis-32">
                <h3 className="text-base font-bold">{product.nome}</h3>
                <p className="text-muted text-sm">{product.stock}</p>
                {own && <p className="num text-sm">{formatMoney(own.valor_unitario_centavos)} cada</p>}
              </div>
              <Stepper line={line} nome={product.nome} isCart={isCart} />
              {own && <strong className="num min-w-24 ms-auto text-end">{formatMoney(own.total_centavos)}</strong>}
            </li>
          );
        })}
      </ul>
      <GroupDiscount faixas={faixas} pieces={piecesOf(itens)} isMixed={itens.length > 1} />
    </>
  );
}

/** Without a script the buttons submit the form, and the page is rendered again. */
function Stepper({ line, nome, isCart }: { line: OrderLine; nome: string; isCart: boolean }) {
  const { codigo_produto: codigo, quantidade } = line;
  const goesOut = quantidade === 1 && isCart;
  const step = (to: number) => ({
    type: 'submit' as const,
    name: 'passo',
    value: `${codigo}:${to}`,
    className: 'btn btn-outline btn-circle',
    onClick: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      setQuantity(codigo, to);
    },
  });
  return (
    <div className="grid grid-cols-[auto_minmax(40px,auto)_auto] items-center w-fit max-w-full [&>output]:font-extrabold [&>output]:text-center">
      <button
        {...step(quantidade - 1)}
        disabled={quantidade === 1 && !isCart}
        aria-label={goesOut ? `Tirar ${nome}` : `Um a menos: ${nome}`}
      >
        {goesOut ? <Delete className="size-5" aria-hidden="true" /> : <Remove className="size-6" aria-hidden="true" />}
      </button>
      <output className="num" aria-label={`Quantidade de ${nome}`}>
        {quantidade}
      </output>
      <button {...step(quantidade + 1)} disabled={quantidade >= MAX_ORDER.ofOne} aria-label={`Um a mais: ${nome}`}>
        <Add className="size-6" aria-hidden="true" />
      </button>
    </div>
  );
}

interface GroupDiscountProps {
  faixas: readonly Faixa[];
  pieces: number;
  isMixed: boolean;
}

/** The group discount of books, with its progress. */
function GroupDiscount({ faixas, pieces, isMixed }: GroupDiscountProps) {
  return (
    <div className="tone-brand notice mt-4 block">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong className="num">{orderMessages.items(pieces)}</strong>
        <span className="flex gap-1" aria-hidden="true">
          {faixas.map(({ quantidade }) => (
            <span
              key={quantidade}
              className={`w-5.5 h-2 rounded-full forced-colors:border forced-colors:border-[CanvasText] ${quantidade <= pieces ? 'bg-primary forced-color-adjust-none forced-colors:bg-[Highlight]' : 'bg-current/22'}`}
            />
          ))}
        </span>
      </p>
      <p className="num mt-1" aria-live="polite">
        {oneMoreWords(faixas, pieces, isMixed)}
      </p>
    </div>
  );
}
