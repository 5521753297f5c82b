import { api } from '#lib/api/browser.ts';
import { ApiError, addressOf } from '#lib/api/client.ts';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { deleteActivityFile, uploadActivity } from '#lib/contract/pedagogico.ts';
import { fileMessages } from '#lib/messages/pedagogico.ts';
import { toast } from './toast.ts';

/** A file on its way. `done` is null when it was cancelled. */
export interface Sending {
  done: Promise<Atividade | null>;
  cancel(): void;
}

/**
 * Sends a file; `fetch` says nothing of how far it is.
 *
 * @param onProgress hears the per cent that are sent.
 * @throws (in `done`) Error with a sentence for the reader.
 */
export function sendFile(activityId: number, file: File, onProgress: (percent: number) => void): Sending {
  const request = new XMLHttpRequest();
  const done = new Promise<Atividade | null>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(Math.round((loaded * 100) / total)));
    request.addEventListener('abort', () => resolve(null));
    request.addEventListener('error', () => reject(new Error(fileMessages.notSent)));
    request.addEventListener('load', () => {
      const answer = parse(request.responseText);
      if (request.status === 200) resolve(answer as unknown as Atividade);
      else reject(new Error(typeof answer.detail === 'string' ? answer.detail : fileMessages.notSent));
    });
  });
  const body = new FormData();
  body.append('file', file);
  request.open(uploadActivity.method, addressOf(uploadActivity, { params: { id: activityId } }));
  request.setRequestHeader('Accept', 'application/json');
  request.send(body);
  return { done, cancel: () => request.abort() };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Takes a file back. @returns the activity as it is now, or null when it stays */
export async function takeBack(activityId: number, n: number): Promise<Atividade | null> {
  try {
    const activity = await api(deleteActivityFile, { params: { id: activityId, n } });
    toast.success(fileMessages.deleted);
    return activity;
  } catch (error) {
    toast.error((error instanceof ApiError && error.detail) || fileMessages.notDeleted);
    return null;
  }
}
