import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProduct, getProgressiveDiscount, listOrders, prepareOrder } from '../../src/lib/contract/orders.ts';
import type { InputOf } from '../../src/lib/page/operations.ts';
import { addAccount } from '../support/accounts.ts';
import { addOrder, billsOf, orderBody, placeOrder } from '../support/orders.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, davi: 4, nina: 12 };
const address = {
  cep: '13015-904',
  street: 'Rua das Palmeiras',
  street_number: '120',
  district: 'Centro',
  city: 'Campinas',
  state: 'sp',
};
const WEEK_MS = 7 * 24 * 3_600_000;

describe.each(engines)('orders on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  describe('what can be ordered', () => {
    it('API-90 ORDER-22 a product is read by its code, with its table of prices', async () => {
      const { status, body } = await portal.call(getProduct, { params: { code: 'REACH-2' } }, { as: people.ana });
      expect(status).toBe(200);
      expect(body).toMatchObject({ codigo: 'REACH-2', linha: 'B', preco_centavos: 45_100, exige_teste_nivel: true });
      expect(body.imagem_url, 'the cover of its book').toBe('/brand/livros/reach-2.svg');
      expect(body.faixas).toHaveLength(6);
      const unknown = await portal.call(getProduct, { params: { code: 'NADA' } }, { as: people.ana });
      expect([unknown.status, unknown.body.detail]).toEqual([404, 'Não encontramos este material.']);
    });

    it('the shelf shows what is sold', async () => {
      const { body } = await portal.ops.orders.listProducts({}, { as: people.ana });
      expect(body.map(({ codigo }) => codigo)).toEqual(['WAY-1', 'WAY-2', 'REACH-1', 'REACH-2', 'KIT-WAY']);
    });

    it('API-41 prices by quantity are those of the own unit', async () => {
      const ask = (id: number, codigo_produto?: string) =>
        portal.call(getProgressiveDiscount, { params: { id }, query: { codigo_produto } }, { as: people.ana });
      const own = await ask(101, 'REACH-1');
      expect(own.body).toMatchObject({ company_id: 101, linha: 'B' });
      expect(own.body.faixas[5]).toEqual({
        quantidade: 6,
        valor_unitario_centavos: 40_100,
        total_centavos: 240_600,
        economia_total_centavos: 30_000,
        parcelas_max: 12,
      });
      expect((await ask(101)).body.linha).toBe('A');
      expect((await ask(103)).status).toBe(404);
      expect((await ask(101, 'NADA')).status).toBe(404);
    });

    it('API-45 the portal says what an enrollment may order, and what prevents it', async () => {
      const ask = (turma_aluno_id: number, codigo_produto: string) =>
        portal.call(prepareOrder, { body: { turma_aluno_id, codigo_produto } }, { as: people.ana });
      const { body } = await ask(101, 'WAY-2');
      expect(body).toMatchObject({ aluno: { drive_user_id: 1001, nome: 'Ana Souza' }, pendencias: [] });
      expect(body.entrega_padrao).toMatchObject({ cep: '13015904', state: 'SP' });
      expect((await ask(101, 'REACH-2')).body.pendencias).toEqual([expect.stringMatching(/teste de nível/)]);
      const old = await addAccount(portal, { cep: null });
      const enrollment = await portal.school.db
        .insertInto('turma_alunos')
        .values({ turma_id: 1, user_id: old.id, status: 'ativa' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const input = { body: { turma_aluno_id: enrollment.id, codigo_produto: 'WAY-2' } };
      expect((await portal.call(prepareOrder, input, { as: old.id })).body.pendencias).toEqual([
        'Seu cadastro precisa ser confirmado.',
      ]);
      expect((await ask(102, 'WAY-2')).status).toBe(404);
      expect((await ask(101, 'NADA')).status).toBe(404);
    });
  });

  describe('what it costs', () => {
    const quote = (body: InputOf<'orders.quoteOrder'>, as = people.ana) => portal.ops.orders.quoteOrder(body, { as });

    it('a quote has the price of an order before: quantity, coupon, freight', async () => {
      const itens = [{ codigo_produto: 'WAY-2', quantidade: 3 }];
      const { body } = await quote({ itens, cupom: 'material10', entrega: { tipo: 'escola' } });
      expect(body).toEqual({
        subtotal_centavos: 170_400,
        economia_centavos: 6_000,
        desconto_cupom_centavos: 16_440,
        frete_centavos: 0,
        total_centavos: 147_960,
        parcelas_max: 12,
        cupom_aviso: null,
        itens: [{ codigo_produto: 'WAY-2', quantidade: 3, valor_unitario_centavos: 54_800, total_centavos: 164_400 }],
      });
      const near = await quote({ itens, entrega: { tipo: 'endereco', endereco: { state: 'sp' } } });
      const far = await quote({ itens, entrega: { tipo: 'endereco', endereco: { state: 'AC' } } });
      expect([near.body.frete_centavos, far.body.frete_centavos]).toEqual([1_990, 3_490]);
    });

    it.each([
      ['NADA', /Não encontramos este cupom/],
      ['CAFE5', /no parceiro/],
      ['LIVRARIA15', /no parceiro/],
    ])('a coupon that takes nothing off is a remark: %s', async (cupom, words) => {
      const itens = [{ codigo_produto: 'WAY-2', quantidade: 1 }];
      const { status, body } = await quote({ itens, cupom, entrega: { tipo: 'escola' } });
      expect(status).toBe(200);
      expect(body).toMatchObject({ desconto_cupom_centavos: 0, cupom_aviso: expect.stringMatching(words) });
    });
  });

  describe('placing an order', () => {
    it('API-42 an order is priced by the server and waits seven days for its payment', async () => {
      const { owner, order } = await addOrder(portal, {
        itens: [
          { codigo_produto: 'WAY-2', quantidade: 1 },
          { codigo_produto: 'REACH-1', quantidade: 2 },
          { codigo_produto: 'WAY-2', quantidade: 1 },
        ],
        parcelas: 12,
        entrega: { tipo: 'endereco', endereco: address },
      });
      expect(order).toMatchObject({
        status: { id: 1, name: 'Aguardando pagamento' },
        quantidade_total: 4,
        subtotal_centavos: 203_800,
        economia_centavos: 12_000,
        frete_centavos: 1_990,
        total_centavos: 193_790,
        parcelas: 12,
        parcelas_max: 12,
        pode_cancelar: true,
        numero: expect.stringMatching(/^P-\d{6}$/),
      });
      expect(order.itens).toHaveLength(2);
      expect(order.entrega.endereco).toMatchObject({ cep: '13015904', state: 'SP' });
      expect(Date.parse(order.pagar_ate ?? '') - Date.parse(order.criado_em)).toBe(WEEK_MS);
      expect(order.historico).toMatchObject([{ status_id: 1, por: 'aluno' }]);
      const [bill] = await billsOf(portal, order.id);
      expect(bill).toMatchObject({ id: order.parcela_id, user_id: owner, valor_centavos: 193_790, status: 'aberta' });
      expect(bill?.parcelas_max).toBe(12);
    });

    it('ORDER-03 an order waits for the level test where the product asks for one', async () => {
      const itens = [{ codigo_produto: 'REACH-2', quantidade: 1 }];
      const { owner, order } = await addOrder(portal, { itens });
      expect(order).toMatchObject({ status: { id: -3 }, pagar_ate: null, parcela_id: null, pode_cancelar: true });
      await portal.school.db
        .insertInto('english_tests')
        .values({ id: `feito-${owner}`, user_id: owner, resume_token: 'x', started_at: 'x', finished_at: 'x' })
        .execute();
      expect((await placeOrder(portal, owner, { itens })).body.status.id).toBe(1);
    });

    it('an order stores its enrollment, and refuses one of somebody else', async () => {
      expect((await placeOrder(portal, people.davi, { turma_aluno_id: 102 })).body.turma_aluno_id).toBe(102);
      expect((await placeOrder(portal, people.davi, { turma_aluno_id: 101 })).status).toBe(404);
    });

    it('placing an order refuses more installments than the price table has', async () => {
      const { status, body } = await placeOrder(portal, people.davi, { parcelas: 7 });
      expect([status, body.fields?.parcelas]).toEqual([400, 'Este pedido pode ser pago em até 6 vezes.']);
    });

    it.each([
      [{ ativo: false }, /não é mais vendido/],
      [{ estoque: 'indisponivel' as const }, /em falta/],
    ])('placing an order refuses a product that is not sold now: %j', async (given, words) => {
      const codigo = `T-${words.source.length}-${engine}`;
      await portal.school.db
        .insertInto('products')
        .values({
          codigo,
          nome: 'Livro antigo',
          descricao: 'Teste',
          linha: 'A',
          imagem_url: '/brand/produtos/material.svg',
          exige_teste_nivel: false,
          ativo: true,
          estoque: 'disponivel',
          ...given,
        })
        .execute();
      const itens = [{ codigo_produto: codigo, quantidade: 1 }];
      const { status, body } = await placeOrder(portal, people.davi, { itens });
      expect([status, body.detail]).toEqual([409, expect.stringMatching(words)]);
      await portal.school.db.deleteFrom('products').where('codigo', '=', codigo).execute();
      expect((await placeOrder(portal, people.davi, { itens })).status).toBe(404);
    });

    it.each([
      [{ itens: [] }],
      [{ itens: [{ codigo_produto: 'WAY-2', quantidade: 0 }] }],
      [{ itens: [{ codigo_produto: 'WAY-2', quantidade: 1.5 }] }],
      [{ itens: [{ codigo_produto: '../x', quantidade: 1 }] }],
      [{ parcelas: 13 }],
      [{ aceite_termos: false }],
      [{ entrega: { tipo: 'endereco' } }],
      [{ entrega: { tipo: 'endereco', endereco: { ...address, cep: '1' } } }],
      [{ entrega: { tipo: 'drone' } }],
    ])('placing an order refuses %j in words', async (wrong) => {
      const { status, body } = await placeOrder(portal, people.davi, wrong as never);
      expect(status).toBe(422);
      expect(body.detail).toMatch(/\S/);
    });
  });

  describe('looking at them', () => {
    it('API-44 OPEN-07 own orders are listed newest first, by status and page', async () => {
      const list = (query = {}) => portal.call(listOrders, { query }, { as: people.ana });
      const { body } = await list();
      expect(body.total).toBe(10);
      expect(body.items.map(({ id }) => id)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
      expect(new Set(body.items.map(({ status }) => status.id)).size).toBe(10);
      for (const order of body.items) {
        const items = order.itens.reduce((sum, { total_centavos }) => sum + total_centavos, 0);
        expect(items - order.desconto_cupom_centavos + order.frete_centavos).toBe(order.total_centavos);
        expect(order.historico.at(-1)?.status_id).toBe(order.status.id);
      }
      expect((await list({ status: '-3' })).body.items.map(({ id }) => id)).toEqual([10]);
      expect((await list({ status: '3' })).body).toMatchObject({ items: [], total: 0 });
      expect((await list({ limit: 2, offset: 1 })).body.items.map(({ id }) => id)).toEqual([9, 8]);
      expect((await portal.call(listOrders, { query: {} }, { as: people.nina })).body.items).toEqual([]);
    });

    it('an unpaid order includes its bill', async () => {
      const read = (id: number) => portal.ops.orders.getOrder({ id }, { as: people.ana });
      expect((await read(9)).body).toMatchObject({ id: 9, parcela_id: 5001, cobranca: null, pode_cancelar: true });
      expect((await read(3)).body).toMatchObject({ parcela_id: null, rastreio: { transportadora: 'Correios' } });
      expect((await read(1)).body.pode_cancelar).toBe(false);
    });

    it('ROLE-08 an order of another is not found', async () => {
      expect((await portal.ops.orders.getOrder({ id: 9 }, { as: people.davi })).status).toBe(404);
    });
  });

  describe('who may', () => {
    const sends: [string, (sent: { as?: number; scope?: 'book' }) => Promise<{ status: number }>][] = [
      ['listOrders', (sent) => portal.call(listOrders, { query: {} }, sent)],
      ['getOrder', (sent) => portal.ops.orders.getOrder({ id: 9 }, sent)],
      ['listProducts', (sent) => portal.ops.orders.listProducts({}, sent)],
      [
        'getProgressiveDiscount',
        (sent) => portal.call(getProgressiveDiscount, { params: { id: 102 }, query: {} }, sent),
      ],
      [
        'prepareOrder',
        (sent) => portal.call(prepareOrder, { body: { turma_aluno_id: 101, codigo_produto: 'WAY-2' } }, sent),
      ],
      [
        'quoteOrder',
        (sent) => portal.ops.orders.quoteOrder({ itens: orderBody().itens, entrega: { tipo: 'escola' } }, sent),
      ],
    ];
    it.each(sends)('%s: 401 without a session, 403 without sales, 403 with a printed code', async (_name, send) => {
      expect((await send({})).status).toBe(401);
      expect((await send({ as: people.bruno })).status).toBe(403);
      expect((await send({ as: people.ana, scope: 'book' })).status).toBe(403);
    });
  });
});
