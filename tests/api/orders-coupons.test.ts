import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCoupon, listCoupons, updateCoupon } from '../../src/lib/contract/orders.ts';
import { addAccount } from '../support/accounts.ts';
import { addCoupon, usesOf } from '../support/orders.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

const ANA = 1;

describe.each(allEngines)('coupons on %s (API-38…40)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const read = (name: string, as?: number) => portal.call(getCoupon, { params: { name } }, { as });
  const mark = (name: string, as: number | undefined, usado = true) =>
    portal.call(updateCoupon, { body: { name, usado } }, { as });

  it('the list of coupons has those of the school', async () => {
    const { body } = await portal.call(listCoupons, {}, { as: ANA });
    expect(body.map(({ name, usado_em }) => [name, usado_em])).toEqual([
      ['MATERIAL10', null],
      ['CAFE5', null],
      ['LIVRARIA15', null],
    ]);
    expect(body[1]?.qr_payload).toContain('CAFE5');
    expect((await portal.call(listCoupons, {}, {})).status).toBe(401);
    expect((await portal.call(listCoupons, {}, { as: ANA, scope: 'book' })).status).toBe(403);
  });

  it('the look-up finds a coupon by its name, in any case', async () => {
    expect((await read('cafe5', ANA)).body).toMatchObject({ name: 'CAFE5', desconto: { tipo: 'valor', valor: 500 } });
    expect((await read('NADA', ANA)).status).toBe(404);
    expect((await read('LIVRARIA15', ANA)).status).toBe(409);
    const late = await addCoupon(portal, { aplica_em: 'parceiro', valido_ate: '2020-01-01' });
    expect((await read(late.name, ANA)).body).toMatchObject({ detail: 'Este cupom já venceu.', code: 'coupon' });
    expect((await read('CAFE5')).status).toBe(401);
  });

  it('a student marks a partner’s coupon as used, once for each user', async () => {
    const coupon = await addCoupon(portal, { aplica_em: 'parceiro', usos_max: 5 });
    const { id } = await addAccount(portal);
    expect((await mark(coupon.name, id, false)).body.usado_em).toBeNull();
    const first = await mark(coupon.name, id);
    expect(first.body).toMatchObject({ usos: 1, usado_em: portal.clock.now.toISOString() });
    portal.clock.advance(1_000);
    expect((await mark(coupon.name, id)).body).toEqual(first.body);
    expect((await mark(coupon.name, id, false)).body).toEqual(first.body);
    expect(await usesOf(portal, coupon.id)).toBe(1);
  });

  it('the last use goes to one of many concurrent requests', async () => {
    const coupon = await addCoupon(portal, { aplica_em: 'parceiro', usos_max: 1 });
    const many = await Promise.all(Array.from({ length: 6 }, () => addAccount(portal)));
    const sent = await Promise.all(many.map(({ id }) => mark(coupon.name, id)));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await usesOf(portal, coupon.id)).toBe(1);
  });

  it.each([
    ['NADA', 404],
    ['LIVRARIA15', 409],
    ['MATERIAL10', 409],
  ])('the school refuses to mark %s', async (name, expected) => {
    const { status, body } = await mark(name, ANA);
    expect(status).toBe(expected);
    expect(body.detail).toMatch(/\S/);
  });

  it('the call refuses bad input with a message', async () => {
    const { status, body } = await portal.call(updateCoupon, { body: { name: '', usado: true } }, { as: ANA });
    expect(status).toBe(422);
    expect(body.detail).toMatch(/\S/);
    expect((await mark('CAFE5', undefined)).status).toBe(401);
  });
});
