import { sql } from 'kysely';
import type { z } from 'zod';
import type { HandedIn, HandedInDetail, WorkState, WorkView } from '#lib/contract/teaching-work.schema.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { countUpTo } from '../../core/db/counts.ts';
import { cutPage, type Order, pageAfter } from '../../core/db/keyset.ts';
import { NOBODY, type Reach, within } from '../../core/db/reach.ts';
import { isTeacher, reachBy } from '../../core/http/access.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { answersIn } from './exercise.ts';
import type { listHandedInInput } from './inputs.ts';
import { taughtClass } from './taught-class.ts';

/** Students' work with its class; only work that was submitted, corrected or returned. */
const works = (db: Db) =>
  db
    .selectFrom('turma_aluno_atividades as dada')
    .innerJoin('turma_atividades as pedida', 'pedida.id', 'dada.turma_atividade_id')
    .innerJoin('turmas', 'turmas.id', 'pedida.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .where('pedida.tipo', '<>', 'presenca');
type Works = ReturnType<typeof works>;

/** Limited to the user's own classes, or, for staff, to all classes in reach. */
function ownClasses({ session }: Ctx): (query: Works) => Works {
  if (isTeacher(session)) return (query) => query.where('turmas.professor_user_id', '=', session.userId);
  return within(reachBy(session, ['turmas']) ?? NOBODY);
}

const inState = (state: WorkState) => (query: Works) => {
  if (state === 'corrigida') return query.where('dada.corrigida_em', 'is not', null);
  const open = query.where('dada.corrigida_em', 'is', null);
  return state === 'devolvida'
    ? open.where('dada.devolvida_em', 'is not', null)
    : open.where('dada.devolvida_em', 'is', null).where('dada.entregue_em', 'is not', null);
};

const STALLED_DAYS = 7;

/** Submitted work that has waited for its correction for a week. */
const stalled = (now: Date) => (query: Works) =>
  query
    .$call(inState('a_corrigir'))
    .where('dada.entregue_em', '<', new Date(now.getTime() - STALLED_DAYS * DAY_MS).toISOString());

/** The reach of the panel's counter and of its list: the right `turmas`, otherwise the own classes. */
function panelClasses(ctx: Ctx): (query: Works) => Works {
  const reach = reachBy(ctx.session, ['turmas']);
  return reach ? within(reach) : ownClasses(ctx);
}

/** The number of works in reach that have waited for their correction for a week. */
export const countStalled = (db: Db, reach: Reach, now: Date): Promise<number> =>
  countOf(works(db).$call(within(reach)).$call(stalled(now)));

async function countOf(query: Works): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const withColumns = (query: Works) =>
  query
    .innerJoin('turma_alunos', 'turma_alunos.id', 'dada.turma_aluno_id')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .select(['dada.id', 'dada.entregue_em', 'dada.corrigida_em', 'dada.devolvida_em', 'dada.nota'])
    .select(['dada.comentario', 'pedida.id as atividade_id', 'pedida.titulo', 'pedida.prazo', 'pedida.nota_maxima'])
    .select(['pedida.descricao', 'turmas.id as turma_id', 'turmas.nome as turma', 'companies.timezone'])
    .select(['users.id as user_id', 'users.full_name', 'users.avatar_url'])
    .select(({ selectFrom }) =>
      selectFrom('atividade_arquivos')
        .select(({ fn }) => fn.countAll<number | string>().as('many'))
        .whereRef('atividade_arquivos.turma_aluno_atividade_id', '=', 'dada.id')
        .where('atividade_arquivos.kind', '=', 'envio')
        .as('arquivos'),
    );
export type WorkRow = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

const stateOf = ({ corrigida_em, devolvida_em }: Pick<WorkRow, 'corrigida_em' | 'devolvida_em'>): WorkState =>
  corrigida_em !== null ? 'corrigida' : devolvida_em !== null ? 'devolvida' : 'a_corrigir';

const present = (row: WorkRow): HandedIn => ({
  id: row.id,
  aluno: { nome: row.full_name, foto_url: row.avatar_url },
  atividade: { id: row.atividade_id, nome: row.titulo },
  turma: { id: row.turma_id, nome: row.turma },
  estado: stateOf(row),
  prazo: row.prazo,
  entregue_em: row.entregue_em,
  atrasada: row.prazo !== null && row.entregue_em !== null && row.entregue_em > row.prazo,
  corrigida_em: row.corrigida_em,
  devolvida_em: row.devolvida_em,
  nota: row.nota,
  nota_maxima: row.nota_maxima,
  arquivos: Number(row.arquivos),
});

/** Whether a student's work (`dada`) was submitted, returned or corrected. */
export const isBegun = sql<boolean>`(
  dada.entregue_em is not null or dada.corrigida_em is not null or dada.devolvida_em is not null
)`;

/** The students of a class who submitted a piece of work, got it back or have it corrected, by name. */
export async function worksOf(db: Db, workId: number): Promise<HandedIn[]> {
  const rows = await withColumns(works(db).where('pedida.id', '=', workId))
    .where(isBegun)
    .orderBy('users.full_name')
    .orderBy('dada.id')
    .execute();
  return rows.map(present);
}

const WORKS_SHOWN = 5;

/** A student's last submitted works, for staff with the right to classes; empty for others. */
export async function worksOfStudent({ db, session }: Ctx, userId: number): Promise<HandedIn[]> {
  const reach = reachBy(session, ['turmas']);
  if (!reach) return [];
  const rows = await withColumns(works(db).$call(within(reach)))
    .where('turma_alunos.user_id', '=', userId)
    .where('dada.entregue_em', 'is not', null)
    .orderBy('dada.entregue_em', 'desc')
    .limit(WORKS_SHOWN)
    .execute();
  return rows.map(present);
}

const ORDER = {
  a_corrigir: ['entregue_em', 'asc'],
  parada: ['entregue_em', 'asc'],
  devolvida: ['devolvida_em', 'desc'],
  corrigida: ['corrigida_em', 'desc'],
} as const satisfies Record<WorkView, readonly [string, 'asc' | 'desc']>;

/**
 * Submitted work across the own classes: waiting work the oldest first, the rest the newest first. Corrected work grows without
 * limit, so it is counted only in its own view.
 */
export async function listHandedIn(ctx: Ctx, { turma, estado, limit, depois }: z.output<typeof listHandedInInput>) {
  const { db } = ctx;
  if (turma !== undefined) await taughtClass(ctx, turma);
  const own = turma === undefined ? ownClasses(ctx) : (query: Works) => query.where('turmas.id', '=', turma);
  const all = own(works(db));
  const late = (turma === undefined ? panelClasses(ctx)(works(db)) : all).$call(stalled(ctx.now()));
  const of = (state: WorkView) => (state === 'parada' ? late : all.$call(inState(state)));
  const count = (state: WorkView) => countUpTo(db, of(state), { limit, offset: 0 });
  const [by, direction] = ORDER[estado];
  const order: Order = [
    [`dada.${by}`, direction],
    ['dada.id', direction],
  ];
  const [found, a_corrigir, parada, devolvida, corrigida, classes] = await Promise.all([
    pageAfter(withColumns(of(estado)), order, { depois, limit }).execute(),
    count('a_corrigir'),
    count('parada'),
    count('devolvida'),
    estado === 'corrigida' ? count(estado) : 0,
    classesWithWork(ctx),
  ]);
  const contagens = { a_corrigir, parada, devolvida };
  const { rows, next } = cutPage(found, limit, (row) => [row[by] ?? '', row.id]);
  return { items: rows.map(present), total: { ...contagens, corrigida }[estado], next, contagens, turmas: classes };
}

/** The running classes of the filter, each with the number of waiting works. */
async function classesWithWork(ctx: Ctx) {
  if (!isTeacher(ctx.session)) return [];
  const waiting = await ownClasses(ctx)(works(ctx.db))
    .$call(inState('a_corrigir'))
    .select(['turmas.id', ({ fn }) => fn.countAll<number | string>().as('many')])
    .groupBy('turmas.id')
    .execute();
  const classes = await ctx.db
    .selectFrom('turmas')
    .select(['id', 'nome', 'status'])
    .where('professor_user_id', '=', ctx.session.userId)
    .orderBy('nome')
    .execute();
  return classes
    .map(({ id, nome, status }) => ({
      id,
      nome,
      isRunning: status === 'ativa',
      a_corrigir: Number(waiting.find((each) => each.id === id)?.many ?? 0),
    }))
    .filter(({ isRunning, a_corrigir }) => isRunning || a_corrigir > 0)
    .map(({ isRunning: _, ...each }) => each);
}

/** One piece of work of a class that the user teaches. @throws Refusal 404, also for foreign work */
export async function ownWork(ctx: Ctx, id: number): Promise<WorkRow> {
  const missing = () => notFound('Não encontramos este trabalho entre os das suas turmas.');
  const row = await withColumns(works(ctx.db)).where('dada.id', '=', id).executeTakeFirst();
  if (!row || (row.entregue_em === null && row.corrigida_em === null && row.devolvida_em === null)) throw missing();
  await taughtClass(ctx, row.turma_id).catch(() => {
    throw missing();
  });
  return row;
}

/** As above, with its files. @throws Refusal 404 */
export const readWork = async (ctx: Ctx, id: number): Promise<HandedInDetail> =>
  presentWork(ctx.db, await ownWork(ctx, id));

async function presentWork(db: Db, row: WorkRow): Promise<HandedInDetail> {
  const files = await db
    .selectFrom('atividade_arquivos')
    .select(['kind', 'n', 'nome', 'mime', 'tamanho_bytes', 'enviado_em'])
    .where('turma_aluno_atividade_id', '=', row.id)
    .orderBy('n')
    .execute();
  const of = (requested: 'envio' | 'correcao') =>
    files.filter(({ kind }) => kind === requested).map(({ kind: _, ...file }) => file);
  const { descricao, comentario } = row;
  const respostas = await answersIn(db, row.id);
  return { ...present(row), descricao, comentario, arquivos: of('envio'), correcoes: of('correcao'), respostas };
}

/** One piece of work, and the oldest other one that waits. @param turma only in this class */
export async function readHandedIn(ctx: Ctx, row: WorkRow, turma: number | undefined) {
  const trabalho = await presentWork(ctx.db, row);
  const waiting = ownClasses(ctx)(works(ctx.db))
    .$call(inState('a_corrigir'))
    .where('dada.id', '<>', row.id)
    .$if(turma !== undefined, (query) => query.where('turmas.id', '=', turma ?? 0));
  const [next, { many }] = await Promise.all([
    waiting.select('dada.id').orderBy('dada.entregue_em').orderBy('dada.id').limit(1).executeTakeFirst(),
    waiting.select(({ fn }) => fn.countAll<number | string>().as('many')).executeTakeFirstOrThrow(),
  ]);
  return { trabalho, timezone: row.timezone, proximo: next?.id ?? null, esperam: Number(many) };
}
