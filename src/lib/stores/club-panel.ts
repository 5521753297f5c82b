import { addressOf } from '#lib/api/client.ts';
import { downloadClubFigures, downloadMembers, uploadRewardPicture } from '#lib/contract/club.ts';
import { type OnProgress, sendFile, type Upload } from './upload.ts';

/** The address that downloads all members as a spreadsheet. */
export const membersFile = (): string => addressOf(downloadMembers);

/** The address that downloads the figures of some months as a spreadsheet. */
export const figuresFile = (meses = '12'): string => addressOf(downloadClubFigures, { query: { meses } });

/** Sends the picture of a reward. @throws (in `done`) Error for the reader */
export const sendRewardPicture = (id: number, file: File, onProgress: OnProgress): Upload<unknown> =>
  sendFile(uploadRewardPicture, { id }, { file, onProgress });
