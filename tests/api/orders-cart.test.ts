import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelOrder, listOrders } from '../../src/lib/contract/orders.ts';
import { MAX_ORDER } from '../../src/lib/format/limits.ts';
import { deleteOld } from '../../src/server/operate/privacy/retention.ts';
import { addAccount } from '../support/accounts.ts';
import { addOrder, placeOrder, putInto } from '../support/orders.ts';
import { withKey } from '../support/points.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, davi: 4 };

describe.each(allEngines)('the cart on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const read = (as?: number) => portal.ops.orders.getCart({}, { as });
  const put = (codigo_produto: string, quantidade: number, as?: number) =>
    portal.ops.orders.setCartItem({ codigo_produto, quantidade }, { as });
  const shown = async (as: number) =>
    (await read(as)).body.itens.map(({ produto, quantidade }) => `${quantidade} × ${produto.codigo}`);
  const ordersOf = (as: number) => portal.call(listOrders, { query: {} }, { as });
  /** A new person whose cart holds two books and a kit. */
  async function addCart() {
    const { id } = await addAccount(portal);
    await put('WAY-2', 2, id);
    await put('KIT-WAY', 1, id);
    const itens = [
      { codigo_produto: 'WAY-2', quantidade: 2 },
      { codigo_produto: 'KIT-WAY', quantidade: 1 },
    ];
    return { id, itens, carrinho: true as const };
  }

  it('a cart holds several products, and the server prices them together', async () => {
    const { id } = await addAccount(portal);
    expect((await read(id)).body).toMatchObject({ itens: [], quantidade_total: 0, quote: null });
    await put('WAY-2', 2, id);
    const { status, body } = await put('REACH-1', 1, id);
    expect(status).toBe(200);
    expect(body.itens.map(({ produto, quantidade }) => [produto.codigo, quantidade])).toEqual([
      ['WAY-2', 2],
      ['REACH-1', 1],
    ]);
    // Three pieces: the price of three in both lines of the table.
    expect(body.quote).toMatchObject({ subtotal_centavos: 158_700, economia_centavos: 6_000, total_centavos: 152_700 });
    expect(body.quote?.itens).toEqual([
      { codigo_produto: 'WAY-2', quantidade: 2, valor_unitario_centavos: 54_800, total_centavos: 109_600 },
      { codigo_produto: 'REACH-1', quantidade: 1, valor_unitario_centavos: 43_100, total_centavos: 43_100 },
    ]);
    expect((await read(id)).body).toEqual(body);
  });

  it('the count of a cart has only products that can be ordered', async () => {
    const { id } = await addCart();
    const count = async () => (await portal.ops.orders.countCart({}, { as: id })).body;
    const cart = async () => (await read(id)).body.quantidade_total;
    expect(await count()).toEqual({ quantidade_total: 3 });
    const products = portal.school.db.updateTable('products').where('codigo', '=', 'KIT-WAY');
    await products.set({ estoque: 'indisponivel' }).execute();
    try {
      expect([await count(), await cart()]).toEqual([{ quantidade_total: 2 }, 2]);
    } finally {
      await products.set({ estoque: 'disponivel' }).execute();
    }
    expect((await portal.ops.orders.countCart()).status).toBe(401);
  });

  it('a cart keeps its limit of lines with concurrent additions', async () => {
    const { id } = await addAccount(portal);
    const rows = Array.from({ length: 24 }, (_, n) => ({ codigo: `LINHA-${n}` }));
    const { id: _id, ...sample } = await portal.school.db
      .selectFrom('products')
      .selectAll()
      .where('codigo', '=', 'WAY-1')
      .executeTakeFirstOrThrow();
    await portal.school.db
      .insertInto('products')
      .values(rows.map(({ codigo }) => ({ ...sample, codigo })))
      .execute();
    const sent = await Promise.all(rows.map(({ codigo }) => put(codigo, 1, id)));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(MAX_ORDER.lines);
    expect(await shown(id)).toHaveLength(MAX_ORDER.lines);
    await portal.school.db.deleteFrom('cart_items').where('user_id', '=', id).execute();
    await portal.school.db.deleteFrom('products').where('codigo', 'like', 'LINHA-%').execute();
  });

  it('repeated and concurrent changes of a quantity count once, and 0 removes a product', async () => {
    const { id } = await addAccount(portal);
    const sent = await Promise.all(Array.from({ length: 16 }, () => put('WAY-1', 3, id)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await shown(id)).toEqual(['3 × WAY-1']);
    await put('WAY-1', 0, id);
    await put('WAY-1', 0, id);
    expect(await shown(id)).toEqual([]);
  });

  it('a cart says what its order would wait for', async () => {
    const { id } = await addAccount(portal);
    const { body } = await put('REACH-2', 1, id);
    expect(body.pendencias).toContainEqual(expect.stringMatching(/teste de nível/));
  });

  it('a product out of stock stays in the cart, and does not count', async () => {
    const { id } = await addCart();
    const stock = (estoque: 'disponivel' | 'indisponivel') =>
      portal.school.db.updateTable('products').set({ estoque }).where('codigo', '=', 'KIT-WAY').execute();
    await stock('indisponivel');
    const { body } = await read(id);
    expect(body.itens[1]?.problema).toMatch(/em falta/);
    expect([body.quantidade_total, body.quote?.total_centavos]).toEqual([2, 111_600]);
    const more = await put('KIT-WAY', 2, id);
    expect([more.status, more.body.code]).toEqual([409, 'product_unavailable']);
    expect((await put('KIT-WAY', 0, id)).status).toBe(200);
    await stock('disponivel');
  });

  it('an order removes its products from the cart', async () => {
    const { id, ...order } = await addCart();
    await put('WAY-1', 1, id);
    const { status, body } = await placeOrder(portal, id, order);
    expect(status).toBe(200);
    expect(body).toMatchObject({ quantidade_total: 3, total_centavos: 164_400, status: { id: 1 } });
    expect(await shown(id)).toEqual(['1 × WAY-1']);
    const cancel = { params: { id: body.id }, body: {} };
    await portal.call(cancelOrder, cancel, withKey({ as: id }));
    expect(await shown(id)).toEqual(['1 × WAY-1']);
  });

  it('an order without the cart does not change it', async () => {
    const { id } = await addCart();
    await placeOrder(portal, id);
    expect(await shown(id)).toEqual(['2 × WAY-2', '1 × KIT-WAY']);
  });

  it('an order of a cart that changed meanwhile is refused, and nothing is lost', async () => {
    const { id, ...order } = await addCart();
    await put('KIT-WAY', 4, id);
    const { status, body } = await placeOrder(portal, id, order);
    expect([status, body.code]).toEqual([409, 'cart_changed']);
    expect(await shown(id)).toEqual(['2 × WAY-2', '4 × KIT-WAY']);
    expect((await ordersOf(id)).body.total).toBe(0);
  });

  it('S4 a cart becomes one order: the same key answers the same, concurrent other keys are refused', async () => {
    const { id, ...order } = await addCart();
    const key = randomUUID();
    const same = Array.from({ length: 6 }, () => placeOrder(portal, id, order, key));
    const others = Array.from({ length: 6 }, () => placeOrder(portal, id, order));
    const sent = await Promise.all([...same, ...others]);
    const placed = sent.filter(({ status }) => status === 200);
    expect(new Set(placed.map(({ body }) => body.id)).size).toBe(1);
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await ordersOf(id)).body.total).toBe(1);
    expect(await shown(id)).toEqual([]);
  });

  it('ROLE-08 nobody sees or orders the cart of another', async () => {
    const { id, ...order } = await addCart();
    const { id: other } = await addAccount(portal);
    expect(await shown(other)).toEqual([]);
    expect((await placeOrder(portal, other, order)).status).toBe(409);
    expect(await shown(id)).toEqual(['2 × WAY-2', '1 × KIT-WAY']);
  });

  it('the cart needs a session with a password and a unit that sells', async () => {
    for (const sent of [{}, { as: people.bruno }, { as: people.ana, scope: 'book' as const }]) {
      const expected = 'as' in sent ? 403 : 401;
      expect((await portal.ops.orders.getCart({}, sent)).status).toBe(expected);
      const body = { codigo_produto: 'WAY-2', quantidade: 1 };
      expect((await portal.ops.orders.setCartItem({ ...body }, sent)).status).toBe(expected);
    }
  });

  it.each([
    [{ codigo_produto: 'NADA', quantidade: 1 }, 404],
    [{ codigo_produto: '../x', quantidade: 1 }, 422],
    [{ codigo_produto: 'WAY-2', quantidade: -1 }, 422],
    [{ codigo_produto: 'WAY-2', quantidade: 1.5 }, 422],
    [{ codigo_produto: 'WAY-2', quantidade: 100 }, 422],
    [{ codigo_produto: 'WAY-2' }, 422],
  ])('the cart refuses %j in words', async (body, expected) => {
    const { status, body: answer } = await portal.ops.orders.setCartItem(body as never, { as: people.davi });
    expect([status, answer.detail]).toEqual([expected, expect.stringMatching(/\S/)]);
  });

  it('a cart holds twenty products, and no more', async () => {
    const { id } = await addAccount(portal);
    const { db } = portal.school;
    const codes = Array.from({ length: 21 }, (_, index) => `CHEIO-${engine}-${index}`);
    await db
      .insertInto('products')
      .values(
        codes.map((codigo) => ({
          ...{ codigo, nome: codigo, descricao: 'Teste', linha: 'A' as const, imagem_url: '/x.svg' },
          ...{ exige_teste_nivel: false, ativo: true, estoque: 'disponivel' as const },
        })),
      )
      .execute();
    for (const code of codes.slice(0, 20)) await put(code, 1, id);
    const { status, body } = await put(codes[20] ?? '', 1, id);
    expect([status, body.code]).toEqual([409, 'cart_full']);
    expect(await shown(id)).toHaveLength(20);
    await db.deleteFrom('cart_items').where('user_id', '=', id).execute();
    await db.deleteFrom('products').where('codigo', 'in', codes).execute();
  });

  it('a cart expires', async () => {
    const { id } = await addCart();
    const old = { updated_at: new Date(portal.clock.now.getTime() - 91 * 86_400_000).toISOString() };
    await portal.school.db.updateTable('cart_items').set(old).where('user_id', '=', id).execute();
    await deleteOld(portal.school);
    expect(await shown(id)).toEqual([]);
  });

  describe('the shop and the list', () => {
    it('the list separates current from closed orders, and unpaid ones come first', async () => {
      const { owner, order } = await addOrder(portal);
      const others = [];
      for (const status of [8, -2, 5]) {
        const { body } = await placeOrder(portal, owner);
        await putInto(portal, body.id, status);
        others.push(body.id);
      }
      const [delivered, cancelled, picking] = others;
      const ask = async (grupo: 'andamento' | 'entregues' | 'cancelados') =>
        (await portal.call(listOrders, { query: { grupo } }, { as: owner })).body;
      expect(await ask('andamento')).toMatchObject({
        items: [{ id: order.id }, { id: picking }],
        total: 2,
        grupos: { andamento: 2, entregues: 1, cancelados: 1 },
      });
      expect((await ask('entregues')).items.map(({ id }) => id)).toEqual([delivered]);
      expect(await ask('cancelados')).toMatchObject({ items: [{ id: cancelled }], total: 1 });
      const wrong = await portal.call(listOrders, { query: { grupo: 'todos' as never } }, { as: owner });
      expect(wrong.status).toBe(422);
    });

    it('the shop names the next book of the student, until it is ordered', async () => {
      const { id } = await addAccount(portal);
      const next = async () =>
        (await portal.ops.orders.listProducts({}, { as: id })).body
          .filter(({ proximo }) => proximo)
          .map((each) => each.codigo);
      expect(await next()).toEqual([]);
      const { livro_id } = await portal.school.db
        .selectFrom('turmas')
        .select('livro_id')
        .where('id', '=', 1)
        .executeTakeFirstOrThrow();
      await portal.school.db.insertInto('turma_alunos').values({ turma_id: 1, user_id: id, status: 'ativa' }).execute();
      const { codigo } = await portal.school.db
        .selectFrom('products')
        .select('codigo')
        .where('livro_id', '=', livro_id)
        .executeTakeFirstOrThrow();
      expect(await next()).toEqual([codigo]);
      await placeOrder(portal, id, { itens: [{ codigo_produto: codigo, quantidade: 1 }] });
      expect(await next()).not.toContain(codigo);
    });
  });
});
