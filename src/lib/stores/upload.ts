import { addressOf } from '#lib/api/client.ts';
import type { Call } from '#lib/contract/core.ts';
import { fileWords } from '#lib/words/files.ts';

/** A file being uploaded. `done` is null if the user cancels it. */
export interface Upload<T> {
  done: Promise<T | null>;
  cancel(): void;
}

/** Called with the per cent sent so far: 100 only when all bytes are sent. */
export type OnProgress = (percent: number) => void;

/**
 * Sends a file by a multipart call; `fetch` reports no progress.
 *
 * @param field the name that the call has for it.
 * @throws (in `done`) Error with a sentence for the reader.
 */
export function sendFile<T>(
  call: Call,
  params: Record<string, unknown>,
  { file, onProgress, field = 'file' }: { file: File; onProgress: OnProgress; field?: string },
): Upload<T> {
  const body = new FormData();
  body.append(field, file);
  const request = new XMLHttpRequest();
  const done = new Promise<T | null>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress(Math.min(99, Math.round((loaded * 100) / total)));
    });
    request.upload.addEventListener('load', () => onProgress(100));
    request.addEventListener('abort', () => resolve(null));
    request.addEventListener('error', () => reject(new Error(fileWords.notSent)));
    request.addEventListener('load', () => {
      const answer = parse(request.responseText);
      if (request.status === 200) resolve(answer as T);
      else reject(new Error((typeof answer.detail === 'string' && answer.detail) || fileWords.notSent));
    });
  });
  request.open(call.method, addressOf(call, { params }));
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
