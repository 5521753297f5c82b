import type { Ctx } from '../../core/http/ctx.ts';
import { dependentsOf, isOf } from '../../money/finance/dependents.ts';
import { readFinance } from '../../money/finance/read-finance.ts';
import { type Enrollment, enrollmentsOf, readClasses } from '../../study/pedagogico/class.ts';
import { readGrades } from '../../study/pedagogico/grades.ts';
import { lessonsFrom } from '../../study/pedagogico/lessons-ahead.ts';
import { readActivities } from '../../study/pedagogico/read-activities.ts';
import { readStudyDay } from '../../study/pedagogico/study-day.ts';
import { asChild, type Child, childrenOf, requireAmong } from './children.ts';

const MAX_LESSONS = 3;

/** The children of the calling guardian, each with upcoming events. Empty for other users. */
export async function listFamily(ctx: Ctx) {
  const children = await childrenOf(ctx);
  const isShown = await shownBills(ctx, children);
  return Promise.all(
    children.map(async (child) => readNear(ctx, child, isShown, await enrollmentsOf(ctx.db, child.id))),
  );
}

type Shown = ReturnType<typeof isOf>;

/** All bills of a minor; of an adult child only the bills that the user pays (0187). */
const shownBills = async (ctx: Ctx, children: readonly Child[]): Promise<Shown> =>
  children.every(({ isMinor }) => isMinor) ? () => true : isOf(await dependentsOf(ctx));

/**
 * A child of the calling guardian, by default the first one, with the work of each class, and the names of all children.
 *
 * @returns null without children @throws Refusal 404 for somebody else
 */
export async function readChild(ctx: Ctx, id?: number | null) {
  const children = await childrenOf(ctx);
  const child = id == null ? children[0] : requireAmong(children, id);
  if (!child) return null;
  const enrollments = await enrollmentsOf(ctx.db, child.id);
  const near = await readNear(ctx, child, await shownBills(ctx, [child]), enrollments);
  const inClass = enrollments.filter(({ turma_id }) => near.turmas.some((turma) => turma.turma_id === turma_id));
  const work = await Promise.all(inClass.map((enrollment) => readActivities(ctx.db, enrollment, ctx.now())));
  return {
    ...near,
    filhos: children.map(({ id: aluno, full_name: nome }) => ({ id: aluno, nome })),
    atividades: work.flat().filter(({ status }) => status !== 'dispensada'),
  };
}

async function readNear(ctx: Ctx, child: Child, isShown: Shown, enrollments: readonly Enrollment[]) {
  const { db } = ctx;
  const now = ctx.now();
  const at = now.toISOString();
  const [classes, day, lessons, financeiro] = await Promise.all([
    readClasses(db, { userId: child.id, bookId: null }, false, now),
    readStudyDay(asChild(ctx, child)),
    lessonsFrom(db, child.id, at),
    readFinance(ctx, child.id, ({ contrato_id }) => isShown({ user_id: child.id, contrato_id })),
  ]);
  const running = classes.filter(({ status }) => status === 'ativa' || status === 'futura');
  const turmas = await Promise.all(
    running.flatMap(({ id, turma_aluno_id, nome, professor, livro }) => {
      const enrollment = enrollments.find((each) => each.turma_aluno_id === turma_aluno_id);
      const shown = { turma_id: id, turma_aluno_id, nome, livro: livro.nome, professor };
      return enrollment ? [readGrades(db, enrollment, now).then((notas) => ({ ...shown, notas }))] : [];
    }),
  );
  return {
    id: child.id,
    nome: child.full_name,
    avatar_url: child.avatar_url,
    escola: child.escola,
    // The time zone of the child's unit.
    timezone: child.timeZone,
    parentesco: child.parentesco,
    /** For an adult child the family sees the course, but cannot act. */
    menor: child.isMinor,
    aulas: lessons
      .filter(({ cancelada_em }) => cancelada_em === null)
      .slice(0, MAX_LESSONS)
      .map(({ id, turma, titulo, inicio, fim, tipo, sala, escola }) => ({
        ...{ id, turma, titulo, inicio, fim, sala, escola },
        online: tipo === 'online',
      })),
    evento: day.event,
    // Overdue work first.
    trabalhos: day.work,
    trabalhos_total: day.work_total,
    atrasados: day.late_total,
    turmas,
    resultados: day.results,
    financeiro,
  };
}
