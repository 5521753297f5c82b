import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { expandBroadcasts } from '../../src/server/school/broadcasts/expand-broadcasts.ts';
import type { Input } from './access/operation-inputs.ts';
import type { Things } from './access/things.ts';
import { addAccount } from './accounts.ts';
import { addDebtor, addPayer } from './bills.ts';
import { addBroadcast, addDevice, audience, HELENA, send } from './broadcasts.ts';
import { cpfOf } from './cpf.ts';
import { connectApp } from './factors.ts';
import { addFailedEmail } from './failed-emails.ts';
import { addLead, leadPhone } from './leads.ts';
import { moveOrders } from './orders.ts';
import { addMember, addReward, moveRedemptions, withKey } from './points.ts';
import { referralDesk } from './referrals.ts';
import type { TestSchool } from './school.ts';
import { addStaff, addTeacher, addUnit } from './staff.ts';
import { create } from './students.ts';
import { runningClass } from './taught-class.ts';

const ANA = 1;
const bonus = { alvo: 'todos' as const, pontos: 5, motivo: 'Festa da escola' };
const motivo = 'Combinado com a família';
const trip = { inscricoes_ate: '2030-01-10' };

const IGOR = 8;
/** Actions that only the admin may do. */
const OF_ADMIN = ['club.creditReferralEnrollment', 'orders.createSchoolProduct', 'orders.updateSchoolProduct'];

/** The actor of a staff action. */
export const doerOf = (name: string): number => (OF_ADMIN.includes(name) ? IGOR : HELENA);

/** Further input that each writing call of staff needs in order to take effect, by its name. */
export function deedInputs(portal: TestSchool, things: Things): Readonly<Record<string, () => Promise<Input>>> {
  const { db } = portal.school;
  const today = () => dayIn(portal.school.config.SCHOOL_TIME_ZONE, portal.school.now());
  const bill = async () => (await addDebtor(portal)).bills[0] ?? 0;
  const paid = async () => {
    const id = await bill();
    const body = { forma: 'dinheiro' as const, dia: today(), total_visto_centavos: 10_000 };
    await portal.ops.finance.payAtCounter({ id, ...body }, withKey({ as: HELENA }));
    return id;
  };
  const withBoleto = async () => {
    const payer = await addPayer(portal, '52998224725', [{ company_id: 101 }]);
    await portal.ops.finance.issueBoleto({ id: payer.bill }, { as: payer.id });
    return payer.bill;
  };
  /** A row of the demo school in a state, set to it if necessary. */
  const first = async (table: 'redemptions' | 'usa_documentos' | 'pedidos', status: string | number) => {
    const rows = await db.selectFrom(table).select(['id', 'status']).orderBy('id').execute();
    const id = (rows.find((row) => row.status === status) ?? rows[0])?.id ?? 0;
    await db
      .updateTable(table)
      .set({ status: status as never })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const proposal = async (name: string) => {
    const { id } = await addAccount(portal, { company: null });
    const cpf = cpfOf(440_000_000 + name.length);
    const email_key = `${name.toLowerCase()}@teste.example`;
    await db.updateTable('users').set({ email: email_key, email_key, cpf }).where('id', '=', id).execute();
    const data = { full_name: 'Gil Leme', email: email_key, email_key, cpf };
    const row = {
      user_id: id,
      company_id: 101,
      matricula: name,
      dados: JSON.stringify(data),
      created_at: '2026-01-01',
    };
    const made = await db.insertInto('enrolment_proposals').values(row).returning('id').executeTakeFirstOrThrow();
    return made.id;
  };
  const desk = referralDesk(() => portal);
  const referral = async () => (await desk.refer(await addMember(portal))).body.id;
  /** Background jobs started by other actions may have stopped it. */
  const runningWebhook = async () => {
    await db
      .updateTable('webhooks')
      .set({ stopped_at: null, stop_reason: null })
      .where('id', '=', things.webhook)
      .execute();
    return {};
  };
  return {
    'sync.testWebhook': runningWebhook,
    'sync.replayWebhook': runningWebhook,
    'abroad.createTrip': async () => trip,
    'abroad.updateTrip': async () => ({ ...trip, nome: 'Outra viagem' }),
    'abroad.setTripState': async () => {
      await db.updateTable('usa_turmas').set(trip).where('id', '=', things.trip).execute();
      const { versao } = await db
        .selectFrom('usa_turmas')
        .select('versao')
        .where('id', '=', things.trip)
        .executeTakeFirstOrThrow();
      return { estado: 'publicada', versao };
    },
    'abroad.reviewDocument': async () => ({ id: await first('usa_documentos', 'enviado') }),
    'absences.recordReplacements': async () => {
      const past = await db
        .selectFrom('aulas')
        .select('id')
        .where('turma_id', '=', 1)
        .orderBy('inicio')
        .executeTakeFirst();
      const row = { turma_aluno_id: things.enrollment, aula_id: things.lesson, destino_aula_id: past?.id ?? 0 };
      const made = await db
        .insertInto('reposicoes')
        .values({ ...row, status: 'marcada', marcada_em: '2026-01-01T00:00:00.000Z', decidida_em: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { ids: [made.id] };
    },
    'books.renewBookCode': async () => {
      await db.updateTable('user_books').set({ user_id: ANA }).where('id', '=', 3).execute();
      return {};
    },
    'books.unlinkUserBook': async () => {
      await db.updateTable('user_books').set({ user_id: 4 }).where('id', '=', 3).execute();
      return {};
    },
    'club.addRewardCodes': async () => ({
      id: await addReward(portal, { entrega: 'digital' }),
      codigos: 'CINE-1',
    }),
    'club.updateRedemptions': async () => ({ ids: [await first('redemptions', 'solicitado')], status: 'aprovado' }),
    'club.undoRedemptions': async () => {
      const ids = [await first('redemptions', 'solicitado')];
      const { desfazer } = (await moveRedemptions(portal, ids, { status: 'aprovado' })).body;
      return { desfazer };
    },
    'club.createBonus': async () => {
      const refused = await portal.ops.club.createBonus({ ...bonus, pessoas_vistas: 0 }, { as: HELENA });
      return { ...bonus, pessoas_vistas: Number(/agora são (\d+)/.exec(refused.body.detail)?.[1]) };
    },
    'club.updateReward': async () => ({ nome: 'Caneca' }),
    'club.archiveReward': async () => ({ ativo: false }),
    'club.creditReferralEnrollment': async () => {
      const { contract } = await desk.newcomer();
      return { contrato_id: contract, indicacao_id: await referral() };
    },
    'club.setReferralStatus': async () => ({ id: await referral() }),
    'club.confirmReferralEnrollment': async () => {
      const { id } = await desk.newcomer();
      return { id: await referral(), aluno_user_id: id };
    },
    'finance.payAtCounter': async () => ({
      id: await bill(),
      dia: today(),
      total_visto_centavos: 10_000,
    }),
    'finance.remindBills': async () => ({ ids: [await bill()] }),
    'finance.promiseBills': async () => ({ ids: [await bill()], prometida_para: today() }),
    'finance.pauseReminders': async () => ({ ids: [await bill()], pausar: true, motivo }),
    'finance.undoReminderHolds': async () => {
      const promise = { ids: [await bill()], prometida_para: today() };
      const { desfazer } = (await portal.ops.finance.promiseBills(promise, withKey({ as: HELENA }))).body;
      return { desfazer };
    },
    'finance.updateAgreementTerms': async () => ({
      ...{ ligado: true, parcelas_max: 6, parcela_min_centavos: 5_000, atraso_min_dias: 5 },
      ...{ atraso_max_dias: 180, primeiro_dias: 5, ajuste_bps: 0 },
    }),
    'finance.updateReminderStep': async () => ({ id: 1, dias: -4, ligado: true }),
    'finance.undoCounterPayment': async () => ({ id: await paid(), motivo }),
    'finance.refundSchoolBill': async () => ({
      id: await paid(),
      motivo,
      total_visto_centavos: 10_000,
    }),
    'finance.noteRefund': async () => ({
      id: await paid(),
      valor_centavos: 10_000,
      dia: today(),
      motivo,
    }),
    'finance.reopenBill': async () => {
      const id = await paid();
      await portal.ops.finance.refundSchoolBill({ id, motivo, total_visto_centavos: 10_000 }, withKey({ as: HELENA }));
      return { id, vencimento: shiftDay(today(), 20), motivo };
    },
    'finance.discountBill': async () => ({ id: await bill(), abatimento_centavos: 500, motivo }),
    'finance.moveDueDay': async () => ({
      id: await bill(),
      vencimento: shiftDay(today(), 20),
      motivo,
    }),
    'finance.cancelSchoolBoleto': async () => ({ id: await withBoleto(), motivo }),
    'finance.cancelSchoolBill': async () => ({ id: await bill(), motivo }),
    'finance.updateSchoolTerms': async () => ({ a_partir_de: shiftDay(today(), 30) }),
    'finance.createContract': async () => ({
      user_id: ANA,
      primeiro_dia: today(),
      valor_centavos: 10_000,
      desconto_centavos: 0,
    }),
    'finance.renegotiateBills': async () => ({
      ...{ parcela_ids: [await bill()], total_visto_centavos: 10_000, acrescimo_centavos: 0, desconto_centavos: 0 },
      ...{ parcelas: 2, primeiro_dia: today(), motivo },
    }),
    'orders.createSchoolCoupon': async () => ({ name: 'TRILHA10' }),
    'orders.createSchoolProduct': async () => ({ codigo: 'NOVO-1' }),
    'orders.updateSchoolProduct': async () => ({ nome: 'Outro livro' }),
    'students.createStudent': async () => ({ cpf: cpfOf(450_000_001), email: 'nova@teste.example' }),
    'students.inviteGuardian': async () => {
      const guardian = {
        full_name: 'Rute Braga',
        cpf: cpfOf(450_000_003),
        email: 'rute@familia.example',
        relation: 'Mãe',
      };
      const child = { full_name: 'Caio Braga', cpf: cpfOf(450_000_002), birth_date: shiftDay(today(), -4000) };
      const { body } = await create(portal, {
        ...child,
        guardian: { ...guardian, phone: '19994440000' },
        convidar: false,
      });
      return { id: body.id };
    },
    'students.sendGuardianVerification': async () => {
      const cpf = cpfOf(450_000_004);
      const { id } = await addAccount(portal, { cpf });
      await db.updateTable('users').set({ email_verified: false }).where('id', '=', id).execute();
      const { drive_user_id } = await db
        .selectFrom('users')
        .select('drive_user_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await db
        .updateTable('drive_users')
        .set({ papel: 'responsavel' })
        .where('id', '=', drive_user_id ?? 0)
        .execute();
      return { cpf };
    },
    'students.moveStudent': async () => ({ unidade_id: await addUnit(portal, 'KNN Longe') }),
    'people.updateUser': async () => ({ city: 'Jundiaí' }),
    'people.setUserBlock': async () => ({ id: (await addAccount(portal)).id, bloqueado: true }),
    'people.endUserRole': async () => {
      const { id } = await addAccount(portal);
      await db.insertInto('user_actions').values({ user_id: id, action_id: 2 }).execute();
      return { id, papel: 'professor' };
    },
    'people.handOverClasses': async () => {
      const teacher = await addTeacher(portal);
      const turma = await runningClass(portal, teacher);
      return { id: teacher, turmas: [{ id: turma.id, professor_id: null }], aulas: [] };
    },
    'people.joinAccount': async () => {
      const phone = desk.freePhone();
      const account = await addAccount(portal, { company: null, phone, cpf: null });
      const enrolled = await addAccount(portal, { phone, cpf: null });
      return { id: account.id, user_id: enrolled.id };
    },
    'people.refuseProposal': async () => ({ id: await proposal('APARTE-22') }),
    'people.resetFactors': async () => {
      const id = await addStaff(portal, { rights: ['pedidos'] });
      await connectApp(portal, id);
      return { id };
    },
    'people.updateRights': async () => ({ direitos: ['pedidos', 'contatos'] }),
    'inbox.updateNoticeKind': async () => ({ enabled: false }),
    'leads.addLead': async () => ({ telefone: leadPhone(), unidade_id: 101 }),
    'leads.updateLeads': async () => ({ estado: 'em_contato', responsavel_id: HELENA }),
    'leads.undoLeads': async () => {
      const change = { ids: [await addLead(portal)], estado: 'em_contato' as const };
      const { desfazer } = (await portal.ops.leads.updateLeads(change, withKey({ as: HELENA }))).body;
      return { desfazer };
    },
    'orders.updateOrders': async () => ({ ids: [await first('pedidos', 2)], status_id: 4 }),
    'orders.undoOrders': async () => {
      const { desfazer } = (await moveOrders(portal, [await first('pedidos', 4)], 5)).body;
      return { desfazer };
    },
    'broadcasts.updateBroadcast': async () => {
      const { id, version } = await addBroadcast(portal);
      return { id, version, title: 'Outro título' };
    },
    'broadcasts.sendBroadcast': async () => ({ id: (await addBroadcast(portal)).id }),
    'broadcasts.deleteBroadcast': async () => ({ id: (await addBroadcast(portal)).id }),
    'broadcasts.deleteBroadcasts': async () => ({ ids: [(await addBroadcast(portal)).id] }),
    'broadcasts.retryBroadcast': async () => {
      await addDevice(portal, things.owner);
      const { id } = await addBroadcast(portal, { audience: audience({ user_ids: [things.owner] }) });
      await send(portal, { id });
      await expandBroadcasts(portal.school);
      await portal.school.db.updateTable('deliveries').set({ status: 'falhou' }).where('sending_id', '=', id).execute();
      return { id };
    },
    'broadcasts.resendMails': async () => {
      await addFailedEmail(portal, { recipient: 'aluna@demo.example' });
      return {};
    },
    'broadcasts.cancelBroadcast': async () => {
      const { id } = await addBroadcast(portal);
      await send(portal, { id });
      return { id };
    },
    'travel.scanTicket': async () => ({ texto: await openTicket(portal) }),
    'travel.validateQrCode': async () => ({
      id: await openTicketId(portal),
      assinatura: undefined,
    }),
    'travel.admitTicket': async () => ({ id: await openTicketId(portal) }),
    'travel.updateCampaign': async () => ({ nome: 'Outro evento' }),
    'travel.publishCampaign': async () => {
      await db.updateTable('travel_campaigns').set({ publicada: false }).where('id', '=', 1).execute();
      return { publicada: true };
    },
    'units.updateUnit': async () => ({ cidade: 'Valinhos' }),
  };
}

/** A ticket for an event that is running. */
async function ticketOfToday(portal: TestSchool) {
  const { db, now } = portal.school;
  const ticket = await db
    .selectFrom('travel_tickets')
    .select(['id', 'codigo', 'campaign_id'])
    .where('usado_em', 'is', null)
    .where('cancelado_em', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('travel_campaigns')
    .set({ evento_em: now().toISOString() })
    .where('id', '=', ticket.campaign_id)
    .execute();
  return ticket;
}
const openTicket = async (portal: TestSchool) => (await ticketOfToday(portal)).codigo;
const openTicketId = async (portal: TestSchool) => (await ticketOfToday(portal)).id;
