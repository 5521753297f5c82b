import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRewards } from '../../src/lib/contract/club.ts';
import { API_PREFIX, type CallInput } from '../../src/lib/contract/core.ts';
import { createExchangePayment, simulateExchange } from '../../src/lib/contract/exchange.ts';
import { downloadLinkReceipt, downloadReceipt, getFinance, payWithPix } from '../../src/lib/contract/finance.ts';
import { askRefund, sendRefunds } from '../../src/server/money/finance/refund.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { addAccount } from '../support/accounts.ts';
import { addBills, addDebtor, booksOf, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { takeLevelTest } from '../support/level-test.ts';
import { addOrder, moveOrders } from '../support/orders.ts';
import { pagador, recebedor } from '../support/payer.ts';
import { readPdf } from '../support/pdf.ts';
import { addMember, addReward, keyed, moveRedemptions, redeem, withKey } from '../support/points.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

const HELENA = 7;

/** Imports a table, as `npm run admin -- importar` does. */
const take = (portal: TestSchool, name: keyof typeof kinds, lines: readonly string[]) =>
  importTable(portal.school, kinds[name], new TextEncoder().encode(lines.join('\n')));

/** What is promised about money, in the words of docs/security.md: each point once, from end to end. */
const promises: readonly [name: string, check: (portal: TestSchool) => Promise<void>][] = [
  [
    'B7 a receipt shows a refund, names the payer, and is available to a payer by link',
    async (portal) => {
      const { id, bills } = await addDebtor(portal);
      const [bill = 0] = bills;
      const { body: link } = await portal.ops.finance.getPaymentLink({ parcela_id: bill }, { as: id });
      await payByCard(portal, bill, cards.approved, { as: id });
      const path = API_PREFIX + downloadReceipt.path.replace('{parcela_id}', String(bill));
      const own = await readPdf(await (await portal.send('GET', path, {}, { as: id })).arrayBuffer());
      expect(own.text).toMatch(/Recebemos de .+ Recebido por .+ CNPJ .+ Referente a .+ Vencimento .+ Valor pago/);
      const [code = ''] = /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(own.text) ?? [];
      const [charge] = (await booksOf(portal, bill)).charges;
      const wish = { chargeId: charge?.id ?? 0, parcelaId: bill, centavos: 10_000, motivo: 'pedido_cancelado' };
      await askRefund(portal.school.db, wish, portal.clock.now);
      await sendRefunds(portal.school);
      const { body } = await portal.ops.account.verifyDocument({ code });
      expect(body.aviso).toMatch(/^Devolvido: R\$\s100,00 em \d\d\/\d\d\/\d{4}\.$/);
      const token = link.url.split('/').at(-1) ?? '';
      const linked = API_PREFIX + downloadLinkReceipt.path.replace('{token}', encodeURIComponent(token));
      expect((await readPdf(await (await portal.send('GET', linked)).arrayBuffer())).text).toContain('Devolvido');
    },
  ],
  [
    'B8 a bill due on a Saturday has no fine on Monday; on Tuesday the terms of its unit apply everywhere',
    async (portal) => {
      const { now } = portal.clock;
      await take(portal, 'unidades', ['unidade;multa;juros;carencia_dias', 'KNN Vila Nova;1;3;0']);
      const { id, bills } = await addDebtor(portal, [{ vencimento: '2031-03-15' }]);
      const costs = async (day: string) => {
        portal.clock.now = new Date(`${day}T15:00:00Z`);
        const [shown] = (await portal.call(getFinance, {}, { as: id })).body.parcelas;
        const pix = await portal.call(payWithPix, { params: { id: bills[0] ?? 0 }, query: {} }, { as: id });
        return [shown?.status, shown?.valor_atualizado_centavos, pix.body.valor_centavos];
      };
      expect(await costs('2031-03-16')).toEqual(['a_vencer', 10_000, 10_000]);
      expect(await costs('2031-03-17')).toEqual(['vence_hoje', 10_000, 10_000]);
      expect(await costs('2031-03-18')).toEqual(['vencida', 10_110, 10_110]);
      expect(await costs('2031-03-19')).toEqual(['vencida', 10_120, 10_120]);
      await take(portal, 'unidades', ['unidade;multa;juros', 'KNN Vila Nova;2;1']);
      portal.clock.now = now;
    },
  ],
  [
    'B9 an empty cell changes nothing, a bill paid in the portal stays paid, and the rest is imported',
    async (portal) => {
      const { id, bills } = await addDebtor(portal, [{}, { desconto_centavos: 700, parcelas_max: 3 }]);
      await payByCard(portal, bills[0] ?? 0, cards.approved, { as: id });
      const { matricula, unidade } = await portal.school.db
        .selectFrom('users')
        .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
        .innerJoin('companies', 'companies.id', 'drive_users.company_id')
        .select(['drive_users.matricula', 'companies.nome as unidade'])
        .where('users.id', '=', id)
        .executeTakeFirstOrThrow();
      const result = await take(portal, 'parcelas', [
        'unidade;matricula;contrato;numero;total;vencimento;valor;desconto;situacao',
        `${unidade};${matricula};Curso;1;2;10/01/2031;100,00;;aberta`,
        `${unidade};${matricula};Curso;2;2;10/02/2031;100,00;;`,
      ]);
      expect(result).toMatchObject({ added: 0, changed: 1, same: 0, preserved: { 'pagas no portal, mantidas': [2] } });
      const rows = await portal.school.db
        .selectFrom('parcelas')
        .select(['status', 'vencimento', 'desconto_centavos', 'parcelas_max'])
        .where('id', 'in', bills)
        .orderBy('id')
        .execute();
      expect(rows).toEqual([
        { status: 'paga', vencimento: '2031-01-10', desconto_centavos: 0, parcelas_max: 6 },
        { status: 'aberta', vencimento: '2031-02-10', desconto_centavos: 700, parcelas_max: 3 },
      ]);
    },
  ],
  [
    'B10 points of a referral are pending until the school confirms the enrollment',
    async (portal) => {
      const id = await addMember(portal);
      const { codigo } = (await portal.ops.club.getEarning({}, { as: id })).body;
      const telefone = '19982260001';
      const friend = { nome: 'Rui Reis', telefone, consentimento: true as const };
      await portal.ops.club.acceptInvitation({ codigo, ...friend });
      const points = async () => (await portal.call(listRewards, {}, { as: id })).body;
      expect(await points()).toMatchObject({ saldo: 0, pendente: 1500 });
      const { id: student } = await addAccount(portal, { phone: telefone });
      await portal.school.db
        .insertInto('turma_alunos')
        .values({ turma_id: 1, user_id: student, status: 'ativa' })
        .execute();
      const { items } = (await portal.ops.club.listReferrals({ limit: 1 }, { as: HELENA })).body;
      const input = { id: items[0]?.id ?? 0, aluno_user_id: student };
      expect((await portal.ops.club.confirmReferralEnrollment(input, withKey({ as: HELENA }))).status).toBe(200);
      expect(await points()).toMatchObject({ saldo: 1500, pendente: 0 });
    },
  ],
  [
    'B10 a discount applies to the next open bill, and ends with the redemption unless a code can be paid',
    async (portal) => {
      const id = await addMember(portal, [[500]]);
      const reward = await addReward(portal, { entrega: 'desconto', desconto_centavos: 5_000 });
      const [{ id: bill = 0 } = {}] = await addBills(portal, id);
      const owed = async () =>
        (await portal.call(getFinance, {}, { as: id })).body.parcelas.find((each) => each.id === bill)
          ?.valor_atualizado_centavos;
      const { resgate } = (await redeem(portal, id, reward)).body;
      expect(await owed()).toBe(5_000);
      const cancel = (redemption: number) => portal.ops.club.cancelRedemption({ id: redemption }, withKey({ as: id }));
      await cancel(resgate.id);
      expect(await owed()).toBe(10_000);
      const again = (await redeem(portal, id, reward)).body.resgate;
      await portal.call(payWithPix, { params: { id: bill }, query: {} }, { as: id });
      expect(await cancel(again.id)).toMatchObject({ status: 409, body: { code: 'discount_in_pix' } });
    },
  ],
  [
    'B10 a digital reward delivers its code by mail',
    async (portal) => {
      const id = await addMember(portal, [[500]], { email: 'codigo@teste.example' });
      const { resgate } = (await redeem(portal, id, await addReward(portal, { entrega: 'digital' }))).body;
      const hand = (codigo?: string) =>
        moveRedemptions(portal, [resgate.id], { status: 'entregue', ...(codigo && { codigo }) });
      expect((await hand()).status).toBe(422);
      expect((await hand('CINE-1')).status).toBe(200);
      expect((await portal.mails('codigo@teste.example'))[0]?.text).toContain('CINE-1');
    },
  ],
  [
    'B11 a refused card shows the attempts left, and a link shows whose bill it is',
    async (portal) => {
      const { id, bills } = await addDebtor(portal);
      const [bill = 0] = bills;
      const { body: link } = await portal.ops.finance.getPaymentLink({ parcela_id: bill }, { as: id });
      const refused = await payByCard(portal, bill, cards.noFunds, { as: id });
      expect(refused.body).toMatchObject({ status: 'recusado', tentativas_restantes: 4 });
      const token = link.url.split('/').at(-1) ?? '';
      expect((await portal.ops.finance.getBill({ token })).body.de).toMatch(/^Pessoa \S\.$/);
    },
  ],
  [
    'B11 a card payment in three installments shows three, whatever was chosen with the order',
    async (portal) => {
      const { owner, order } = await addOrder(portal, { parcelas: 2 });
      const { parcela_id } = order;
      await payByCard(portal, parcela_id ?? 0, cards.approved, { as: owner, installments: 3 });
      expect((await portal.ops.orders.getOrder({ id: order.id }, { as: owner })).body.parcelas).toBe(3);
    },
  ],
  [
    'B11 an order waits for the school if the level test does not match the book',
    async (portal) => {
      const itens = [{ codigo_produto: 'REACH-2', quantidade: 1 }];
      const { owner, order } = await addOrder(portal, { itens });
      await takeLevelTest(portal, owner, false);
      const waiting = (await portal.ops.orders.getOrder({ id: order.id }, { as: owner })).body;
      expect([waiting.status.id, waiting.aviso]).toEqual([-3, expect.stringMatching(/nível B2/)]);
      expect((await moveOrders(portal, [order.id], 1)).status).toBe(200);
      const released = (await portal.ops.orders.getOrder({ id: order.id }, { as: owner })).body;
      expect(released.parcela_id).toBeGreaterThan(0);
    },
  ],
  [
    'B11 a minor cannot pay abroad in the own name, and an exchange names its receiver',
    async (portal) => {
      const FELIPE = 6;
      const quoted = await portal.call(
        simulateExchange,
        { body: { moeda: 'USD', forma: 'pix', valor_minor: 10_000 } },
        { as: FELIPE },
      );
      const { quote_id } = quoted.body;
      const pay = (body: Partial<CallInput<typeof createExchangePayment>['body']>) =>
        keyed(
          portal,
          createExchangePayment,
          { body: { quote_id, forma: 'pix', pagador, recebedor, ...body } },
          { as: FELIPE },
        );
      expect((await pay({})).body.fields).toHaveProperty(['pagador.cpf']);
      const { guardian } = await portal.school.db
        .selectFrom('users')
        .select('guardian')
        .where('id', '=', FELIPE)
        .executeTakeFirstOrThrow();
      const { cpf } = JSON.parse(guardian ?? '{}') as { cpf: string };
      const answerable = { ...pagador, cpf };
      expect((await pay({ pagador: answerable, recebedor: undefined })).body.fields).toHaveProperty(['recebedor.nome']);
      expect((await pay({ pagador: answerable })).body.recebedor).toEqual(recebedor);
    },
  ],
];

describe.each(allEngines)('what is promised about money, on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it.each(promises)('%s', (_name, check) => check(portal));
});
