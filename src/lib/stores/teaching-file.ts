import { uploadLessonFile } from '#lib/contract/teaching.ts';
import { type OnProgress, sendFile, type Upload } from './upload.ts';

/** Sends a material of a lesson. @throws (in `done`) Error for the reader */
export const sendLessonFile = (id: number, file: File, onProgress: OnProgress): Upload<unknown> =>
  sendFile(uploadLessonFile, { id }, { file, onProgress });
