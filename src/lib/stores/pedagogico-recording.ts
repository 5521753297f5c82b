import { api } from '#lib/api/browser.ts';
import { partOf } from '#lib/api/part.ts';
import { getClass, listClasses, uploadActivity } from '#lib/contract/pedagogico.ts';
import { recordingFile } from '#lib/rules/pedagogico/work-files.ts';
import { practiceMessages } from '#lib/words/practice.ts';
import { toast } from './toast.ts';

/** An open activity that accepts a recording. */
export interface RecordingTarget {
  id: number;
  titulo: string;
}

/** Caches the targets of each book, because a track has a recorder for each of its lines. */
const known = new Map<number, Promise<RecordingTarget[]>>();

/**
 * Open assignments of a class with this book that accept a recording, requested once. A class that fails to load has
 * none, and the next recorder requests it again.
 */
export function recordingTargets(bookId: number): Promise<RecordingTarget[]> {
  const targets = known.get(bookId) ?? askForTargets(bookId);
  known.set(bookId, targets);
  return targets;
}

async function askForTargets(bookId: number): Promise<RecordingTarget[]> {
  const classes = await partOf(api(listClasses, { query: {} }));
  const own = classes.ok ? classes.data.filter(({ livro, status }) => livro.id === bookId && status === 'ativa') : [];
  const details = await Promise.all(own.map(({ id }) => partOf(api(getClass, { params: { id } }))));
  if (!classes.ok || details.some(({ ok }) => !ok)) known.delete(bookId);
  return details
    .flatMap((turma) => (turma.ok ? turma.data.atividades : []))
    .filter(({ tipo, aceita_envio: takes, corrigida_em: done }) => tipo === 'audio' && takes && !done)
    .map(({ id, titulo }) => ({ id, titulo }));
}

/** Sends a recording as the file of an activity. @returns the problem in words, or null */
export async function sendRecording(activityId: number, title: string, blob: Blob): Promise<string | null> {
  const body = new FormData();
  body.append('file', recordingFile(blob));
  const part = await partOf(api(uploadActivity, { params: { id: activityId }, body }));
  if (!part.ok) return part.detail || practiceMessages.recordingNotSent;
  toast.success(practiceMessages.recordingSent(title));
  return null;
}
