import { api } from '#lib/api/browser.ts';
import { partOf } from '#lib/api/part.ts';
import { updateProfile, uploadAvatar } from '#lib/contract/account.ts';
import { fileWords } from '#lib/words/files.ts';
import { type OnProgress, sendFile, type Upload } from './upload.ts';

/** Uploads a picture and sets it as the profile’s. @throws (in `done`) Error for the reader */
export function sendProfilePicture(file: File, onProgress: OnProgress): Upload<unknown> {
  const { done, cancel } = sendFile<{ avatar_file_id: string }>(uploadAvatar, {}, { file, onProgress });
  return { done: done.then((stored) => stored && use(stored)), cancel };
}

async function use({ avatar_file_id }: { avatar_file_id: string }): Promise<unknown> {
  const part = await partOf(api(updateProfile, { body: { avatar_file_id } }));
  if (!part.ok) throw new Error(part.detail || fileWords.notSent);
  return part.data;
}
