import { uploadRewardPicture } from '#lib/contract/club-staff.ts';
import { type OnProgress, sendFile, type Upload } from './upload.ts';

/** Sends the picture of a reward. @throws (in `done`) Error for the reader */
export const sendRewardPicture = (id: number, file: File, onProgress: OnProgress): Upload<unknown> =>
  sendFile(uploadRewardPicture, { id }, { file, onProgress });
