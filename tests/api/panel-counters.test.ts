import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBroadcasts } from '../../src/lib/contract/broadcasts.ts';
import { waitingPlaces } from '../../src/lib/rules/panel/waiting-places.ts';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import type { WaitingKind } from '../../src/lib/words/panel.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { addBills, addDebtor, payByCard } from '../support/bills.ts';
import { addBroadcast } from '../support/broadcasts.ts';
import { cards } from '../support/card-body.ts';
import { addFailedEmail } from '../support/failed-emails.ts';
import { withKey } from '../support/points.ts';
import { type Answer, allEngines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

const [ANA, PEDRO, HELENA] = [1, 5, 7];
const UNIT = 101;

type Filter = Record<string, string | number>;
interface List {
  ask(portal: TestSchool): (query: never, sent: Sent) => Promise<Answer<unknown>>;
  /** The input that a page sends for its address. */
  query: (estado: string) => Filter;
}
const byStatus = (status: string): Filter => ({ status });
const byState = (estado: string): Filter => ({ estado });

/** The lists of the panel by the address of their page. */
const lists: Readonly<Record<string, List>> = {
  '/manager-panel/contatos': {
    ask: ({ ops }) => ops.leads.listLeads,
    query: (estado): Filter => (estado === 'hoje' ? { hoje: 'true' } : { estado }),
  },
  '/manager-panel/financeiro': { ask: ({ ops }) => ops.finance.listSchoolBills, query: byState },
  '/manager-panel/pedidos': {
    ask: ({ ops }) => ops.orders.listSchoolOrders,
    query: (estado): Filter => (estado === 'avancar' ? { avancar: 'true' } : { status: estado }),
  },
  '/manager-panel/club/resgates': { ask: ({ ops }) => ops.club.listManagedRedemptions, query: byStatus },
  '/manager-panel/club/indicacoes': { ask: ({ ops }) => ops.club.listReferrals, query: byStatus },
  '/manager-panel/faltas': { ask: ({ ops }) => ops.absences.listSchoolAbsences, query: byStatus },
  '/professor/trabalhos': { ask: ({ ops }) => ops.teaching.listHandedIn, query: byState },
  '/manager-panel/intercambio': { ask: ({ ops }) => ops.abroad.listSchoolRequests, query: byStatus },
  '/manager-panel/push-notification': {
    ask: (portal) => (query, sent) => portal.call(listBroadcasts, { query }, sent),
    query: byStatus,
  },
  '/manager-panel/push-notification/emails': { ask: ({ ops }) => ops.broadcasts.listFailedEmails, query: byState },
  '/manager-panel/profile': { ask: ({ ops }) => ops.students.listStudents, query: byState },
  '/manager-panel/turmas': {
    ask: ({ ops }) => ops.teaching.listSchoolClasses,
    query: (estado): Filter => (estado === 'sem_professor' ? { sem_professor: 'true' } : { estado }),
  },
};

interface Listed {
  total: number;
  contagens?: Record<string, number>;
  para_hoje?: number;
  a_avancar?: number;
}

describe.each(allEngines)('each counter of the panel is as long as the list that it opens, on %s', (engine) => {
  let portal: TestSchool;
  let ofUnit = 0;
  const today = () => portal.clock.now.toISOString().slice(0, 10);
  const listOf = (path: string) => {
    const list = lists[path];
    if (!list) throw new Error(`No list stands at ${path}`);
    return list;
  };
  const listed = async (path: string, query: Filter, as: number): Promise<Listed> => {
    const { status, body } = await listOf(path).ask(portal)(query as never, { as });
    expect([path, query, status]).toEqual([path, query, 200]);
    return body as unknown as Listed;
  };

  beforeAll(async () => {
    portal = await openTestSchool(engine);
    const { db } = portal.school;
    ofUnit = await addStaff(portal, { company: UNIT, units: [UNIT] });
    // Rows that the demo school lacks: a late bill of a trip, a late order, a pending discount, failures, mails.
    const late = shiftDay(today(), -20);
    const [trip] = await db.selectFrom('usa_pagamentos').select('id').execute();
    await addBills(portal, ANA, [
      { vencimento: late, usa_pagamento_id: trip?.id ?? null },
      { vencimento: late, status: 'cancelada' },
    ]);
    const reward = await db.selectFrom('rewards').select('id').executeTakeFirstOrThrow();
    const redemption = { user_id: ANA, reward_id: reward.id, pontos: 10, status: 'aprovado' as const };
    const at = portal.school.now().toISOString();
    const rest = {
      pedido_em: at,
      atualizado_em: at,
      entregue_em: null,
      motivo: null,
      entrega: null,
      por_user_id: null,
    };
    const none = { codigo_digital: null, parcela_id: null, cobranca_antes: null };
    await db
      .insertInto('redemptions')
      .values([
        { ...redemption, ...rest, ...none, codigo_retirada: 'DESCONTO1', desconto_centavos: 500 },
        { ...redemption, ...rest, ...none, codigo_retirada: 'CANECA001', desconto_centavos: null },
      ])
      .execute();
    await addFailedEmail(portal, { recipient: 'aluna@demo.example' });
    await addFailedEmail(portal, { recipient: 'aluna@demo.example', html: '' });
    const { id: sending_id } = await addBroadcast(portal);
    const delivery = {
      user_id: ANA,
      target: 'push' as const,
      kind: 'envio' as const,
      status: 'falhou' as const,
      at,
      sending_id,
    };
    await db.updateTable('usa_requests').set({ status: 'em_analise' }).where('company_id', '=', UNIT).execute();
    await db.updateTable('usa_documentos').set({ status: 'enviado' }).execute();
    await db
      .insertInto('deliveries')
      .values(
        ['falha-1', 'falha-2'].map((token) => ({
          ...delivery,
          ...{ subscription_id: null, token, attempts: 8, last_status: 500, reason: null },
          ...{ device_type: null, platform: null, due_at: null, expires_at: null, claimed_until: null },
        })),
      )
      .execute();
  });
  afterAll(() => portal.close());

  it('MANAGER-08 on the home', async () => {
    const seen = new Set<WaitingKind>();
    for (const as of [HELENA, ofUnit]) {
      for (const { tipo, quantos } of (await portal.ops.panel.getPanelHome({}, { as })).body.espera) {
        const { pathname, searchParams } = new URL(waitingPlaces[tipo], 'https://portal.example');
        const query = listOf(pathname).query(searchParams.get('estado') ?? '');
        const { total } = await listed(pathname, query, as);
        expect([as, tipo, quantos]).toEqual([as, tipo, total]);
        seen.add(tipo);
      }
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(['vencidas', 'resgates', 'falhas', 'emails', 'faltas', 'documentos']),
    );
  });

  it.each(Object.keys(lists))('above the list %s, with a search too', async (path) => {
    const list = listOf(path);
    for (const as of [HELENA, ofUnit]) {
      for (const search of [{}, { q: 'an' }, { unidade: UNIT }, { q: 'ana', unidade: UNIT }] as Filter[]) {
        const requested = await list.ask(portal)({ ...search, limit: 1 } as never, { as });
        // Some lists know no search, and some no unit.
        if (requested.status === 422) continue;
        const { contagens = {}, para_hoje, a_avancar } = requested.body as unknown as Listed;
        const extra = {
          ...(para_hoje !== undefined && { hoje: para_hoje }),
          ...(a_avancar !== undefined && { avancar: a_avancar }),
        };
        for (const [state, count] of Object.entries({ ...contagens, ...extra })) {
          const { total } = await listed(path, { ...search, ...list.query(state), limit: 1 }, as);
          expect([as, search, state, count]).toEqual([as, search, state, total]);
        }
      }
    }
  });

  it('the number at “Vencidas” follows student, search, unit and month', async () => {
    const month = shiftDay(today(), -20).slice(0, 7);
    const filters: Filter[] = [{}, { aluno: ANA }, { aluno: PEDRO }, { q: 'Ana' }, { unidade: UNIT }, { mes: month }];
    for (const filter of filters) {
      const { body } = await portal.ops.finance.listSchoolBills(filter as never, { as: HELENA });
      const query = { ...filter, estado: 'vencidas' };
      const late = (await portal.ops.finance.listSchoolBills(query as never, { as: HELENA })).body;
      expect([filter, body.atrasadas, late.atrasadas]).toEqual([filter, late.total, late.total]);
      expect(late.total).toBe(late.somas.quantidade);
    }
  });

  it('a cancelled bill is listed and not counted', async () => {
    const { id } = await addDebtor(portal, [{}, {}, { status: 'cancelada' }]);
    const of = async (estado?: string) => {
      const query = { aluno: id, ...(estado && { estado }) };
      const { total, somas } = (await portal.ops.finance.listSchoolBills(query as never, { as: HELENA })).body;
      return [total, somas.quantidade, somas.valor_centavos];
    };
    expect(await of()).toEqual([3, 2, 20_000]);
    expect(await of('canceladas')).toEqual([1, 1, 0]);
  });

  it('refunded money does not count as received', async () => {
    const { id, bills } = await addDebtor(portal, [{}, {}]);
    for (const bill of bills) await payByCard(portal, bill, cards.approved, { as: id });
    const body = { motivo: 'Desistiu do curso', total_visto_centavos: 10_000 };
    const params = { id: bills[0] ?? 0 };
    const refund = await portal.ops.finance.refundSchoolBill({ ...params, ...body }, withKey({ as: HELENA }));
    expect(refund.status, refund.body.detail).toBe(200);
    const sums = async () =>
      (await portal.ops.finance.listSchoolBills({ aluno: id }, { as: HELENA })).body.somas.recebido_centavos;
    expect(await sums()).toBe(20_000);
    await sendRefunds(portal.school);
    expect(await sums()).toBe(10_000);
    const { body: close } = await portal.ops.finance.listMonthClose({ mes: today().slice(0, 7) }, { as: HELENA });
    expect(close.devolvido_centavos).toBe(10_000);
  });
});
