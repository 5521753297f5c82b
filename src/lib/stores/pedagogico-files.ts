import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { type Part, partOf } from '#lib/api/part.ts';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { deleteActivityFile, uploadActivity } from '#lib/contract/pedagogico.ts';
import { fileMessages } from '#lib/words/pedagogico.ts';
import { $today, updateShared } from './shared.ts';
import { type OnProgress, sendFile, type Upload } from './upload.ts';

/** How many assignments of the class are late; null until one of them changes. */
export const $lateWork = atom<number | null>(null);

/** Called when the files of an assignment changed. */
export function followWork(late: number): void {
  $lateWork.set(late);
  updateShared($today, null);
}

/** Uploads a file. @throws (in `done`) Error with a sentence for the reader */
export const sendWork = (activityId: number, file: File, onProgress: OnProgress): Upload<Atividade> =>
  sendFile(uploadActivity, { id: activityId }, { file, onProgress });

/** Withdraws a file. @returns the activity after it */
export async function takeBack(activityId: number, n: number): Promise<Part<Atividade>> {
  const part = await partOf(api(deleteActivityFile, { params: { id: activityId, n } }));
  return part.ok ? part : { ...part, detail: part.detail || fileMessages.notDeleted };
}
