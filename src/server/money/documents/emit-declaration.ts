import { formatCpf } from '#lib/format/cpf.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { documentMessages } from '#lib/words/account.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { brandOfHost } from '../../core/http/public-url.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { emitDocument } from './emit-document.ts';
import { classForPaper, type DocumentRow, holderOf, yearOfBills } from './queries.ts';
import type { DeclarationSnapshot } from './snapshot.ts';

type Kind = 'declaracao_matricula' | 'declaracao_conclusao' | 'quitacao';
type Said = Pick<DeclarationSnapshot, 'texto' | 'fatos'>;

/**
 * Emits a statement of the school: the enrolment in a class or its conclusion (`about` is the id of the class), or the
 * payment of all bills of a year (`about` is the year; law 12.007/2009). The same statement on the same day is one
 * document.
 *
 * @throws Refusal 404 for another's class, 409 if the statement would be untrue
 */
export async function emitDeclaration(ctx: Ctx, tipo: Kind, about: number): Promise<DocumentRow> {
  const { db, session, config, now } = ctx;
  const { userId } = session;
  const at = now();
  const holder = await holderOf(db, userId);
  const today = dayIn(zoneOr(holder.timezone, config.SCHOOL_TIME_ZONE), at);
  const who = holder.cpf ? `${holder.full_name}, CPF ${formatCpf(holder.cpf)},` : holder.full_name;
  const said =
    tipo === 'quitacao'
      ? await saidOfYear(db, userId, about, today, who)
      : await saidOfClass(db, userId, tipo, about, who);
  const dados: DeclarationSnapshot = {
    marca: holder.marca ?? brandOfHost(ctx),
    nome: holder.full_name,
    matricula: holder.matricula,
    escola: holder.escola ? { nome: holder.escola, cidade: holder.cidade ?? '' } : null,
    emitido_em: today,
    ...said,
  };
  return emitDocument(db, { tipo, userId, referencia: String(about), dados, at, sameAs: [userId, about, dados] });
}

async function saidOfClass(db: Db, userId: number, tipo: Kind, turmaId: number, who: string): Promise<Said> {
  const turma = await classForPaper(db, userId, turmaId);
  if (!turma) throw notFound('Não encontramos esta turma entre as suas.');
  const hasEnded = turma.enrolment === 'concluida';
  if (tipo === 'declaracao_conclusao' && !hasEnded) throw conflict(documentMessages.notConcluded, 'not_concluded');
  if (tipo === 'declaracao_matricula' && turma.enrolment !== 'ativa') {
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
