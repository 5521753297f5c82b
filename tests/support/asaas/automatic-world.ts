import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { payWithPix } from '../../../src/lib/contract/finance.ts';
import { shiftDay } from '../../../src/lib/rules/time/days.ts';
import { instantIn } from '../../../src/lib/rules/time/instants.ts';
import { dayIn } from '../../../src/lib/rules/time/zones.ts';
import type { Engine } from '../../../src/server/core/db/connection.ts';
import { followAuthorizations } from '../../../src/server/money/finance/authorization-state.ts';
import { bankDayFrom } from '../../../src/server/money/finance/bank-days.ts';
import { followUpCharges } from '../../../src/server/money/finance/follow-up.ts';
import { lookAtDebits } from '../../../src/server/money/finance/look-at-debits.ts';
import { orderDebits } from '../../../src/server/money/finance/order-debits.ts';
import { endCodes } from '../../../src/server/money/finance/pix.ts';
import { addPayer, booksOf, saoPaulo } from '../bills.ts';
import { HELENA } from '../broadcasts.ts';
import { cpfOf } from '../cpf.ts';
import { notificationsOf } from '../inbox.ts';
import { noLimits, openTestSchool, type TestSchool } from '../school.ts';
import { FakeAsaas, notifyPortal, openAsaasAccount } from './fake-asaas.ts';

const ZONE = 'America/Sao_Paulo';
export const UNIT = 101;
let people = 716_000_000;

/** A school whose unit uses Asaas with Pix Automático switched on, and the double of the provider, for a test suite. */
export function automaticWorld(engine: Engine) {
  let provider: FakeAsaas;
  let portal: TestSchool;
  let account: string;
  beforeAll(async () => {
    provider = await FakeAsaas.start();
    portal = await openTestSchool(engine, { limits: noLimits, env: { PAYMENTS_TIMEOUT_MS: '3000' } });
    account = await openAsaasAccount(portal, provider, UNIT);
  });
  beforeEach(async () => {
    await provider.behave();
    await provider.allowAutomatic(true);
    await goTo(shiftDay(today(), 1), '12:00');
    await setOn(true);
  });
  afterAll(async () => {
    await portal.close();
    await provider.close();
  });

  const today = () => dayIn(ZONE, portal.clock.now);
  /** Sets the clocks of portal and provider to an hour of Brasília. */
  async function goTo(day: string, clock: string) {
    portal.clock.advance(Math.max(0, Date.parse(instantIn(ZONE, day, clock)) - portal.clock.now.getTime()));
    await provider.followClock(portal);
  }
  const setOn = async (ligado: boolean, as = HELENA) =>
    (await portal.ops.finance.setAutomaticPix({ id: UNIT, ligado }, { as })).status;
  /** Some bills, the first due in a few days, then each month. */
  const debtor = (count = 3, given: object = {}) =>
    addPayer(
      portal,
      cpfOf(++people),
      Array.from({ length: count }, (_, at) => ({
        company_id: UNIT,
        vencimento: shiftDay(today(), 5 + 30 * at),
        ...given,
      })),
    );
  const open = (bill: number, as: number) => portal.ops.finance.openPixAuthorization({ id: bill }, { as });
  const list = async (as: number) => (await portal.ops.finance.listPixAuthorizations({}, { as })).body;
  const rowOf = (id: number) =>
    portal.school.db.selectFrom('pix_authorizations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  let heard = 0;
  /** The provider sends its pending messages. */
  async function tellAll() {
    const { events } = await provider.look();
    for (const event of events.slice(heard)) expect((await notifyPortal(portal, account, event)).status).toBe(200);
    heard = events.length;
  }
  async function work() {
    await followUpCharges(portal.school);
    await followAuthorizations(portal.school);
    await orderDebits(portal.school);
    await lookAtDebits(portal.school);
    await endCodes(portal.school);
  }
  const chargeOf = async (bill: number) => (await booksOf(portal, bill)).charges.at(-1);
  const statusOf = async (bill: number) => (await booksOf(portal, bill)).bill.status;
  const pix = (id: number, as: number) => portal.call(payWithPix, { params: { id }, query: {} }, { as });
  const titlesOf = async (id: number) => (await notificationsOf(portal, id)).map(({ title }) => title);

  /** Noon, this many days before the debit of a bill. */
  const goBefore = async (bill: number, days: number) =>
    goTo(shiftDay(bankDayFrom((await booksOf(portal, bill)).bill.vencimento, saoPaulo), -days), '12:00');

  /** A payer whose bank debits the next bills. */
  async function authorized(count = 3, given: object = {}) {
    const payer = await debtor(count, given);
    const { body } = await open(payer.bill, payer.id);
    const { referencia } = await rowOf(body.id);
    await provider.consent(referencia);
    await tellAll();
    return { ...payer, authorization: body.id, referencia, next: payer.bills[1] ?? 0 };
  }
  /** A payer whose next debit is already ordered. */
  async function ordered(count = 3, given: object = {}) {
    const payer = await authorized(count, given);
    await goBefore(payer.next, 7);
    await work();
    const charge = await chargeOf(payer.next);
    expect(charge).toMatchObject({ status: 'ativa', autorizacao_id: payer.authorization });
    return { ...payer, txid: charge?.txid ?? '', due: charge?.debito_dia ?? '' };
  }
  const instructionsOf = async (txid: string) => {
    const { instructions } = await provider.look();
    const [payment] = await provider.paymentsOf(txid);
    return instructions.filter(({ paymentId }) => paymentId === payment?.id);
  };
  /** Sends the last messages of the provider again, in reverse order and then in order. */
  async function tellAgain() {
    const { events } = await provider.look();
    const last = events.slice(heard);
    for (const event of [...last.toReversed(), ...last])
      expect((await notifyPortal(portal, account, event)).status).toBe(200);
    heard = events.length;
  }

  return {
    get provider() {
      return provider;
    },
    get portal() {
      return portal;
    },
    ...{
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
    },
  };
}
