import { routes } from '#lib/routes.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { ownBrand, publicUrl } from '../../core/http/public-url.ts';
import { amountDue, lateFeeBasesOf } from '../../money/finance/amount-due.ts';
import { makeLink } from '../../money/finance/payer.ts';
import { statusOf } from '../../money/finance/present.ts';
import { type Child, childrenOf } from './children.ts';

const MAX_LESSONS = 3;
const MAX_ABSENCES = 5;
const MAX_GRADES = 8;
const MAX_BILLS = 12;

type OpenStatus = Exclude<ReturnType<typeof statusOf>, 'paga' | 'cancelada'>;

/** The children of the guardian who asks. Other users have none. */
export async function listFamily(ctx: Ctx) {
  const children = await childrenOf(ctx);
  return Promise.all(children.map((child) => readChild(ctx, child)));
}

async function readChild(ctx: Ctx, child: Child) {
  const at = ctx.now().toISOString();
  const [aulas, parcelas, faltas, notas] = await Promise.all([
    nextLessons(ctx.db, child.id, at),
    openBills(ctx, child),
    absences(ctx.db, child.id),
    grades(ctx.db, child.id, at),
  ]);
  return {
    id: child.id,
    nome: child.full_name,
    avatar_url: child.avatar_url,
    escola: child.escola,
    // The zone of the child's unit.
    timezone: child.timeZone,
    parentesco: child.parentesco,
    aulas: aulas.map(({ tipo, ...lesson }) => ({ ...lesson, online: tipo === 'online' })),
    parcelas,
    faltas: faltas.slice(0, MAX_ABSENCES),
    // All missed lessons.
    faltas_total: faltas.length,
    notas: notas.flatMap(({ nota, ...grade }) => (nota === null ? [] : [{ ...grade, nota }])),
  };
}

const nextLessons = (db: Db, userId: number, at: string) =>
  db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('turma_alunos', 'turma_alunos.turma_id', 'turmas.id')
    .select(['aulas.id', 'turmas.nome as turma', 'aulas.titulo', 'aulas.inicio', 'aulas.fim', 'aulas.tipo'])
    .where('turma_alunos.user_id', '=', userId)
    .where(isInClass)
    .where('aulas.fim', '>', at)
    .where('aulas.cancelada_em', 'is', null)
    .orderBy('aulas.inicio')
    .orderBy('aulas.id')
    .limit(MAX_LESSONS)
    .execute();

const absences = (db: Db, userId: number) =>
  db
    .selectFrom('presencas')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'presencas.turma_aluno_id')
    .innerJoin('aulas', 'aulas.id', 'presencas.aula_id')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .select(['aulas.id as aula_id', 'turmas.nome as turma', 'aulas.titulo', 'aulas.inicio'])
    .where('turma_alunos.user_id', '=', userId)
    .where('presencas.status', '=', 'falta')
    // An excused absence does not count.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ausencias')
            .select('ausencias.id')
            .whereRef('ausencias.aula_id', '=', 'presencas.aula_id')
            .whereRef('ausencias.turma_aluno_id', '=', 'presencas.turma_aluno_id')
            .where('ausencias.status', '=', 'justificada'),
        ),
      ),
    )
    .orderBy('aulas.inicio', 'desc')
    .orderBy('aulas.id')
    .execute();

/** Released grades, as the child sees them (PED-05), the newest first. */
const grades = (db: Db, userId: number, at: string) =>
  db
    .selectFrom('notas')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'notas.turma_aluno_id')
    .innerJoin('avaliacoes', 'avaliacoes.id', 'notas.avaliacao_id')
    .innerJoin('periodos', 'periodos.id', 'avaliacoes.periodo_id')
    .innerJoin('turmas', 'turmas.id', 'periodos.turma_id')
    .select([
      'turmas.nome as turma',
      'periodos.nome as periodo',
      'avaliacoes.nome as avaliacao',
      'notas.nota',
      'avaliacoes.nota_maxima',
      'avaliacoes.data',
    ])
    .where('turma_alunos.user_id', '=', userId)
    .where('periodos.liberado_em', 'is not', null)
    .where('periodos.liberado_em', '<=', at)
    .orderBy('avaliacoes.data', 'desc')
    .orderBy('avaliacoes.id', 'desc')
    .limit(MAX_GRADES)
    .execute();

/** Open bills, each with its own link: a guardian pays without the child's login (FIN-06). */
async function openBills(ctx: Ctx, child: Child) {
  const rows = await ctx.db
    .selectFrom('parcelas')
    .selectAll()
    .where('user_id', '=', child.id)
    .where('status', 'in', ['aberta', 'em_processamento'])
    // The price of a payment abroad holds only for minutes, so the child starts it.
    .where('cambio_id', 'is', null)
    .orderBy('vencimento')
    .orderBy('id')
    .limit(MAX_BILLS)
    .execute();
  const portal = publicUrl(ctx.config, child.marca ?? ownBrand(ctx));
  const basisFor = await lateFeeBasesOf(ctx, ctx.db, rows, ctx.now());
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      descricao: row.descricao,
      vencimento: row.vencimento,
      valor_centavos: amountDue(row, basisFor(row)).total,
      status: statusOf(row, basisFor(row)) as OpenStatus,
      // Null while a payment is under way.
      link_pagamento: row.status === 'aberta' ? portal + routes.pay((await makeLink(ctx, row.id)).token) : null,
    })),
  );
}
