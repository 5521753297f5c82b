import { describe, expect, it } from 'vitest';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { automaticWorld, UNIT } from '../support/asaas/automatic-world.ts';
import { booksOf } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { notificationsOf } from '../support/inbox.ts';
import { withKey } from '../support/points.ts';
import { engines } from '../support/school.ts';

describe.each(engines)('Pix Automático at a unit that receives by Asaas, on %s', (engine) => {
  const world = automaticWorld(engine);
  const {
    today,
    goTo,
    setOn,
    debtor,
    open,
    list,
    rowOf,
    tellAll,
    tellAgain,
    work,
    chargeOf,
    statusOf,
    pix,
    titlesOf,
    goBefore,
    authorized,
    ordered,
    instructionsOf,
  } = world;

  it('a unit without Pix Automático shows and opens nothing', async () => {
    expect(await setOn(false)).toBe(200);
    const { id, bill } = await debtor();
    expect(await list(id)).toEqual([]);
    expect((await open(bill, id)).body.code).toBe('not_offered');
    expect((await world.portal.ops.finance.setAutomaticPix({ id: 102, ligado: true }, { as: HELENA })).status).not.toBe(
      200,
    );
    expect((await world.portal.ops.finance.setAutomaticPix({ id: UNIT, ligado: true })).status).toBe(401);
    expect((await world.portal.ops.finance.setAutomaticPix({ id: UNIT, ligado: true }, { as: id })).status).toBe(403);
  });

  it('one payment is the consent, each month is debited once, and the payer cancels', async () => {
    const { id, bill, bills } = await debtor();
    expect(await list(id)).toMatchObject([{ estado: 'oferta', quantas: 2, nome: null }]);
    const [one, two] = await Promise.all([open(bill, id), open(bill, id)]);
    expect([one.status, two.status, one.body.id === two.body.id]).toEqual([200, 200, true]);
    const { referencia } = await rowOf(one.body.id);
    const mine = (await world.provider.look()).authorizations.filter(({ contractId }) => contractId === referencia);
    expect(mine).toMatchObject([{ status: 'CREATED', value: null, minLimitValue: 100 }]);
    expect(one.body.cobranca).toMatchObject({ br_code: mine[0]?.payload, valor_centavos: 10_000, status: 'ATIVA' });
    expect(await list(id)).toMatchObject([{ estado: 'pendente' }]);
    await world.provider.consent(referencia);
    await tellAll();
    expect([await statusOf(bill), (await list(id))[0]?.estado]).toEqual(['paga', 'ativa']);
    const [, next = 0, last = 0] = bills;
    await goBefore(next, 10);
    await work();
    expect((await booksOf(world.portal, next)).charges).toEqual([]);
    await goBefore(next, 7);
    await Promise.all([work(), work()]);
    await work();
    const charges = (await booksOf(world.portal, next)).charges;
    expect(charges).toMatchObject([{ forma: 'pix', status: 'ativa', valor_centavos: 10_000 }]);
    const [charge] = charges;
    expect(await world.provider.paymentsOf(charge?.txid ?? '')).toHaveLength(1);
    expect(await instructionsOf(charge?.txid ?? '')).toMatchObject([
      { status: 'SCHEDULED', dueDate: charge?.vence_em },
    ]);
    await goTo(charge?.debito_dia ?? '', '07:30');
    await world.provider.debit(charge?.txid ?? '');
    await tellAll();
    const paid = await booksOf(world.portal, next);
    expect([paid.bill.status, paid.bill.forma, paid.refunds]).toEqual(['paga', 'pix', []]);
    expect((await pix(next, id)).body.code).toBe('already_paid');
    const { body, status } = await world.portal.ops.finance.endPixAuthorization({ id: last }, { as: id });
    expect([status, body.detail]).toEqual([200, expect.stringContaining('encerrado')]);
    expect((await world.portal.ops.finance.endPixAuthorization({ id: last }, { as: id })).status).toBe(409);
    await work();
    expect(
      (await world.provider.look()).authorizations.findLast(({ contractId }) => contractId === referencia)?.status,
    ).toBe('CANCELLED');
    await goBefore(last, 6);
    await work();
    expect((await booksOf(world.portal, last)).charges).toEqual([]);
  });

  it('all states are found by polling without webhooks, and repeated, late and unordered ones count once', async () => {
    const { id, bill, bills } = await debtor();
    const { body } = await open(bill, id);
    const { referencia } = await rowOf(body.id);
    await world.provider.consent(referencia);
    await goTo(today(), '12:40');
    await work();
    expect([await statusOf(bill), (await rowOf(body.id)).status]).toEqual(['paga', 'ativa']);
    const next = bills[1] ?? 0;
    await goBefore(next, 6);
    await work();
    const charge = await chargeOf(next);
    await goTo(charge?.debito_dia ?? '', '07:30');
    await world.provider.debit(charge?.txid ?? '');
    await goTo(charge?.debito_dia ?? '', '21:20');
    await work();
    expect(await statusOf(next)).toBe('paga');
    await tellAgain();
    const books = await booksOf(world.portal, next);
    expect([books.bill.status, books.charges.length, books.refunds]).toEqual(['paga', 1, []]);
    expect((await rowOf(body.id)).status).toBe('ativa');
  });

  it.each([
    ['REFUSED', 'recusada'],
    ['EXPIRED', 'expirada'],
    ['CANCELLED', 'encerrada'],
  ] as const)('an authorization %s at the bank is %s here, and can be opened again', async (said, status) => {
    const { id, bill } = await debtor();
    const { body } = await open(bill, id);
    const { referencia } = await rowOf(body.id);
    await world.provider.sayOfAuthorization(referencia, said);
    await tellAll();
    expect(await rowOf(body.id)).toMatchObject({ status, chave: null });
    expect(await list(id)).toMatchObject([{ estado: 'oferta', antes: { status } }]);
    const again = await open(bill, id);
    expect([again.status, again.body.id === body.id]).toEqual([200, false]);
  });

  it('an end in the bank’s app ends the debits and notifies payer and office; an end by the office is sent', async () => {
    const { id, next, referencia, authorization } = await ordered();
    await world.provider.sayOfAuthorization(referencia, 'CANCELLED');
    await tellAll();
    expect(await rowOf(authorization)).toMatchObject({ status: 'encerrada', fim: 'banco' });
    expect((await chargeOf(next))?.status).toBe('removida');
    expect((await titlesOf(id)).at(-1)).toContain('Pix Automático encerrado');
    expect((await notificationsOf(world.portal, HELENA, 'pix_automatico')).at(-1)?.title).toContain(
      'encerrado no banco',
    );
    expect((await pix(next, id)).status).toBe(200);
    const other = await authorized();
    const end = () =>
      world.portal.ops.finance.endSchoolAuthorization({ id: other.next, motivo: 'Pedido' }, withKey({ as: HELENA }));
    expect([(await end()).status, (await end()).status]).toEqual([200, 409]);
    expect(await rowOf(other.authorization)).toMatchObject({ status: 'encerrada', fim: 'escola' });
    await work();
    const { authorizations } = await world.provider.look();
    expect(authorizations.find(({ contractId }) => contractId === other.referencia)?.status).toBe('CANCELLED');
    expect(
      (await world.portal.ops.finance.getSchoolBill({ id: other.next }, { as: HELENA })).body.automatico,
    ).toMatchObject({
      estado: 'encerrada',
    });
  });

  it.each(['deaf', 'lost', 'silent', 'html', 'away'] as const)(
    'a provider that is %s at the authorization and at the order: the next try is the same one',
    async (does) => {
      const { id, bill, bills } = await debtor();
      await world.provider.behave({ at: 'POST /pix/automatic/authorizations', does, times: 1 });
      expect((await open(bill, id)).status).toBe(503);
      world.portal.clock.advance(61_000);
      await world.provider.followClock(world.portal);
      const { status, body } = await open(bill, id);
      expect(status).toBe(200);
      const { referencia } = await rowOf(body.id);
      const made = (await world.provider.look()).authorizations.filter(({ contractId }) => contractId === referencia);
      expect(made).toHaveLength(1);
      await world.provider.consent(referencia);
      await tellAll();
      const next = bills[1] ?? 0;
      await goBefore(next, 7);
      await world.provider.behave({ at: 'POST /payments', does, times: 1 });
      await work();
      expect((await chargeOf(next))?.status).toBe('criando');
      world.portal.clock.advance(16 * 60_000);
      await world.provider.followClock(world.portal);
      await work();
      const charge = await chargeOf(next);
      expect([charge?.status, (await world.provider.paymentsOf(charge?.txid ?? '')).length]).toEqual(['ativa', 1]);
    },
  );

  it('an account without the product gives a message, and nothing stays open', async () => {
    const { id, bill } = await debtor();
    await world.provider.allowAutomatic(false);
    const { status, body } = await open(bill, id);
    expect([status, body.code]).toEqual([409, 'refused_by_provider']);
    expect(await list(id)).toMatchObject([{ estado: 'oferta', antes: { status: 'recusada' } }]);
    expect((await pix(bill, id)).status).toBe(200);
  });

  it('only the payer opens and ends an authorization: nobody else, no visitor, no minor', async () => {
    const { id, bill } = await authorized();
    const other = await debtor();
    expect((await open(bill, other.id)).status).toBe(404);
    expect((await world.portal.ops.finance.openPixAuthorization({ id: bill })).status).toBe(401);
    expect((await world.portal.ops.finance.endPixAuthorization({ id: bill }, { as: other.id })).status).toBe(404);
    expect((await world.portal.ops.finance.endPixAuthorization({ id: bill })).status).toBe(401);
    expect((await open(bill, id)).body.code).toBe('already_active');
    const child = await debtor();
    await world.portal.school.db
      .updateTable('users')
      .set({ birth_date: shiftDay(today(), -15 * 365) })
      .where('id', '=', child.id)
      .execute();
    expect([await list(child.id), (await open(child.bill, child.id)).status]).toEqual([[], 404]);
  });

  it('a paid code is not opened again before the bank confirms it', async () => {
    const { id, bill } = await debtor();
    const { body } = await open(bill, id);
    await world.provider.consent((await rowOf(body.id)).referencia, 'CREATED');
    await tellAll();
    expect([(await open(bill, id)).status, (await list(id))[0]?.pago]).toEqual([409, true]);
    expect((await rowOf(body.id)).status).toBe('pendente');
  });

  it('an authorization ends with the last bill of the contract, and when its student is blocked', async () => {
    const blocked = await authorized();
    await world.portal.school.db.updateTable('users').set({ is_blocked: true }).where('id', '=', blocked.id).execute();
    const { next, authorization } = await authorized(2);
    await world.portal.ops.finance.cancelSchoolBill({ id: next, motivo: 'Fim' }, withKey({ as: HELENA }));
    await work();
    expect(await rowOf(blocked.authorization)).toMatchObject({ status: 'encerrada', fim: 'escola' });
    expect(await rowOf(authorization)).toMatchObject({ status: 'encerrada', fim: 'contrato' });
  });

  it('the payment of the consent is refunded like a Pix', async () => {
    const { bill, txid } = await (async () => {
      const payer = await authorized();
      return { bill: payer.bill, txid: (await chargeOf(payer.bill))?.referencia_casa ?? '' };
    })();
    const refund = { id: bill, motivo: 'Pedido', total_visto_centavos: 10_000 };
    const { status } = await world.portal.ops.finance.refundSchoolBill(refund, {
      ...withKey({ as: HELENA }),
    });
    if (status === 200) await sendRefunds(world.portal.school);
    const { payments } = await world.provider.look();
    const [payment] = payments.filter(({ pixQrCodeId }) => pixQrCodeId === txid);
    expect([status, payment?.refunds?.map(({ value }) => value)]).toEqual([200, [100]]);
  });
});
