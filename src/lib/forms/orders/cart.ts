import { partOf } from '#lib/api/part.ts';
import { listClasses } from '#lib/contract/pedagogico.ts';
import type { PageApi } from '#lib/page/page-session.ts';
import { routes } from '#lib/routes.ts';
import { classForProduct } from '#lib/rules/orders/class.ts';
import { readLines } from '#lib/rules/orders/form.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { refuse } from '../refusal.ts';
import type { Verb } from '../submit.ts';
import { firstDraft } from './order.ts';

/** Puts a product into the cart in the button’s quantity. Pressing twice has the same result. */
export const putIntoCart: Verb = async ({ api, values }) => {
  const [line] = readLines(values.linha);
  if (!line) return refuse({ linha: orderMessages.notAdded });
  await api.orders.setCartItem(line);
  return `${routes.orders.shop()}#${line.codigo_produto}`;
};

/** The cart at the start of an order: its available products, and the class of the first one. null: it did not load. */
export async function openCart(api: PageApi) {
  const [cart, classes] = await Promise.all([partOf(api.orders.getCart()), partOf(api(listClasses, { query: {} }))]);
  if (!cart.ok) return null;
  const sold = cart.data.itens.filter(({ problema }) => !problema);
  const lines = sold.map(({ produto }) => produto);
  const [first] = lines;
  const itens = sold.map(({ produto, quantidade }) => ({ codigo_produto: produto.codigo, quantidade }));
  return {
    cart: cart.data,
    unsold: cart.data.itens.filter(({ problema }) => problema),
    lines,
    subject: { turmaAlunoId: first && classes.ok ? classForProduct(first, classes.data) : null, isCart: true },
    initial: firstDraft(itens, cart.data.entrega_padrao),
  };
}
