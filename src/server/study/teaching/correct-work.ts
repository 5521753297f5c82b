import type { z } from 'zod';
import type { HandedInDetail } from '#lib/contract/teaching-work.schema.ts';
import { correctionRule, MAX_CORRECTIONS, viewOf } from '#lib/rules/teaching/work-kinds.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { type FileAnswer, shownFile, storedFile } from '../../core/http/file-answer.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { laterRemoved, removeUnnamed } from '../../core/ports/remove-files.ts';
import { notify } from '../../messages/inbox/notify.ts';
import { keepFile, storeUpload } from '../pedagogico/activity-files.ts';
import { fileOf, filesOf, removeFileOf } from '../pedagogico/activity-queries.ts';
import { ownWork, readWork, type WorkRow } from './handed-in.ts';
import type { correctWorkInput } from './inputs.ts';

/** Work that the student repeats is not with the teacher now. */
const isAway = (row: { entregue_em: string | null; corrigida_em: string | null }) =>
  row.entregue_em === null && row.corrigida_em === null;

const away = () => conflict('O aluno está refazendo este trabalho. Corrija quando ele entregar de novo.', 'work_away');

/** Stores mark and comment, and notifies the student. Saving again notifies nobody. @throws Refusal 404, 409, 422 */
export async function correctWork(
  ctx: Ctx,
  { id, nota, comentario = null }: z.output<typeof correctWorkInput>,
): Promise<HandedInDetail> {
  const answer = await ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const row = await ownWork(within, id);
    if (nota !== null && nota > row.nota_maxima) {
      throw invalid(`A nota vai até ${row.nota_maxima}.`, { nota: `Até ${row.nota_maxima}` });
    }
    const at = row.corrigida_em ?? ctx.now().toISOString();
    const { numUpdatedRows } = await tx
      .updateTable('turma_aluno_atividades')
      .set({ nota, comentario, corrigida_em: at, devolvida_em: null })
      .where('id', '=', id)
      .where(({ or, eb }) => or([eb('entregue_em', 'is not', null), eb('corrigida_em', 'is not', null)]))
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw away();
    await audit(within, 'work-correct', `work:${row.atividade_id}`, {
      about: row.user_id,
      antes: { nota: row.nota },
      depois: { atividade: row.titulo, nota },
    });
    // Resubmitted work is notified of again.
    if (row.corrigida_em === null) {
      await notify(tx, ctx.now(), {
        userId: row.user_id,
        kind: 'correcao_pronta',
        about: row.entregue_em === null ? String(id) : `${id}:${row.entregue_em}`,
        params: { turmaId: row.turma_id, atividadeId: row.atividade_id, atividade: row.titulo },
      });
    }
    return readWork(within, id);
  });
  ctx.wake();
  return answer;
}

/**
 * Returns work to be repeated. The student's files stay, and the student sees the reason.
 *
 * @throws Refusal 404, 409 for work that is already being repeated
 */
export async function returnWork(ctx: Ctx, id: number, comentario: string): Promise<HandedInDetail> {
  const answer = await ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const row = await ownWork(within, id);
    if (isAway(row)) throw away();
    const at = ctx.now();
    const devolvida_em = at.toISOString();
    await tx
      .updateTable('turma_aluno_atividades')
      .set({ comentario, nota: null, corrigida_em: null, entregue_em: null, devolvida_em })
      .where('id', '=', id)
      .execute();
    await audit(within, 'work-return', `work:${row.atividade_id}`, {
      about: row.user_id,
      depois: { atividade: row.titulo },
    });
    await notify(tx, at, {
      userId: row.user_id,
      kind: 'correcao_pronta',
      about: `${id}:${devolvida_em}`,
      params: { turmaId: row.turma_id, atividadeId: row.atividade_id, atividade: row.titulo, devolvida: true },
    });
    return readWork(within, id);
  });
  ctx.wake();
  return answer;
}

/** Adds a file or a voice note to a correction. Its content decides its kind. @throws Refusal 409, 413, 415, 422 */
export async function addCorrection(ctx: Ctx, row: WorkRow): Promise<HandedInDetail> {
  const { id } = row;
  if (isAway(row)) throw away();
  if ((await filesOf(ctx.db, id, 'correcao')) >= MAX_CORRECTIONS) {
    throw conflict(`Uma correção tem até ${MAX_CORRECTIONS} arquivos. Apague um para incluir outro.`);
  }
  await storeUpload(ctx, { folder: 'correcoes', ...correctionRule }, async (tx, file) => {
    await keepFile(tx, ctx.now(), { id, kind: 'correcao', file });
    await audit({ ...ctx, db: tx }, 'work-correction-add', `work:${row.atividade_id}`, {
      about: row.user_id,
      depois: { atividade: row.titulo, arquivo: file.nome },
    });
  });
  return readWork(ctx, id);
}

/** Removes a file of a correction, with a log entry. @throws Refusal 404 */
export async function removeCorrection(ctx: Ctx, row: WorkRow, n: number): Promise<HandedInDetail> {
  const { id } = row;
  const { chave } = await ctx.db.transaction().execute(async (tx) => {
    const file = await removeFileOf(tx, id, 'correcao', n);
    if (!file) throw notFound('Este arquivo não existe mais.');
    await audit({ ...ctx, db: tx }, 'work-correction-remove', `work:${row.atividade_id}`, {
      about: row.user_id,
      antes: { atividade: row.titulo, arquivo: file.nome },
    });
    await laterRemoved(tx, [file.chave], ctx.now());
    return file;
  });
  await removeUnnamed(ctx, [chave]);
  return readWork(ctx, id);
}

/**
 * A file for the page of its work, or as a download. A file that browsers cannot show is always a download. @throws Refusal 404
 */
export async function viewFile(
  { db, ports }: Ctx,
  { id }: WorkRow,
  { tipo, n }: { tipo: 'envio' | 'correcao'; n: number },
  isDownload: boolean,
): Promise<FileAnswer> {
  const file = await fileOf(db, id, tipo, n);
  if (!file) throw notFound('Este arquivo não existe mais.');
  const bytes = await ports.files.open(file.chave);
  return isDownload || viewOf(file.mime) === null ? storedFile(file, bytes) : shownFile(file, bytes);
}
