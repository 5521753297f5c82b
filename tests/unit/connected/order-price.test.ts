import { describe, expect, it } from 'vitest';
import { orderAtShownPrice } from '../../../src/connected/guarded-calls.ts';
import { type ApiRequest, bytesOf as asBytes, readUpTo } from '../../../src/lib/api/request.ts';
import { createOrder, getProduct } from '../../../src/lib/contract/orders.ts';

const order = {
  itens: [{ codigo_produto: 'WAY-2', quantidade: 2 }],
  parcelas: 1,
  entrega: { tipo: 'escola' },
  aceite_termos: true,
};
const product = { codigo: 'WAY-2', preco_centavos: 56_800, parcelas_max: 12, faixas: [] };

type Price = { status: number; value: unknown };

/** Sends an order of a form to a host whose book costs 568 reais. @returns the answer, and the orders that arrived. */
async function placed(value: unknown, price?: Price) {
  return sentAs({ value }, price);
}

async function sentAs(body: ApiRequest['body'], price: Price = { status: 200, value: product }) {
  const orders: unknown[] = [];
  const requested = {
    name: 'orders.createOrder',
    call: createOrder,
    params: {},
    query: new URLSearchParams(),
    headers: new Headers({ 'idempotency-key': 'one-press' }),
    body,
    caller: { requestId: 'one', address: '127.0.0.1', host: 'localhost' },
  } satisfies ApiRequest;
  const answer = await orderAtShownPrice(async ({ call, body }) => {
    if (call.path === getProduct.path) return { headers: {}, ...price };
    orders.push(
      'value' in body ? body.value : new TextDecoder().decode((await readUpTo(99_999, body.bytes)) ?? undefined),
    );
    return { status: 200, headers: {}, value: { id: 1 } };
  }, requested);
  return { answer, orders };
}

describe('an order of a form in connected mode', () => {
  it('is sent to the host without our own field when the price is the shown one', async () => {
    expect((await placed({ ...order, total_visto_centavos: 113_600 })).orders).toEqual([order]);
  });

  it('is sent to the host unchanged when it names no shown price', async () => {
    expect((await placed(order)).orders).toEqual([order]);
  });

  const bytesOf = (text: string) => ({ bytes: asBytes(text) });

  it('is checked in the same way when a browser sends it', async () => {
    const right = await sentAs(bytesOf(JSON.stringify({ ...order, total_visto_centavos: 113_600 })));
    const wrong = await sentAs(bytesOf(JSON.stringify({ ...order, total_visto_centavos: 100 })));
    expect([right.orders, wrong.answer.status, wrong.orders]).toEqual([[order], 409, []]);
  });

  it.each(['{"itens":', '[]', 'null', JSON.stringify(order)])('is sent to the host unchanged as %s', async (text) => {
    expect((await sentAs(bytesOf(text))).orders).toEqual([text]);
  });

  it.each<unknown>([
    null,
    { codigo_produto: { toString: 1 }, quantidade: 1 },
    { codigo_produto: 'WAY-2', quantidade: {} },
  ])('is refused with 422 when a line is %j', async (line) => {
    const { answer, orders } = await placed({ ...order, itens: [line], total_visto_centavos: 113_600 });
    expect([answer.status, orders]).toEqual([422, []]);
  });

  it('is refused with 413 when it is longer than any order', async () => {
    expect((await sentAs(bytesOf(' '.repeat(70_000)))).answer.status).toBe(413);
  });

  it('is refused with 409 and the new total when the price has changed', async () => {
    const { answer, orders } = await placed({ ...order, total_visto_centavos: 100 });
    expect([answer.status, orders]).toEqual([409, []]);
    expect((answer.value as { detail: string }).detail).toMatch(/o total é R\$\s1\.136,00/);
  });

  it('is not placed when the price cannot be read', async () => {
    const { answer, orders } = await placed(
      { ...order, total_visto_centavos: 113_600 },
      { status: 404, value: { detail: 'Não existe.' } },
    );
    expect([answer.status, orders]).toEqual([404, []]);
  });
});
