import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRedemptions, listRewards } from '../../src/lib/contract/club.ts';
import { getFinance, payWithPix } from '../../src/lib/contract/finance.ts';
import { moveDiscountsOn } from '../../src/server/club/place-discounts.ts';
import { followUpCharges } from '../../src/server/money/finance/follow-up.ts';
import { addDebtor, booksOf, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { addReward, expectBooks, give, moveRedemptions, redeem, withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const HELENA = 7;
const MINUTE = 60_000;

describe.each(engines)('discounts and digital rewards on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  /** A member with 1,000 points and bills. */
  async function member(...bills: Parameters<typeof addDebtor>[1] & object) {
    const debtor = await addDebtor(portal, bills);
    const { db } = portal.school;
    const since = portal.clock.now.toISOString();
    await db.updateTable('users').set({ is_club: true, club_since: since }).where('id', '=', debtor.id).execute();
    await db.transaction().execute((tx) => give(tx, debtor.id, [1000], portal.clock.now));
    return debtor;
  }
  const discount = (worth: number | null = 5_000) =>
    addReward(portal, { nome: 'Desconto', entrega: 'desconto', desconto_centavos: worth });
  const owed = async (as: number) =>
    (await portal.call(getFinance, {}, { as })).body.parcelas.map((bill) => bill.valor_atualizado_centavos);
  const orders = async (as: number) => (await portal.call(listRedemptions, { query: {} }, { as })).body.items;
  const cancel = (id: number, as: number) => portal.ops.club.cancelRedemption({ id }, withKey({ as }));
  const pix = (bill: number | undefined, as: number, com?: string) =>
    portal.call(payWithPix, { params: { id: bill ?? 0 }, query: { ...(com && { com }) } }, { as });
  /** The payer's bank pays, without a webhook to the portal. */
  const payAtBank = async (txid: string) => expect(await portal.school.ports.payments.sandbox?.pay(txid)).toBe(true);
  const move = (
    id: number,
    body: { status: 'aprovado' | 'pronto' | 'entregue' | 'cancelado'; motivo?: string; codigo?: string },
  ) => moveRedemptions(portal, [id], body);

  describe('a discount', () => {
    it('a discount applies to the next open bill automatically, is shown there, and lowers the card charge', async () => {
      const { id, bills } = await member({ vencimento: '2031-02-10' }, { vencimento: '2031-01-10' });
      const { body } = await redeem(portal, id, await discount());
      expect(body.resgate).toMatchObject({
        status: 'solicitado',
        codigo_retirada: null,
        parcela: { id: bills[1], vencimento: '2031-01-10' },
      });
      expect(await owed(id)).toEqual([5_000, 10_000]);
      const [next] = (await portal.call(getFinance, {}, { as: id })).body.parcelas;
      expect(next).toMatchObject({ desconto_centavos: 5_000, credito_centavos: 5_000, valor_centavos: 10_000 });
      expect((await payByCard(portal, bills[1] ?? 0, cards.approved, { as: id })).body.total_centavos).toBe(5_000);
      expect((await portal.call(getFinance, {}, { as: id })).body.parcelas[0]).toMatchObject({
        status: 'paga',
        desconto_centavos: 5_000,
        valor_atualizado_centavos: 5_000,
      });
      await portal.worker.runOnce();
      expect((await orders(id))[0]).toMatchObject({ status: 'entregue', pode_cancelar: false });
    });

    it('a cancelled redemption removes its discount', async () => {
      const { id, bills } = await member({});
      const { body } = await redeem(portal, id, await discount());
      expect(await owed(id)).toEqual([5_000]);
      expect((await cancel(body.resgate.id, id)).body.saldo).toBe(1000);
      expect(await owed(id)).toEqual([10_000]);
      expect((await pix(bills[0], id)).body.valor_centavos).toBe(10_000);
      expect(await expectBooks(portal, id)).toBe(1000);
    });

    it('a discount cannot be cancelled while a code with it may be paid, or after that payment', async () => {
      const { id, bills } = await member({}, { vencimento: '2031-02-10' });
      const { resgate } = (await redeem(portal, id, await discount())).body;
      const { body: code } = await pix(bills[0], id);
      expect(code.valor_centavos).toBe(5_000);
      const refused = { status: 409, body: { code: 'discount_in_pix' } };
      expect(await cancel(resgate.id, id)).toMatchObject(refused);
      expect(await move(resgate.id, { status: 'cancelado', motivo: 'Engano' })).toMatchObject(refused);
      // A second code replaces the first, which the bank still accepts.
      expect((await pix(bills[0], id, String(bills[1]))).body.valor_centavos).toBe(15_000);
      expect(await cancel(resgate.id, id)).toMatchObject(refused);
      await payAtBank(code.txid);
      portal.clock.advance(29 * MINUTE);
      expect(await cancel(resgate.id, id)).toMatchObject(refused);
      portal.clock.advance(4 * MINUTE);
      await followUpCharges(portal.school);
      expect(await cancel(resgate.id, id)).toMatchObject({ status: 409, body: { code: 'discount_used' } });
      expect([await owed(id), await expectBooks(portal, id)]).toEqual([[5_000, 10_000], 900]);
    });

    it('a discount can be cancelled once the bank reports that its code expired', async () => {
      const { id, bills } = await member({});
      const { resgate } = (await redeem(portal, id, await discount())).body;
      await pix(bills[0], id);
      // The page sends the same key each time.
      const again = () =>
        portal.ops.club.cancelRedemption(
          { id: resgate.id },
          withKey({ as: id, key: `cancelar-resgate-${resgate.id}` }),
        );
      const refused = (await again()).body;
      expect([refused.code, refused.detail]).toEqual([
        'discount_in_pix',
        expect.stringContaining('Tente de novo em 30 minutos.'),
      ]);
      portal.clock.advance(33 * MINUTE);
      await followUpCharges(portal.school);
      expect((await again()).body.saldo).toBe(1000);
      expect(await owed(id)).toEqual([10_000]);
    });

    it('a discount moves to the next bill when a code from before it pays its bill', async () => {
      const { id, bills } = await member({}, { vencimento: '2031-02-10' });
      const { body: old } = await pix(bills[0], id);
      const { resgate } = (await redeem(portal, id, await discount())).body;
      expect(resgate.parcela?.id).toBe(bills[0]);
      await payAtBank(old.txid);
      portal.clock.advance(33 * MINUTE);
      await followUpCharges(portal.school);
      expect((await booksOf(portal, bills[0] ?? 0)).bill.status).toBe('paga');
      await moveDiscountsOn(portal.school);
      expect((await orders(id))[0]).toMatchObject({ status: 'solicitado', parcela: { id: bills[1] } });
      const { parcelas } = (await portal.call(getFinance, {}, { as: id })).body;
      expect(parcelas).toMatchObject([
        { status: 'paga', desconto_centavos: 0, credito_centavos: 0, valor_atualizado_centavos: 10_000 },
        { credito_centavos: 5_000, valor_atualizado_centavos: 5_000 },
      ]);
      // That code never included the discount: the member may cancel it at once.
      expect((await cancel(resgate.id, id)).body.saldo).toBe(1000);
      expect(await owed(id)).toEqual([10_000, 10_000]);
    });

    it('a refusal by the school removes a discount in the same way', async () => {
      const { id } = await member({});
      const { body } = await redeem(portal, id, await discount());
      const { items } = (await portal.ops.club.listManagedRedemptions({ limit: 1 }, { as: HELENA })).body;
      expect(items[0]).toMatchObject({ id: body.resgate.id, proximos: ['cancelado'] });
      expect((await move(body.resgate.id, { status: 'entregue' })).status).toBe(409);
      expect((await move(body.resgate.id, { status: 'cancelado', motivo: 'Engano' })).status).toBe(200);
      expect([await owed(id), await expectBooks(portal, id)]).toEqual([[10_000], 1000]);
    });

    it('a discount cannot be cancelled once its bill is paid', async () => {
      const { id, bills } = await member({});
      const { body } = await redeem(portal, id, await discount());
      await payByCard(portal, bills[0] ?? 0, cards.approved, { as: id });
      expect(await cancel(body.resgate.id, id)).toMatchObject({ status: 409, body: { code: 'discount_used' } });
      const refused = await move(body.resgate.id, { status: 'cancelado', motivo: 'Engano' });
      expect(refused).toMatchObject({ status: 409, body: { code: 'discount_used' } });
      expect(await expectBooks(portal, id)).toBe(900);
    });

    it('a discount is applied although a hundred earlier ones wait for a bill', async () => {
      const { db } = portal.school;
      // Of the first bill 50 reais are left to pay.
      const given = { abatimento_centavos: 1_000, pago_parcial_centavos: 6_000 };
      const { id, bills } = await member({ valor_centavos: 12_000, ...given });
      const { resgate } = (await redeem(portal, id, await discount())).body;
      const { id: _id, ...waiting } = await db
        .selectFrom('redemptions')
        .selectAll()
        .where('id', '=', resgate.id)
        .executeTakeFirstOrThrow();
      const others = Array.from({ length: 100 }, (_, index) => ({ ...waiting, codigo_retirada: `ESPERA${index}` }));
      await db.insertInto('redemptions').values(others).execute();
      const late = await member({ valor_centavos: 5_000 });
      const last = (await redeem(portal, late.id, await discount())).body.resgate;
      await db
        .updateTable('parcelas')
        .set({ valor_centavos: 9_000 })
        .where('id', '=', late.bills[0] ?? 0)
        .execute();
      await moveDiscountsOn(portal.school);
      expect((await orders(late.id)).find((each) => each.id === last.id)?.parcela?.id).toBe(late.bills[0]);
      expect((await booksOf(portal, bills[0] ?? 0)).bill.credito_centavos).toBe(0);
      await db.deleteFrom('redemptions').where('codigo_retirada', 'like', 'ESPERA%').execute();
    });

    it('a discount waits if no bill is larger, and moves on when its bill is cancelled', async () => {
      const { id, bills } = await member({ valor_centavos: 5_000 }, { vencimento: '2031-03-10', status: 'cancelada' });
      const { body } = await redeem(portal, id, await discount());
      expect(body.resgate.parcela).toBeNull();
      const set = (bill: number | undefined, status: 'aberta' | 'cancelada') =>
        portal.school.db
          .updateTable('parcelas')
          .set({ status })
          .where('id', '=', bill ?? 0)
          .execute();
      await set(bills[1], 'aberta');
      await Promise.all([moveDiscountsOn(portal.school), moveDiscountsOn(portal.school)]);
      expect(await owed(id)).toEqual([5_000, 5_000]);
      await set(bills[1], 'cancelada');
      await portal.school.db
        .updateTable('parcelas')
        .set({ valor_centavos: 9_000 })
        .where('id', '=', bills[0] ?? 0)
        .execute();
      await moveDiscountsOn(portal.school);
      await moveDiscountsOn(portal.school);
      expect((await orders(id))[0]?.parcela?.id).toBe(bills[0]);
      const rows = await portal.school.db
        .selectFrom('parcelas')
        .select('credito_centavos')
        .where('id', 'in', bills)
        .orderBy('id')
        .execute();
      expect(rows.map((row) => row.credito_centavos)).toEqual([5_000, 0]);
    });

    it('a discount without a stored value promises only that the school applies it', async () => {
      const { id } = await member({});
      const { resgate } = (await redeem(portal, id, await discount())).body;
      expect(resgate.desconto_centavos).toBe(5_000);
      const old = { desconto_centavos: null, parcela_id: null };
      await portal.school.db.updateTable('redemptions').set(old).where('id', '=', resgate.id).execute();
      expect((await orders(id))[0]).toMatchObject({ desconto_centavos: null, parcela: null });
      const notified = async () => {
        const { items } = (await portal.ops.inbox.listNotices({ limit: 1 }, { as: id })).body;
        return items[0]?.body;
      };
      await move(resgate.id, { status: 'aprovado' });
      expect(await notified()).toBe('Desconto. A escola ainda vai dar o desconto.');
      await move(resgate.id, { status: 'entregue' });
      expect(await notified()).toBe('Desconto. A escola já deu o desconto.');
    });

    it('a discount reward needs a value', async () => {
      const { id } = await member({});
      const reward = await discount(null);
      const shown = (await portal.call(listRewards, {}, { as: id })).body.rewards.find((each) => each.id === reward);
      expect(shown?.disponivel).toBe(false);
      expect((await redeem(portal, id, reward)).body.code).toBe('no_worth');
      const body = {
        nome: 'R$ 20',
        descricao: 'x',
        categoria: 'x',
        pontos: 5,
        entrega: 'desconto' as const,
        regras: 'x',
      };
      const refused = await portal.ops.club.createReward(body, { as: HELENA });
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['desconto_centavos']]);
      const made = await portal.ops.club.createReward({ ...body, desconto_centavos: 2_000 }, { as: HELENA });
      expect(made.body.desconto_centavos).toBe(2_000);
    });
  });

  it('the code of a digital reward arrives by mail and in the list', async () => {
    const { id } = await member({});
    const { email } = await portal.school.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const reward = await addReward(portal, { nome: 'Cinema', entrega: 'digital' });
    const { resgate } = (await redeem(portal, id, reward)).body;
    expect([resgate.codigo_retirada, resgate.codigo_digital]).toEqual([null, null]);
    const without = await move(resgate.id, { status: 'entregue' });
    expect([without.status, without.body.fields]).toEqual([422, { codigo: 'Informe o código' }]);
    expect(await portal.mails(email)).toEqual([]);
    const given = await move(resgate.id, { status: 'entregue', codigo: 'CINE-4421' });
    expect(given.status).toBe(200);
    const [mail] = await portal.mails(email);
    expect([mail?.subject, mail?.text]).toEqual(['Seu código: Cinema', expect.stringContaining('CINE-4421')]);
    expect((await orders(id))[0]).toMatchObject({ status: 'entregue', codigo_digital: 'CINE-4421' });
  });
});
