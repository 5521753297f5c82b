import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { takenFormats } from '#lib/rules/teaching/work-kinds.ts';
import type { Db } from '../../core/db/connection.ts';
import { prepared } from '../../core/db/prepared.ts';
import { notFound } from '../../core/http/refusal.ts';
import type { Schema } from '../../tables.ts';
import type { Enrollment } from './class.ts';

type FileRow = Selectable<Schema['atividade_arquivos']>;
const Formats = z.array(z.string());

/** The extensions that an activity accepts. @param stored the stored JSON */
export const formatsIn = (stored: string): string[] => [...takenFormats(Formats.parse(JSON.parse(stored)))];

const assignments = (db: Db) =>
  db
    .selectFrom('turma_aluno_atividades as dada')
    .innerJoin('turma_atividades as pedida', 'pedida.id', 'dada.turma_atividade_id')
    .select([
      'dada.id',
      'dada.turma_atividade_id',
      'dada.turma_aluno_id',
      'dada.dispensada',
      'dada.nota',
      'dada.comentario',
      'dada.corrigida_em',
      'dada.presenca_confirmada_em',
      'dada.devolvida_em',
      'pedida.aula_id',
      'pedida.titulo',
      'pedida.descricao',
      'pedida.tipo',
      'pedida.prazo',
      'pedida.aceita_envio',
      'pedida.formatos',
      'pedida.tamanho_max_bytes',
      'pedida.unidade_id',
      'pedida.nota_maxima',
    ]);
type AssignmentRow = Awaited<ReturnType<ReturnType<typeof assignments>['executeTakeFirstOrThrow']>>;

const inOrder = prepared((db, turmaAlunoId: number, aulaId: number | null) =>
  assignments(db)
    .where('dada.turma_aluno_id', '=', turmaAlunoId)
    .where((where) => where.or([where('pedida.tipo', '!=', 'presenca'), where('pedida.aula_id', '=', aulaId)]))
    .orderBy(({ eb }) => eb('pedida.prazo', 'is', null))
    .orderBy('pedida.prazo')
    .orderBy('dada.id'),
);

/**
 * All assignments of one enrolment, the nearest deadline first; those without a deadline come last. A student who left the class
 * sees only submitted and corrected ones.
 *
 * @param aulaId also includes the presence in this lesson; with all lessons the list would be long.
 */
export async function readActivities(
  db: Db,
  { turma_id, turma_aluno_id, status }: Pick<Enrollment, 'turma_id' | 'turma_aluno_id' | 'status'>,
  now: Date,
  aulaId: number | null = null,
): Promise<Atividade[]> {
  const isIn = status === 'ativa';
  if (isIn) await assignMissing(db, turma_id, turma_aluno_id);
  const rows = await inOrder(db, turma_aluno_id, aulaId);
  const files = await filesOf(
    db,
    rows.map(({ id }) => id),
  );
  const all = rows.map((row) =>
    presentActivity(
      row,
      files.filter((file) => file.turma_aluno_atividade_id === row.id),
      now,
    ),
  );
  return isIn ? all : all.filter((each) => each.status !== 'pendente' && each.status !== 'atrasada');
}

/** One activity as its student sees it. */
export async function readActivity(
  db: Db,
  enrollment: Pick<Enrollment, 'turma_id' | 'turma_aluno_id' | 'status'>,
  id: number,
  now: Date,
): Promise<Atividade> {
  const found = (await readActivities(db, enrollment, now)).find((activity) => activity.id === id);
  if (!found) throw notFound();
  return found;
}

const missingIn = prepared((db, turmaId: number, turmaAlunoId: number) =>
  db
    .selectFrom('turma_atividades')
    .select('id')
    .where('turma_id', '=', turmaId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('turma_aluno_atividades')
            .select('turma_aluno_atividades.id')
            .whereRef('turma_aluno_atividades.turma_atividade_id', '=', 'turma_atividades.id')
            .where('turma_aluno_atividades.turma_aluno_id', '=', turmaAlunoId),
        ),
      ),
    ),
);

/** A student who joined the class later gets the earlier activities too. */
async function assignMissing(db: Db, turma_id: number, turma_aluno_id: number): Promise<void> {
  const missing = await missingIn(db, turma_id, turma_aluno_id);
  if (missing.length === 0) return;
  await db
    .insertInto('turma_aluno_atividades')
    .values(missing.map(({ id }) => ({ turma_atividade_id: id, turma_aluno_id, dispensada: false })))
    .onConflict((conflict) => conflict.columns(['turma_aluno_id', 'turma_atividade_id']).doNothing())
    .execute();
}

const filesIn = prepared((db, ids: readonly number[]) =>
  db.selectFrom('atividade_arquivos').selectAll().where('turma_aluno_atividade_id', 'in', ids).orderBy('n'),
);
const filesOf = async (db: Db, ids: number[]): Promise<FileRow[]> => (ids.length === 0 ? [] : filesIn(db, ids));

function presentActivity(row: AssignmentRow, files: FileRow[], now: Date): Atividade {
  const sent = files.filter(({ kind }) => kind === 'envio');
  return {
    id: row.id,
    turma_atividade_id: row.turma_atividade_id,
    turma_aluno_id: row.turma_aluno_id,
    titulo: row.titulo,
    descricao: row.descricao,
    tipo: row.tipo,
    prazo: row.prazo,
    status: statusOf(row, sent.length > 0, now),
    // An exercise is submitted by its answers, not by files.
    aceita_envio: row.aceita_envio && row.tipo !== 'exercicio',
    formatos: formatsIn(row.formatos),
    tamanho_max_bytes: row.tamanho_max_bytes,
    arquivos: sent.map(presentFile),
    // A correction in progress is not shown yet.
    correcoes: hasAnswer(row) ? files.filter(({ kind }) => kind === 'correcao').map(presentFile) : [],
    nota: row.nota,
    comentario: row.comentario,
    corrigida_em: row.corrigida_em,
    devolvida_em: row.devolvida_em,
    nota_maxima: row.nota_maxima,
    unidade_id: row.unidade_id,
    presenca_confirmada: row.presenca_confirmada_em !== null,
  };
}

const hasAnswer = ({ corrigida_em, devolvida_em, comentario }: AssignmentRow) =>
  corrigida_em !== null || devolvida_em !== null || comentario !== null;

const presentFile = ({ n, nome, mime, tamanho_bytes, enviado_em }: FileRow) => ({
  n,
  nome,
  mime,
  tamanho_bytes,
  enviado_em,
});

/** Only work that is submitted through the portal can be late here. */
function statusOf(row: AssignmentRow, isSent: boolean, now: Date): Atividade['status'] {
  if (row.dispensada) return 'dispensada';
  if (row.corrigida_em !== null) return 'corrigida';
  if (isSent && row.devolvida_em === null) return 'enviada';
  return row.aceita_envio && row.prazo !== null && new Date(row.prazo) < now ? 'atrasada' : 'pendente';
}
