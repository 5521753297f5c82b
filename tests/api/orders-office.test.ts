import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCoupon, listCoupons } from '../../src/lib/contract/orders.ts';
import type { InputOf } from '../../src/lib/page/operations.ts';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { addAccount } from '../support/accounts.ts';
import { addCoupon, addOrder } from '../support/orders.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const ANA = 1;
const HELENA = 7;
const ADMIN = 8;

describe.each(engines)('coupons and products of the office on %s', (engine) => {
  let portal: TestSchool;
  let today: string;
  let count = 0;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
    today = dayIn('America/Sao_Paulo', portal.clock.now);
  });
  afterAll(() => portal.close());

  const input = (more: object = {}) => {
    count += 1;
    return {
      name: `volta-${count}`,
      descricao: '10% no próximo pedido',
      desconto_tipo: 'percentual' as const,
      desconto_valor: 10,
      ...more,
    };
  };
  const create = (body: object = input(), as = HELENA) =>
    portal.ops.orders.createSchoolCoupon(body as ReturnType<typeof input>, { as });
  const change = (id: number, body: object, as = HELENA) =>
    portal.ops.orders.updateSchoolCoupon(
      {
        id,
        descricao: 'x',
        desconto_tipo: 'percentual',
        desconto_valor: 10,
        ativo: true,
        ...body,
      },
      { as },
    );
  const quote = async (cupom: string, code = 'WAY-1', as = ANA) =>
    (
      await portal.ops.orders.quoteOrder(
        { itens: [{ codigo_produto: code, quantidade: 1 }], cupom, entrega: { tipo: 'escola' } },
        { as },
      )
    ).body;

  const productOf = async (code: string) => {
    const { produtos } = (await portal.ops.orders.listSchoolCoupons({}, { as: HELENA })).body;
    return produtos.find(({ codigo }) => codigo === code)?.id ?? 0;
  };

  it('a coupon made in the panel reduces an order, and can be ended at once', async () => {
    const { body: coupon } = await create();
    expect(coupon).toMatchObject({ name: `VOLTA-${count}`, situacao: 'ativo', usos: 0, pode_editar: true });
    expect(await quote(coupon.name.toLowerCase())).toMatchObject({ desconto_cupom_centavos: 5_680, cupom_aviso: null });
    const used = await addOrder(portal, { cupom: coupon.name }, { company: 101 });
    expect(used).toBeTruthy();
    expect((await portal.call(listCoupons, {}, { as: ANA })).body.map(({ name }) => name)).toContain(coupon.name);
    expect((await change(coupon.id, { ativo: false })).body.situacao).toBe('encerrado');
    expect((await quote(coupon.name)).cupom_aviso).toBe('Este cupom foi encerrado.');
    expect((await portal.call(listCoupons, {}, { as: ANA })).body.map(({ name }) => name)).not.toContain(coupon.name);
    const log = await portal.school.db
      .selectFrom('audit_log')
      .select('data')
      .where('target', '=', `coupon:${coupon.id}`)
      .orderBy('id')
      .execute();
    expect(JSON.parse(log.at(-1)?.data ?? '{}')).toMatchObject({ antes: { ativo: true }, depois: { ativo: false } });
  });

  it('a coupon respects its days, products and number of uses', async () => {
    const later = (await create(input({ valido_de: shiftDay(today, 1) }))).body;
    expect((await quote(later.name)).cupom_aviso).toContain('vale a partir de');
    const books = (await create(input({ produtos: [await productOf('WAY-2')] }))).body;
    expect((await quote(books.name)).cupom_aviso).toBe('Este cupom não vale para os materiais deste pedido.');
    expect((await quote(books.name, 'WAY-2')).desconto_cupom_centavos).toBe(5_680);
    const both = await portal.ops.orders.quoteOrder(
      {
        itens: ['WAY-1', 'WAY-2'].map((codigo_produto) => ({ codigo_produto, quantidade: 1 })),
        cupom: books.name,
        entrega: { tipo: 'escola' },
      },
      { as: ANA },
    );
    expect(both.body.desconto_cupom_centavos).toBe(5_580);
    const one = (await create(input({ usos_max: 1 }))).body;
    await portal.school.db.updateTable('cupons').set({ usos: 1 }).where('id', '=', one.id).execute();
    expect((await quote(one.name)).cupom_aviso).toContain('já foi usado');
  });

  it('errors of a coupon are reported by field', async () => {
    const known = (await create()).body.name;
    const fields = async (more: object) => Object.keys((await create(input(more))).body.fields ?? {});
    expect(await fields({ name: known.toLowerCase() })).toEqual(['name']);
    expect(await fields({ name: 'não vale' })).toEqual(['name']);
    expect(await fields({ desconto_valor: 101 })).toEqual(['desconto_valor']);
    expect(await fields({ valido_de: '2031-02-01', valido_ate: '2031-01-01' })).toEqual(['valido_ate']);
    expect(await fields({ produtos: [99_999] })).toEqual(['produtos']);
  });

  it('coupons are listed in pages, and filtered by code and state', async () => {
    const list = async (query: InputOf<'orders.listSchoolCoupons'> = {}, as = HELENA) =>
      (await portal.ops.orders.listSchoolCoupons(query, { as })).body;
    const books = (await create(input({ produtos: [await productOf('WAY-2')], valido_de: shiftDay(today, 3) }))).body;
    const first = await list({ limit: 1 });
    expect(first.items.map(({ id }) => id)).toEqual([books.id]);
    expect((await list({ limit: 1, depois: first.next ?? '' })).items[0]?.id).toBeLessThan(books.id);
    expect((await list({ q: books.name.toLowerCase() })).items).toMatchObject([
      { id: books.id, situacao: 'futuro', produtos: [{ codigo: 'WAY-2' }] },
    ]);
    await change(books.id, { ativo: false });
    for (const situacao of ['ativo', 'futuro', 'vencido', 'esgotado', 'encerrado'] as const) {
      const { items, total, contagens } = await list({ situacao });
      expect(
        items.every((each) => each.situacao === situacao),
        situacao,
      ).toBe(true);
      expect(total).toBe(contagens[situacao] ?? 0);
    }
    expect((await list({ q: books.name, situacao: 'encerrado' })).items.map(({ id }) => id)).toEqual([books.id]);
    const foreign = await addStaff(portal, { company: 102 });
    expect((await list({ q: books.name }, foreign)).total).toBe(0);
    const requested = await portal.ops.orders.listSchoolCoupons({ situacao: 'nada' as 'ativo' }, { as: HELENA });
    expect([requested.status, (await portal.ops.orders.listSchoolCoupons({}, {})).status]).toEqual([422, 401]);
  });

  it('a coupon belongs to one school; only admins change those of the network', async () => {
    const { body: coupon } = await create();
    const foreign = await addAccount(portal, { company: 102 });
    expect((await portal.call(getCoupon, { params: { name: coupon.name } }, { as: foreign.id })).status).toBe(404);
    expect((await portal.call(getCoupon, { params: { name: coupon.name } }, { as: ANA })).status).toBe(200);
    const unit = await addUnit(portal, 'KNN Cupons');
    const ofUnit = await addStaff(portal, { company: unit, units: [unit] });
    expect((await create(input(), ofUnit)).status).toBe(403);
    expect((await change(coupon.id, {}, ofUnit)).status).toBe(403);
    expect((await portal.ops.orders.listSchoolCoupons({}, { as: ofUnit })).body.pode_criar).toBe(false);
    expect((await change(1, {})).status).toBe(403);
    expect((await change(1, {}, ADMIN)).status).toBe(200);
    expect((await create(input(), await addStaff(portal, { rights: ['clube'] }))).status).toBe(403);
  });

  it('two schools may use the same code; a code of the network works everywhere', async () => {
    const { body: own } = await create();
    const manager = await addStaff(portal, { company: 102 });
    const { status, body: theirs } = await create({ ...input(), name: own.name, desconto_valor: 30 }, manager);
    expect([status, theirs.name, theirs.id === own.id]).toEqual([200, own.name, false]);
    expect((await create({ ...input(), name: own.name }, manager)).body.code).toBe('coupon_known');
    const foreign = await addAccount(portal, { company: 102 });
    const worth = async (as: number) =>
      (await portal.call(getCoupon, { params: { name: own.name } }, { as })).body.desconto.valor;
    expect([await worth(ANA), await worth(foreign.id)]).toEqual([10, 30]);
    const [network] = (await portal.ops.orders.listSchoolCoupons({}, { as: manager })).body.items.filter(
      ({ pode_editar }) => !pode_editar,
    );
    expect((await create({ ...input(), name: network?.name ?? '' }, manager)).status).toBe(409);
    // A network code that was created after the school's own.
    const late = await addCoupon(portal);
    const again = input({ name: late.name });
    await portal.school.db.updateTable('cupons').set({ name: 'RARO' }).where('id', '=', late.id).execute();
    expect((await create(again)).status).toBe(200);
    await portal.school.db.updateTable('cupons').set({ name: late.name }).where('id', '=', late.id).execute();
    expect((await portal.call(getCoupon, { params: { name: late.name } }, { as: ANA })).body.id).not.toBe(late.id);
  });

  it('a product is created with cover and level of its book, once for a code', async () => {
    const body = (more: object = {}) => ({
      ...{
        codigo: `livro-${engine}`,
        livro_id: 2,
        nome: 'Way 2, usado',
        descricao: 'Livro usado',
        linha: 'A' as const,
      },
      ...{ estoque: 'disponivel' as const, prazo_dias: null, exige_teste_nivel: false, ativo: true },
      ...more,
    });
    const make = (more: object = {}, as = ADMIN) => portal.ops.orders.createSchoolProduct(body(more), { as });
    const { livros } = (await portal.ops.orders.listSchoolProducts({}, { as: ADMIN })).body;
    expect(livros.map(({ id }) => id)).toContain(2);
    expect((await portal.ops.orders.listSchoolProducts({}, { as: HELENA })).body.livros).toEqual([]);
    expect((await make({}, HELENA)).body.code).toBe('of_network');
    expect((await make({}, await addStaff(portal, { rights: ['clube'] }))).status).toBe(403);
    const made = await Promise.all([make(), make()]);
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const codigo = `LIVRO-${engine.toUpperCase()}`;
    expect(made.find(({ status }) => status === 200)?.body).toMatchObject({ codigo, nivel_cefr: 'A2', livro_id: 2 });
    expect((await portal.ops.orders.listProducts({}, { as: ANA })).body.map((each) => each.codigo)).toContain(codigo);
    const fields = async (more: object) => Object.keys((await make(more)).body.fields ?? {});
    expect(await fields({})).toEqual(['codigo']);
    expect(await fields({ codigo: 'com espaço' })).toEqual(['codigo']);
    expect(await fields({ codigo: 'X-1', livro_id: 99_999 })).toEqual(['livro_id']);
    expect((await make({ codigo: 'KIT-9', livro_id: null })).body.imagem_url).toContain('material');
    const { data } = await portal.school.db
      .selectFrom('audit_log')
      .select('data')
      .where('action', '=', 'product-create')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(data ?? '{}')).toMatchObject({ depois: { codigo } });
  });

  it('products are changed by an admin, or by the only school', async () => {
    const body = {
      nome: 'On the Way 1',
      descricao: 'Livro',
      linha: 'B' as const,
      estoque: 'indisponivel' as const,
      prazo_dias: 5,
      exige_teste_nivel: false,
      ativo: true,
    };
    const update = (as: number, more: object = {}) =>
      portal.ops.orders.updateSchoolProduct({ code: 'WAY-1', ...body, ...more }, { as });
    expect((await portal.ops.orders.listSchoolProducts({}, { as: HELENA })).body.pode_editar).toBe(false);
    expect((await update(HELENA)).body.code).toBe('of_network');
    expect((await update(ADMIN)).body).toMatchObject({ linha: 'B', preco_centavos: 45_100, estoque: 'indisponivel' });
    expect((await update(ADMIN, { prazo_dias: 400 })).status).toBe(422);
    const { listSchoolProducts, listProducts } = portal.ops.orders;
    const first = (await listSchoolProducts({ limit: 1 }, { as: ADMIN })).body;
    const second = (await listSchoolProducts({ limit: 1, depois: first.next ?? '' }, { as: ADMIN })).body;
    expect([first.items.length, second.items[0]?.id === first.items[0]?.id]).toEqual([1, false]);
    const found = (await listSchoolProducts({ q: 'way-1' }, { as: ADMIN })).body;
    expect(found.items.map(({ codigo }) => codigo)).toContain('WAY-1');
    expect(found.items.every(({ pode_editar }) => pode_editar)).toBe(true);
    expect([(await listSchoolProducts({}, { as: ANA })).status, (await listSchoolProducts()).status]).toEqual([
      403, 401,
    ]);
    const shown = (await listProducts({}, { as: ANA })).body.find(({ codigo }) => codigo === 'WAY-1');
    expect(shown).toMatchObject({ estoque: 'indisponivel', linha: 'B' });
    const { data } = await portal.school.db
      .selectFrom('audit_log')
      .select('data')
      .where('action', '=', 'product-update')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(data ?? '{}')).toMatchObject({ antes: { linha: 'A' }, depois: { linha: 'B' } });
  });
});
