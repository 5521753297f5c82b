import { type Part, partOf } from '#lib/api/part.ts';
import { addCorrection } from '#lib/contract/teaching.ts';
import type { HandedInDetail } from '#lib/contract/teaching-work.schema.ts';
import { workWords } from '#lib/words/teaching-work.ts';
import { mutate } from './operations.ts';
import { type OnProgress, sendFile, type Upload } from './upload.ts';

/** Adds a file to a correction. @throws (in `done`) Error with a sentence for the reader */
export const sendCorrection = (workId: number, file: File, onProgress: OnProgress): Upload<HandedInDetail> =>
  sendFile(addCorrection, { id: workId }, { file, onProgress });

/** Removes a file from a correction. */
export async function takeCorrection(workId: number, n: number): Promise<Part<HandedInDetail>> {
  const part = await partOf(mutate('teaching.removeCorrection', { id: workId, n }));
  return part.ok ? part : { ...part, detail: part.detail || workWords.notSent };
}
