import { uploadCampaignPicture } from '#lib/contract/travel.ts';
import { type OnProgress, sendFile, type Upload } from './upload.ts';

/** Sends the picture of a group trip. @throws (in `done`) Error for the reader */
export const sendCampaignPicture = (id: number, file: File, onProgress: OnProgress): Upload<unknown> =>
  sendFile(uploadCampaignPicture, { id }, { file, onProgress });
