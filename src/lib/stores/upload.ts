import { addressOf } from '#lib/api/client.ts';
import type { Call } from '#lib/contract/core.ts';

/** A file on its way. `done` is null if the user cancels it. */
export interface Upload<T> {
  done: Promise<T | null>;
  cancel(): void;
}

/**
 * Sends a multipart call; `fetch` reports no progress.
 *
 * @param onProgress gets the per cent sent so far.
 * @param failed the sentence if the server sends none.
 * @throws (in `done`) Error with a sentence for the reader.
 */
export function sendForm<T>(
  call: Call,
  params: Record<string, unknown>,
  body: FormData,
  { onProgress, failed }: { onProgress: (percent: number) => void; failed: string },
): Upload<T> {
  const request = new XMLHttpRequest();
  const done = new Promise<T | null>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(Math.round((loaded * 100) / total)));
    request.addEventListener('abort', () => resolve(null));
    request.addEventListener('error', () => reject(new Error(failed)));
    request.addEventListener('load', () => {
      const answer = parse(request.responseText);
      if (request.status === 200) resolve(answer as T);
      else reject(new Error(typeof answer.detail === 'string' ? answer.detail : failed));
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
