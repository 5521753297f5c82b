import { formatMoney, plural } from '#lib/format/money.ts';
import { splitCentavos } from '#lib/format/split-centavos.ts';
import { asWords, ownWord } from './own-word.ts';

/** Texts that the pages of orders use in more than one place. */
export const orderMessages = {
  terms:
    'Tenho 7 dias para pagar; depois disso o pedido é cancelado. Antes do pagamento posso cancelar aqui no portal. O prazo de entrega conta a partir do pagamento.',
  termsMissing: 'Marque que você leu e aceita as condições.',
  notQuoted: 'Não conseguimos calcular o total agora.',
  notPlaced: 'Não foi possível fazer o pedido. O que você preencheu está guardado: tente de novo em instantes.',
  cancelled: 'Pedido cancelado.',
  oneByOne: 'Este passo é dado em um pedido de cada vez.',
  reasonMissing: 'Escreva o motivo: o aluno vai ler.',
  couponNotMarked: 'Não foi possível marcar o cupom. Tente de novo.',
  notCancelled: 'Não foi possível cancelar o pedido. Tente de novo em instantes.',
  /** @param off centavos; 0 if only the order shows the discount. */
  couponTaken: (name: string, off: number) =>
    `${name.toUpperCase()} ${off > 0 ? `aplicado: menos ${formatMoney(off)}` : 'anotado: o desconto aparece quando o pedido é feito'}.`,
  totalChanged: (centavos: number) =>
    `Com o que você escolheu, o total é ${formatMoney(centavos)}. Confira e confirme.`,
  cartNotStored: 'Não conseguimos guardar seu carrinho. Tente de novo em instantes.',
  notAdded: 'Não foi possível mudar o carrinho. Tente de novo em instantes.',
  items: (count: number) => (count === 1 ? '1 item' : `${count} itens`),
  groups: { andamento: 'Em andamento', entregues: 'Entregues', cancelados: 'Cancelados' },
  /** What a screen reader announces after a group is chosen. */
  shown: (group: 'andamento' | 'entregues' | 'cancelados', count: number): string =>
    `${orderMessages.groups[group]}: ${plural(count, 'pedido', 'pedidos')}`,
  noneIn: {
    andamento: 'Nenhum pedido em andamento.',
    entregues: 'Nenhum pedido entregue ainda.',
    cancelados: 'Nenhum pedido cancelado.',
  },
  /** The number of parts of a payment, and the amount of each. Centavos. */
  plan: (total: number, count: number) => {
    if (count === 1) return `À vista, ${formatMoney(total)}`;
    const [first = 0, ...others] = splitCentavos(total, count);
    const last = others.at(-1) ?? first;
    return `${count} × ${formatMoney(last)}${first === last ? '' : `, a primeira de ${formatMoney(first)}`}`;
  },
  levelDoubt: 'O teste de nível deu menos do que este material pede. Confira com o aluno antes de liberar o pagamento.',
  stock: {
    disponivel: (days?: number | null) => (days ? `Pronto em ${days} dias úteis` : 'Em estoque'),
    sob_encomenda: (days?: number | null) => (days ? `Sob encomenda, ${days} dias úteis` : 'Sob encomenda'),
    indisponivel: (_days?: number | null) => 'Em falta no momento',
  },
};

/** One row of the price table, with the fields that the words below need. */
interface PriceRow {
  quantidade: number;
  valor_unitario_centavos: number;
  economia_total_centavos: number;
}

/**
 * What one more book would change, by the server’s price table (ORDER-18, ORDER-19).
 *
 * @param isMixed the order has products with different prices, so only the total saving is named
 */
export function oneMoreWords(table: readonly PriceRow[], quantity: number, isMixed = false): string {
  const next = table.find(({ quantidade }) => quantidade === quantity + 1);
  if (!next) {
    const best = table.at(-1);
    if (!best) return '';
    return isMixed
      ? 'Melhor preço: seu pedido já tem o maior desconto.'
      : `Melhor preço: cada um sai por ${formatMoney(best.valor_unitario_centavos)}.`;
  }
  const saving = formatMoney(next.economia_total_centavos);
  if (isMixed) return `Com mais 1 item, você economiza ${saving} no total.`;
  const each = formatMoney(next.valor_unitario_centavos);
  return `Com mais 1, cada um sai por ${each} e você economiza ${saving} no total.`;
}

/** How soon a product is available; a state that only a connected host has is shown unchanged. */
export const stockWords = (stock: string, days?: number | null): string =>
  ownWord<(days?: number | null) => string>(orderMessages.stock, stock)?.(days) ?? asWords(stock);
