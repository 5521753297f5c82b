import { changesOf } from '#lib/rules/people/audit-values.ts';
import { actionText } from '#lib/rules/people/audit-words.ts';
import { schoolReceiptPath } from '#lib/rules/routes/file-addresses.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled } from '../../core/db/people.ts';
import { reachesPerson } from '../../core/http/access.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { methodsOf, type PaymentMethod } from './accounts.ts';
import { amountDue, lateFeeBasisOf, payableUntil } from './amount-due.ts';
import { purposeOf } from './bill-kinds.ts';
import { lastReminders, openPowers, presentReminder, presentSchoolBill, writtenPhone } from './bill-list.ts';
import { cardOf } from './charge.ts';
import { contractOfBill, payerByContract, payerPhone } from './contract-payer.ts';
import { isPaidOfNothing } from './costless-bills.ts';
import { COUNTER } from './counter.ts';
import { openDebits, presentDebit } from './live-boletos.ts';
import { netPaymentsOf, refundOf } from './refund.ts';
import { billInReach, type SchoolBillRow } from './school-bills.ts';

/** One bill for the office: its amount and parts, its charges, and its changes. @throws Refusal 404 */
export async function readSchoolBill(ctx: Ctx, id: number, dia?: string) {
  const { db } = ctx;
  const row = await billInReach(db, ctx.reach, id);
  const basis = await lateFeeBasisOf(ctx, db, row.company_id, ctx.now());
  const { today } = basis;
  const day = dia ?? today;
  const isPaid = row.status === 'paga';
  const [contract, charges, acts, devolucao, known, nova, home, reminders] = await Promise.all([
    contractOfBill(db, row.contrato_id),
    chargesOf(db, id),
    actsOn(db, row),
    isPaid ? refundOf(db, row) : null,
    isPaid && row.charge_id !== null ? netPaymentsOf(db, id) : [],
    firstOf(db, row.novo_contrato_id),
    homeOf(ctx, row.user_id),
    remindersOf(db, id),
  ]);
  const isOpen = row.status === 'aberta';
  const automatico = await automaticOf(db, row);
  const debit = isOpen ? (await openDebits(db, [id])).get(id) : undefined;
  const methods = isOpen ? (await methodsOf(ctx))(row) : [];
  const pending = known.flatMap((each) => each.pending);
  const money = {
    /** The part of the payment that was not returned. */
    resta_centavos: known.reduce((sum, { centavos }) => sum + centavos, 0),
    /** Refunds that are not sent yet. */
    a_devolver_centavos: pending.reduce((sum, { valor_centavos }) => sum + valor_centavos, 0),
  };
  const until = payableUntil(row, basis.calendar);
  return {
    ...presentSchoolBill(row, basis),
    competencia: row.competencia,
    numero: row.numero,
    total: row.total,
    pagar_ate: row.status === 'aberta' && until !== row.vencimento ? until : null,
    /** The part of the discount that the office gave. */
    abatimento_centavos: row.abatimento_centavos,
    /** Earlier partial payments. */
    pago_parcial_centavos: row.pago_parcial_centavos,
    sem_encargos: row.sem_encargos,
    contrato: { id: row.contrato_id, descricao: contract.descricao },
    /** The payer by the contract. */
    pagador: payerByContract(contract, today).nome,
    ...writtenPhone(isOpen ? payerPhone(contract, today) : null),
    /** The student's current unit, if the student moved. */
    aluno_em: home && home.id !== row.unit_id ? home.nome : null,
    /** The amount if it was paid on the requested day. */
    em_dia: { dia: day, total_centavos: amountDue(row, { ...basis, today: day }).total },
    cobrancas: charges,
    historico: acts,
    /** The automatic reminders. */
    lembretes: reminders.filter(({ dias }) => dias !== null),
    lembrete: presentReminder(row, await lastReminders(db, [row]), today),
    automatico,
    debito: debit ? presentDebit(debit) : null,
    devolucao,
    ...money,
    /** The first bill of the plan that replaced it. */
    nova_parcela_id: nova,
    pode: {
      ...powersOver(row, methods, charges, { ...money, isRefunded: devolucao !== null }),
      ver_aluno: home?.isReached ?? false,
      encerrar_automatico: isOpen && automatico?.corre === true,
    },
    recibo_url: isPaid && !isPaidOfNothing(row) ? schoolReceiptPath(id) : null,
  };
}

type Money = { resta_centavos: number; a_devolver_centavos: number; isRefunded: boolean };

function powersOver(
  row: SchoolBillRow,
  methods: readonly PaymentMethod[],
  charges: Awaited<ReturnType<typeof chargesOf>>,
  money: Money,
) {
  const { resta_centavos: left, a_devolver_centavos: pending, isRefunded } = money;
  const isCourse = purposeOf(row) === null;
  const isOpen = row.status === 'aberta';
  const hasCharge = row.status === 'paga' && row.charge_id !== null;
  const isPaidHere = hasCharge && isCourse;
  const paying = charges.find(({ id }) => id === row.charge_id);
  const hasPart =
    row.pago_parcial_centavos > 0 && charges.some(({ no_balcao, status }) => no_balcao && status === 'paga');
  return {
    ...openPowers(row, methods),
    /** May revert what was recorded at the counter: a payment, or a part. */
    desfazer: (isOpen && isCourse && hasPart) || (isPaidHere && !isRefunded && paying?.no_balcao === true),
    devolver: isPaidHere && left > 0,
    /** May record that money was returned outside the portal. */
    anotar_devolucao: hasCharge && paying?.no_balcao === false && left + pending > 0,
    /** May reopen it, after all of its money was returned. */
    reabrir: isPaidHere && left + pending === 0,
    cancelar_boleto: isOpen && charges.some(({ forma, status }) => forma === 'boleto' && status === 'ativa'),
  };
}

/** The last authorization of Pix Automático for the bill's contract, and its payer. */
async function automaticOf(db: Db, { contrato_id, company_id }: SchoolBillRow) {
  const row = await db
    .selectFrom('pix_authorizations')
    .leftJoin('users', 'users.id', 'pix_authorizations.aberta_por')
    .selectAll('pix_authorizations')
    .select('users.full_name as quem')
    .where('contrato_id', '=', contrato_id)
    .where('pix_authorizations.company_id', '=', company_id)
    .orderBy('pix_authorizations.id', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  const { status: estado, fim, quem } = row;
  return { estado, fim, quem, em: row.fim_em ?? row.ativa_em ?? row.created_at, corre: fim === null };
}

/** The student's current unit, and whether it is in the staff's reach. */
async function homeOf({ db, reach }: Ctx, userId: number) {
  const home = await enrolled(db)
    .select(['companies.id', 'companies.nome'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return home && { ...home, isReached: await reachesPerson(db, reach, userId) };
}

async function chargesOf(db: Db, billId: number) {
  const rows = await db
    .selectFrom('charge_items')
    .innerJoin('charges', 'charges.id', 'charge_items.charge_id')
    .leftJoin('refunds', (join) =>
      join.onRef('refunds.charge_id', '=', 'charges.id').on('refunds.link_do_pagador', 'is not', null),
    )
    .selectAll('charges')
    .select(['refunds.link_do_pagador', 'refunds.status as devolucao'])
    .select('charge_items.valor_centavos as parte')
    .where('charge_items.parcela_id', '=', billId)
    .where('charge_items.valor_centavos', '>', 0)
    .orderBy('charges.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    forma: row.forma,
    valor_centavos: row.parte,
    status: row.status,
    em: row.criada_em,
    pago_em: row.pago_em,
    detalhe: cardOf(row),
    no_balcao: row.provider === COUNTER,
    /** A boleto being refunded: the link at which the payer enters an account. */
    link_do_pagador: row.devolucao === 'pedida' ? row.link_do_pagador : null,
  }));
}

const remindersOf = (db: Db, billId: number) =>
  db
    .selectFrom('bill_reminders')
    .select(['id', 'dias', 'created_at as em'])
    .where('parcela_id', '=', billId)
    .orderBy('id', 'desc')
    .execute();

/** Actions of the office, the newest first. The log is indexed by the student. */
async function actsOn(db: Db, { id, user_id }: SchoolBillRow) {
  const rows = await db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .select(['audit_log.id', 'audit_log.action', 'audit_log.at', 'audit_log.data', 'users.full_name'])
    .where('audit_log.about_user_id', '=', user_id)
    .where('audit_log.target', '=', `bill:${id}`)
    .orderBy('audit_log.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    acao: actionText(row.action),
    quem: row.full_name ?? 'Conta apagada',
    em: row.at,
    mudancas: changesOf(JSON.parse(row.data ?? '{}') as Parameters<typeof changesOf>[0]),
  }));
}

async function firstOf(db: Db, contractId: number | null): Promise<number | null> {
  if (contractId === null) return null;
  const query = db.selectFrom('parcelas').select('id').where('contrato_id', '=', contractId);
  return (await query.orderBy('numero').executeTakeFirst())?.id ?? null;
}
