import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { earnPoints } from '../../club/earning.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { type FileAnswer, storedFile } from '../../core/http/file-answer.ts';
import { cleanFileName } from '../../core/http/file-name.ts';
import { cleanPicture } from '../../core/http/pictures/clean-picture.ts';
import { receiveFile } from '../../core/http/receive.ts';
import { conflict, notFound, Refusal } from '../../core/http/refusal.ts';
import { newFileKey } from '../../core/ports/files.ts';
import { laterRemoved, removeUnnamed } from '../../core/ports/remove-files.ts';
import { storeFiles } from '../../core/ports/store-files.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import { addFile, fileOf, filesOf, markTakenBack, ownAssignment, removeFile } from './activity-queries.ts';
import { requireActive } from './class.ts';
import { kindOfFile } from './file-kinds.ts';
import { formatsIn, readActivity } from './read-activities.ts';

/** Max. files per submission: enough for a student, too few to fill a disk. */
const MAX_FILES = 5;

type InTx = Pick<Ctx, 'session' | 'now' | 'config'> & { db: Db };

/** The own work that an address names. @throws Refusal 404, also for another person's work */
export async function ownActivity({ db, session }: Ctx, { id }: { id: number }) {
  const assignment = await ownAssignment(db, session.userId, id);
  if (!assignment) throw notFound('Não encontramos esta atividade entre as suas.');
  return assignment;
}
type Work = Awaited<ReturnType<typeof ownActivity>>;

/**
 * Stores a file that a student submits (PED-08). Its content decides its kind. Its name is stored and never trusted.
 *
 * @throws Refusal 409 when the activity accepts no more files, 413 and 415 by size and kind, 422 when it is not a file, 503
 *   without the store.
 */
export async function uploadActivity(ctx: Ctx, assignment: Work): Promise<Atividade> {
  const { db, now } = ctx;
  const { id } = assignment;
  requireActive(assignment);
  if (!assignment.aceita_envio || assignment.tipo === 'exercicio')
    throw conflict('Esta atividade não recebe arquivos.');
  if (assignment.corrigida_em !== null) throw conflict('Esta atividade já foi corrigida.', 'corrected');
  if (assignment.dispensada) throw conflict('Você está dispensado desta atividade.');
  if ((await filesOf(db, id, 'envio')) >= MAX_FILES) {
    throw conflict(`Cada atividade recebe até ${MAX_FILES} arquivos. Apague um para enviar outro.`);
  }
  const formats = formatsIn(assignment.formatos);
  const rule = { folder: 'atividades' as const, max: assignment.tamanho_max_bytes, formats };
  await storeUpload(ctx, rule, (tx, file) => keepFile(tx, now(), { id, kind: 'envio', file }));
  const pontos_ganhos = await db.transaction().execute(async (tx) => {
    await notifyOfSubmission(tx, now(), id);
    return assignment.vale_pontos ? earnInTime({ ...ctx, db: tx }, id, assignment.prazo) : 0;
  });
  return { ...(await readActivity(db, assignment, id, now())), pontos_ganhos };
}

/** Credits points for work in time, once: a withdrawn and resubmitted file earns nothing more. @returns the points */
export async function earnInTime(
  { db, session, now, config }: InTx,
  id: number,
  prazo: string | null,
): Promise<number> {
  const at = now();
  if (prazo === null || at.toISOString() > prazo) return 0;
  const entry = await earnPoints(db, {
    userId: session.userId,
    regra: 'atividade',
    what: `atividade:${id}`,
    at,
    timeZone: config.SCHOOL_TIME_ZONE,
    referencia: { tipo: 'atividade', id },
  });
  return entry?.pontos ?? 0;
}

/** Writes the row of a stored file. @throws Refusal 409 after several conflicts with concurrent files */
export async function keepFile(
  tx: Db,
  at: Date,
  { id, kind, file }: { id: number; kind: 'envio' | 'correcao'; file: StoredUpload },
): Promise<void> {
  const isAdded = await addFile(tx, { ...file, turma_aluno_atividade_id: id, kind, enviado_em: at.toISOString() });
  if (!isAdded) throw conflict('Outro arquivo chegou ao mesmo tempo. Tente de novo.');
}

/**
 * The bytes of a submitted file, or of its correction: only as a download, never as a page of ours (S9).
 *
 * @throws Refusal 404 when it does not exist.
 */
export async function downloadFile(
  { db, ports }: Ctx,
  { id }: Work,
  tipo: 'envio' | 'correcao',
  n: number,
): Promise<FileAnswer> {
  const file = await fileOf(db, id, tipo, n);
  if (!file) throw notFound('Este arquivo não existe mais.');
  return storedFile(file, await ports.files.open(file.chave));
}

/** Withdraws a file (PED-10). @throws Refusal 404 when it is not there, 409 after the correction. */
export async function deleteActivityFile(ctx: Ctx, assignment: Work, n: number): Promise<Atividade> {
  const { db, now } = ctx;
  const { id } = assignment;
  requireActive(assignment);
  if (assignment.corrigida_em !== null) throw conflict('Esta atividade já foi corrigida.', 'corrected');
  const { chave } = await db.transaction().execute(async (tx) => {
    const file = await removeFile(tx, id, n);
    if (!file) throw notFound('Este arquivo não existe mais.');
    await markTakenBack(tx, id);
    await laterRemoved(tx, [file.chave], now());
    return file;
  });
  await removeUnnamed(ctx, [chave]);
  return readActivity(db, assignment, id, now());
}

/** The store's folder, the max. bytes, and the accepted extensions of an upload. */
interface UploadRule {
  folder: Parameters<typeof newFileKey>[0];
  max: number;
  formats: readonly string[];
}

/** A file in the store, as a row tells of it. */
interface StoredUpload {
  nome: string;
  mime: string;
  tamanho_bytes: number;
  chave: string;
}

/**
 * Stores the file of a call. Its content decides its kind. Its name is stored and never trusted.
 *
 * @param writeRow writes the row. If it throws, the file is removed from the store.
 * @throws Refusal 413 and 415 by size and kind, 422 when it is not a file, 429, 503 without the store
 */
export async function storeUpload(
  ctx: Ctx,
  { folder, max, formats }: UploadRule,
  writeRow: (tx: Db, file: StoredUpload) => Promise<void>,
): Promise<void> {
  const { request, session, limits } = ctx;
  await limits.take('upload', `user:${session.userId}`);
  const received = await receiveFile(request, 'file', max);
  try {
    const kind = await kindOfFile(received.path, formats);
    if (!kind) throw otherKind(formats);
    const { bytes } = await cleanPicture(received, kind.mime, 'file');
    const chave = newFileKey(folder);
    const nome = cleanFileName(received.name, kind.ending);
    await storeFiles(ctx, [{ key: chave, path: received.path, mime: kind.mime }], (tx) =>
      writeRow(tx, { nome, mime: kind.mime, tamanho_bytes: bytes, chave }),
    );
  } finally {
    await received.discard();
  }
}

function otherKind(formats: readonly string[]): Refusal {
  const names = formats.map((format) => format.toUpperCase()).join(', ');
  return new Refusal(415, `O conteúdo deste arquivo não é de um tipo aceito. Envie ${names}.`, {
    fields: { file: 'Tipo não aceito' },
  });
}

/**
 * Notifies the teacher of the class of submissions: once a day for each assignment, regardless of the number of students and
 * files. For a class without a teacher the office is notified.
 *
 * @param tx the transaction of the submission
 * @param id the student's piece of work
 */
async function notifyOfSubmission(tx: Db, now: Date, id: number): Promise<void> {
  const work = await tx
    .selectFrom('turma_aluno_atividades as dada')
    .innerJoin('turma_atividades as pedida', 'pedida.id', 'dada.turma_atividade_id')
    .innerJoin('turmas', 'turmas.id', 'pedida.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .select(['pedida.id', 'pedida.titulo', 'turmas.id as turma', 'turmas.professor_user_id as teacher'])
    .select(['companies.id as unitId', 'companies.timezone'])
    .where('dada.id', '=', id)
    .executeTakeFirst();
  if (!work) return;
  await notifyStaff(tx, now, {
    kind: 'trabalho_entregue',
    about: `${work.id}:${dayIn(work.timezone, now)}`,
    params: { atividade: work.titulo, turma: work.turma },
    at: work.teacher === null ? { unitId: work.unitId } : { teacher: work.teacher },
  });
}
