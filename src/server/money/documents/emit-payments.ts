import type { StatementEntry } from '#lib/rules/finance/statement.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { documentMessages } from '#lib/words/account.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { brandOfHost } from '../../core/http/public-url.ts';
import { conflict } from '../../core/http/refusal.ts';
import { contractOfBill, payerByContract } from '../finance/contract-payer.ts';
import { parcelaById } from '../finance/queries.ts';
import { readTransactions } from '../finance/statement.ts';
import { issuerOf } from './download-receipt.ts';
import { emitDocument } from './emit-document.ts';
import { type DocumentRow, holderOf, payeeOf } from './queries.ts';
import type { PaymentsSnapshot } from './snapshot.ts';

type Group = PaymentsSnapshot['grupos'][number];
type Parties = Pick<Group, 'pagador' | 'emissor'>;

/**
 * Emits the statement of all that the user's bills brought in within a year, by the day of payment. Money that went back
 * within the year counts against it; what is still on its way does not count.
 *
 * @throws Refusal 409 for a year without a payment.
 */
export async function emitPayments(ctx: Ctx, year: number): Promise<DocumentRow> {
  const { db, session, config, now } = ctx;
  const { userId } = session;
  const at = now();
  const holder = await holderOf(db, userId);
  const zone = zoneOr(holder.timezone, config.SCHOOL_TIME_ZONE);
  const today = dayIn(zone, at);
  const [first, end] = [`${year}-01-01`, `${year}-12-31`];
  const movements = (await readTransactions(db, userId, zone, { de: first, ate: end }))
    .filter(({ status }) => status === 'concluido')
    .reverse();
  if (movements.length === 0) throw conflict(documentMessages.nothingReceived(year), 'nothing_paid');
  const dados: PaymentsSnapshot = {
    marca: holder.marca ?? brandOfHost(ctx),
    nome: holder.full_name,
    escola: holder.escola ? { nome: holder.escola, cidade: holder.cidade ?? '' } : null,
    emitido_em: today,
    ano: year,
    ate: [today, end].toSorted()[0] ?? end,
    grupos: await groupsOf(ctx, movements, zone),
  };
  return emitDocument(db, {
    tipo: 'pagamentos',
    userId,
    referencia: String(year),
    dados,
    at,
    sameAs: [userId, year, dados],
  });
}

/** The movements by who paid and who received, each group in order of days. */
async function groupsOf(ctx: Ctx, movements: readonly StatementEntry[], zone: string): Promise<Group[]> {
  const groups = new Map<string, Group>();
  const known = new Map<number | null, Promise<Parties>>();
  for (const { em, descricao, detalhe, tipo, forma, valor_centavos, parcela_id } of movements) {
    const dia = dayIn(zone, new Date(em));
    const bill = parcela_id ?? null;
    const asked = known.get(bill) ?? partiesOf(ctx, bill, dia);
    known.set(bill, asked);
    const parties = await asked;
    const key = JSON.stringify(parties);
    const group = groups.get(key) ?? { ...parties, linhas: [], total_centavos: 0 };
    groups.set(key, group);
    group.total_centavos += valor_centavos;
    group.linhas.push({
      dia,
      descricao: tipo === 'devolucao' && detalhe ? `${descricao}: ${detalhe}` : descricao,
      forma: financeMessages.ways[forma ?? ''] ?? 'Na escola',
      valor_centavos,
    });
  }
  return [...groups.values()];
}

/** Who paid a bill and who received the money; of an unknown bill, the student and the own unit. */
async function partiesOf({ db, session, ports }: Ctx, billId: number | null, day: string): Promise<Parties> {
  const receiver = ports.payments.provider?.receiver;
  const bill = billId === null ? undefined : await parcelaById(db, billId);
  if (!bill) {
    const holder = await holderOf(db, session.userId);
    return { pagador: { nome: holder.full_name, cpf: holder.cpf }, emissor: issuerOf(holder, receiver) ?? null };
  }
  const [payee, contract] = await Promise.all([payeeOf(db, bill), contractOfBill(db, bill.contrato_id)]);
  return { pagador: payerByContract(contract, day), emissor: issuerOf(payee, receiver) ?? null };
}
