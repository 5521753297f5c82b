import { downloadDocument } from '#lib/contract/account.ts';
import { API_PREFIX } from '#lib/contract/core.ts';
import { formatCpf } from '#lib/format/cpf.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import type { StatementEntry } from '#lib/rules/finance/statement.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { documentMessages } from '#lib/words/account.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { noTeacher } from '#lib/words/pedagogico.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { brandOfHost } from '../../core/http/public-url.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { readReport } from '../../study/pedagogico/grades.ts';
import { contractOfBill, payerByContract } from '../finance/contract-payer.ts';
import { parcelaById } from '../finance/queries.ts';
import { readTransactions } from '../finance/statement.ts';
import { emitDocument } from './emit-document.ts';
import { classForPaper, type DocumentRow, holderOf, payeeOf, yearOfBills } from './queries.ts';
import { emitReceipt, issuerOf } from './receipt.ts';
import type { DeclarationSnapshot, PaymentsSnapshot, ReportSnapshot } from './snapshot.ts';

type Kind = 'declaracao_matricula' | 'declaracao_conclusao' | 'quitacao' | 'pagamentos' | 'boletim' | 'recibo';

/** What `referencia` has to name, in words. */
const missing: Record<Kind, [string, string]> = {
  boletim: ['Diga de qual turma é o boletim.', 'Informe a turma'],
  recibo: ['Diga de qual parcela é o recibo.', 'Informe a parcela'],
  declaracao_matricula: ['Diga de qual turma é a declaração.', 'Informe a turma'],
  declaracao_conclusao: ['Diga de qual turma é a declaração.', 'Informe a turma'],
  quitacao: ['Diga de qual ano é a declaração.', 'Informe o ano, como 2025'],
  pagamentos: ['Diga de qual ano são os pagamentos.', 'Informe o ano, como 2025'],
};

/**
 * Creates a document of the user and returns its address. `referencia` names the class (`boletim` and the two declarations of a
 * course), the paid bill (`recibo`) or the year (`quitacao`, `pagamentos`).
 *
 * @throws Refusal 403 with a printed code alone, 404 for another's class or bill, 409 if the statement would be untrue, 422 for
 *   no reference, 429 for too many.
 */
export async function createDocument(
  ctx: Ctx,
  { tipo, referencia }: { tipo: Kind; referencia?: string | null },
): Promise<{ codigo: string; url: string }> {
  const isNamed = tipo === 'quitacao' || tipo === 'pagamentos' ? /^20\d\d$/ : /^[1-9]\d{0,8}$/;
  if (!isNamed.test(referencia ?? '')) throw invalid(missing[tipo][0], { referencia: missing[tipo][1] });
  await ctx.limits.take('document', `user:${ctx.session.userId}`);
  const about = Number(referencia);
  if (tipo === 'boletim') return addressed(await emitReport(ctx, about));
  if (tipo === 'pagamentos') return addressed(await emitPayments(ctx, about));
  return addressed(await (tipo === 'recibo' ? emitReceipt(ctx, about) : emitDeclaration(ctx, tipo, about)));
}

const addressed = ({ codigo }: DocumentRow) => ({
  codigo,
  url: API_PREFIX + downloadDocument.path.replace('{code}', codigo),
});

/** The same grades on the same day give the same report, however often the user asks. */
async function emitReport(ctx: Ctx, turmaId: number): Promise<DocumentRow> {
  const { db, session, now, config } = ctx;
  const at = now();
  const { userId } = session;
  const [{ turma, notas, timezone }, holder] = await Promise.all([
    readReport(db, userId, turmaId, at),
    holderOf(db, userId),
  ]);
  const dados: ReportSnapshot = {
    marca: holder.marca ?? brandOfHost(ctx),
    nome: holder.full_name,
    matricula: holder.matricula,
    escola: { nome: turma.escola_nome, cidade: turma.cidade },
    emitido_em: dayIn(zoneOr(timezone, config.SCHOOL_TIME_ZONE), at),
    turma: {
      nome: turma.nome,
      livro: turma.livro_nome,
      nivel: turma.nivel_cefr,
      professor: turma.professor_nome ?? noTeacher,
      inicio: turma.inicio,
      fim: turma.fim,
    },
    escala: notas.escala,
    media: notas.media ?? null,
    frequencia: notas.frequencia,
    periodos: notas.periodos
      .filter(({ liberado }) => liberado)
      .map(({ nome, media, avaliacoes }) => ({
        nome,
        media: media ?? null,
        avaliacoes: avaliacoes.map(({ nome: title, habilidade, data, nota, nota_maxima }) => ({
          nome: title,
          habilidade,
          data,
          nota,
          nota_maxima,
        })),
      })),
  };
  const referencia = String(turmaId);
  return emitDocument(db, { tipo: 'boletim', userId, referencia, dados, at, sameAs: [userId, turmaId, dados] });
}

type DeclarationKind = 'declaracao_matricula' | 'declaracao_conclusao' | 'quitacao';
type Said = Pick<DeclarationSnapshot, 'texto' | 'fatos'>;

/**
 * Emits a statement of the school: the enrolment in a class or its conclusion (`about` is the id of the class), or the
 * payment of all bills of a year (`about` is the year; law 12.007/2009). The same statement on the same day is one
 * document.
 *
 * @throws Refusal 404 for another's class, 409 if the statement would be untrue
 */
async function emitDeclaration(ctx: Ctx, tipo: DeclarationKind, about: number): Promise<DocumentRow> {
  const { db, session, config, now } = ctx;
  const { userId } = session;
  const at = now();
  const holder = await holderOf(db, userId);
  const today = dayIn(zoneOr(holder.timezone, config.SCHOOL_TIME_ZONE), at);
  const nome = tipo === 'quitacao' ? holder.civil_name : holder.full_name;
  const who = holder.cpf ? `${nome}, CPF ${formatCpf(holder.cpf)},` : nome;
  const said =
    tipo === 'quitacao'
      ? await saidOfYear(db, userId, about, today, who)
      : await saidOfClass(db, userId, tipo, about, who);
  const dados: DeclarationSnapshot = {
    marca: holder.marca ?? brandOfHost(ctx),
    nome,
    matricula: holder.matricula,
    escola: holder.escola ? { nome: holder.escola, cidade: holder.cidade ?? '' } : null,
    emitido_em: today,
    ...said,
  };
  return emitDocument(db, { tipo, userId, referencia: String(about), dados, at, sameAs: [userId, about, dados] });
}

async function saidOfClass(db: Db, userId: number, tipo: DeclarationKind, turmaId: number, who: string): Promise<Said> {
  const turma = await classForPaper(db, userId, turmaId);
  if (!turma) throw notFound('Não encontramos esta turma entre as suas.');
  const hasEnded = turma.enrollment === 'concluida';
  if (tipo === 'declaracao_conclusao' && !hasEnded) throw conflict(documentMessages.notConcluded, 'not_concluded');
  if (tipo === 'declaracao_matricula' && turma.enrollment !== 'ativa') {
    throw conflict(documentMessages.notEnrolled, 'not_enrolled');
  }
  const texto = hasEnded
    ? `Declaramos que ${who} concluiu o curso ${turma.livro} (${turma.nivel_cefr}) nesta escola.`
    : `Declaramos que ${who} está regularmente matriculado(a) no curso ${turma.livro} (${turma.nivel_cefr}) nesta escola.`;
  return {
    texto,
    fatos: [
      { rotulo: 'Turma', valor: turma.nome },
      { rotulo: 'Curso', valor: `${turma.livro} · ${turma.nivel_cefr}` },
      { rotulo: 'Período', valor: `${formatDay(turma.inicio)} a ${formatDay(turma.fim)}` },
      { rotulo: 'Aulas previstas', valor: String(turma.aulas_total) },
    ],
  };
}

async function saidOfYear(db: Db, userId: number, year: number, today: string, who: string): Promise<Said> {
  const isRunning = today.startsWith(`${year}-`);
  const last = isRunning ? today : `${year}-12-31`;
  const { open, paid, cents } = await yearOfBills(db, userId, `${year}-01-01`, last);
  if (paid === 0 || `${year}-01-01` > today) throw conflict(documentMessages.nothingPaid(year), 'nothing_paid');
  if (open > 0) throw conflict(documentMessages.stillOpen(open), 'still_open');
  return {
    texto: `Declaramos, nos termos da Lei 12.007/2009, que ${who} quitou todas as parcelas com vencimento de ${formatDay(`${year}-01-01`)} a ${formatDay(last)}. Esta declaração substitui, para a prova do pagamento, os recibos do período.`,
    fatos: [
      { rotulo: 'Período', valor: `${formatDay(`${year}-01-01`)} a ${formatDay(last)}` },
      { rotulo: 'Parcelas pagas', valor: String(paid) },
      { rotulo: 'Soma das parcelas', valor: formatMoney(cents) },
    ],
  };
}

type Group = PaymentsSnapshot['grupos'][number];
type Parties = Pick<Group, 'pagador' | 'emissor'>;

/**
 * Emits the statement of all payments of the user's bills within a year, by the day of payment. Money returned within the year is
 * subtracted; money still on its way does not count.
 *
 * @throws Refusal 409 for a year without a payment.
 */
async function emitPayments(ctx: Ctx, year: number): Promise<DocumentRow> {
  const { db, session, config, now } = ctx;
  const { userId } = session;
  const at = now();
  const holder = await holderOf(db, userId);
  const zone = zoneOr(holder.timezone, config.SCHOOL_TIME_ZONE);
  const today = dayIn(zone, at);
  const [first, end] = [`${year}-01-01`, `${year}-12-31`];
  const movements = (await readTransactions(db, { userId }, zone, { de: first, ate: end }))
    .filter(({ status }) => status === 'concluido')
    .reverse();
  if (movements.length === 0) throw conflict(documentMessages.nothingReceived(year), 'nothing_paid');
  const dados: PaymentsSnapshot = {
    marca: holder.marca ?? brandOfHost(ctx),
    nome: holder.civil_name,
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

/** The movements grouped by payer and recipient, each group sorted by day. */
async function groupsOf(ctx: Ctx, movements: readonly StatementEntry[], zone: string): Promise<Group[]> {
  const groups = new Map<string, Group>();
  const known = new Map<number | null, Promise<Parties>>();
  for (const { em, descricao, detalhe, tipo, forma, valor_centavos, parcela_id } of movements) {
    const dia = dayIn(zone, new Date(em));
    const bill = parcela_id ?? null;
    const pending = known.get(bill) ?? partiesOf(ctx, bill, dia);
    known.set(bill, pending);
    const parties = await pending;
    const key = JSON.stringify(parties);
    const group = groups.get(key) ?? { ...parties, linhas: [], total_centavos: 0 };
    groups.set(key, group);
    group.total_centavos += valor_centavos;
    group.linhas.push({
      dia,
      descricao: tipo === 'devolucao' && detalhe ? `${descricao}: ${detalhe}` : descricao,
      forma: financeMessages.methods[forma ?? ''] ?? 'Na escola',
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
    return { pagador: { nome: holder.civil_name, cpf: holder.cpf }, emissor: issuerOf(holder, receiver) ?? null };
  }
  const [payee, contract] = await Promise.all([payeeOf(db, bill), contractOfBill(db, bill.contrato_id)]);
  return { pagador: payerByContract(contract, day), emissor: issuerOf(payee, receiver) ?? null };
}
