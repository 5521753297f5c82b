import { api } from '#lib/api/browser.ts';
import { partOf } from '#lib/api/part.ts';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { deleteActivityFile, uploadActivity } from '#lib/contract/pedagogico.ts';
import { fileMessages } from '#lib/words/pedagogico.ts';
import { toast } from './toast.ts';
import { sendForm, type Upload } from './upload.ts';

export type ActivityUpload = Upload<Atividade>;

/**
 * Sends a file. @param onProgress gets the per cent sent so far. @throws (in `done`) Error with a sentence for the
 * reader.
 */
export function sendFile(activityId: number, file: File, onProgress: (percent: number) => void): ActivityUpload {
  const body = new FormData();
  body.append('file', file);
  return sendForm(uploadActivity, { id: activityId }, body, { onProgress, failed: fileMessages.notSent });
}

/** Takes a file back. @returns the activity after it, or null if the file stays */
export async function takeBack(activityId: number, n: number): Promise<Atividade | null> {
  const part = await partOf(api(deleteActivityFile, { params: { id: activityId, n } }));
  if (part.ok) toast.success(fileMessages.deleted);
  else toast.error(part.detail || fileMessages.notDeleted);
  return part.ok ? part.data : null;
}
