import { formatDate, formatTime } from '#lib/format/dates.ts';
import { clashWords } from '#lib/words/teaching.ts';
import type { Db } from '../../core/db/connection.ts';
import { Refusal } from '../../core/http/refusal.ts';

/** A planned lesson: its time, teacher and room. An online lesson needs no room. */
export interface PlannedLesson {
  inicio: string;
  fim: string;
  professor_id: number | null;
  sala: string | null;
}

interface Place {
  /** The class of the lessons; null: a new one. */
  turmaId: number | null;
  companyId: number;
  escolaId: number;
}

/** The key of a room: names that differ in spaces and case are the same room. */
export const roomKey = (room: string | null) => room?.trim().replace(/\s+/g, ' ').toLocaleLowerCase('pt-BR') || null;

/** Lessons of running classes, each with its teacher and room. */
const lessons = (db: Db) =>
  db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .leftJoin('users as professor', (join) =>
      join.on('professor.id', '=', ({ fn }) => fn.coalesce('aulas.professor_user_id', 'turmas.professor_user_id')),
    )
    .select(['aulas.id', 'aulas.inicio', 'aulas.fim', 'aulas.tipo', 'turmas.id as turma_id', 'turmas.nome as turma'])
    .select(['turmas.company_id', 'companies.escola_id', 'companies.timezone'])
    .select(['professor.id as professor_id', 'professor.full_name as professor'])
    .select(({ fn }) => fn.coalesce('aulas.sala', 'turmas.sala').as('sala'))
    .where('aulas.cancelada_em', 'is', null)
    .orderBy('aulas.inicio')
    .orderBy('aulas.id');
type Row = Awaited<ReturnType<ReturnType<typeof lessons>['executeTakeFirstOrThrow']>>;

/**
 * Lessons of other classes at the same hour with the same teacher, in any unit of the school, or in the same room of the unit:
 * one entry for each class and cause, with the first hour and the number.
 */
export async function findClashes(db: Db, place: Place, planned: readonly PlannedLesson[]) {
  const [first] = planned.map(({ inicio }) => inicio).toSorted();
  const last = planned
    .map(({ fim }) => fim)
    .toSorted()
    .at(-1);
  if (first === undefined || last === undefined) return [];
  const teachers = [...new Set(planned.flatMap(({ professor_id }) => professor_id ?? []))];
  const others = await lessons(db)
    .where('companies.escola_id', '=', place.escolaId)
    // Only lessons of these teachers or this unit can clash.
    .where(({ or, eb }) =>
      or([
        eb('turmas.company_id', '=', place.companyId),
        ...(teachers.length > 0 ? [eb('professor.id', 'in', teachers)] : []),
      ]),
    )
    .where('turmas.status', 'in', ['ativa', 'futura'])
    .where('aulas.inicio', '<', last)
    .where('aulas.fim', '>', first)
    .$if(place.turmaId !== null, (query) => query.where('turmas.id', '!=', place.turmaId ?? 0))
    .execute();
  const found = planned.flatMap((lesson) =>
    others
      .filter(({ inicio, fim }) => inicio < lesson.fim && fim > lesson.inicio)
      .flatMap((other) => causesOf(place, lesson, other).map((cause) => ({ ...cause, other }))),
  );
  const groups = Map.groupBy(found, ({ other, motivo }) => `${other.turma_id} ${motivo}`);
  return [...groups.values()].map((group) => {
    const [{ other, ...cause }] = group as [(typeof group)[number]];
    const { turma_id, turma, inicio, fim, timezone } = other;
    return { ...cause, turma: { id: turma_id, nome: turma }, inicio, fim, timezone, vezes: group.length };
  });
}

/** The shared resources of two lessons; `nome` is that of the room or the teacher. */
function causesOf({ companyId }: Place, lesson: PlannedLesson, other: Row) {
  const isSameTeacher = lesson.professor_id !== null && lesson.professor_id === other.professor_id;
  const room = roomKey(lesson.sala);
  const isSameRoom =
    room !== null && other.tipo === 'presencial' && other.company_id === companyId && room === roomKey(other.sala);
  return [
    ...(isSameTeacher ? [{ motivo: 'professor' as const, nome: other.professor ?? '' }] : []),
    ...(isSameRoom ? [{ motivo: 'sala' as const, nome: lesson.sala ?? '' }] : []),
  ];
}

/**
 * Checks lessons of a class in the transaction that changed them. @param ids absent: all future ones
 *
 * @throws Refusal 409 with the clashes, unless the office confirmed them
 */
export async function refuseClashes(
  tx: Db,
  now: Date,
  turmaId: number,
  { ids, isKnown }: { ids?: readonly number[]; isKnown: boolean },
): Promise<void> {
  if (isKnown) return;
  const own = await lessons(tx)
    .where('turmas.id', '=', turmaId)
    .where('aulas.inicio', '>', now.toISOString())
    .$if(ids !== undefined, (query) => query.where('aulas.id', 'in', [...(ids ?? [])]))
    .execute();
  const [one] = own;
  if (!one) return;
  const place = { turmaId, companyId: one.company_id, escolaId: one.escola_id };
  const clashes = await findClashes(
    tx,
    place,
    own.map(({ sala, tipo, ...lesson }) => ({ ...lesson, sala: tipo === 'presencial' ? sala : null })),
  );
  if (clashes.length === 0) return;
  const detail = clashWords.question(clashes.map((clash) => clashText(clash)));
  throw new Refusal(409, detail, { code: 'clash', fields: { mesmo_assim: clashWords.confirm } });
}

/** A clash in words. */
export const clashText = (clash: Awaited<ReturnType<typeof findClashes>>[number]) =>
  clashWords.one({
    ...clash,
    turma: clash.turma.nome,
    quando: `${formatDate(clash.inicio, clash.timezone)}, ${formatTime(clash.inicio, clash.timezone)}`,
  });
