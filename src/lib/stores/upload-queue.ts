import { atom, type ReadableAtom } from 'nanostores';
import { type FileRule, faultOf } from '#lib/rules/forms/chosen-file.ts';
import { holdPage } from '#lib/rules/forms/hold-page.ts';
import { fileWords } from '#lib/words/files.ts';
import type { OnProgress, Upload } from './upload.ts';

/** A file to upload. Files of one lane are uploaded one at a time. */
export interface Draft {
  file: File;
  lane?: number;
}

/** A file that is not uploaded yet. */
export interface QueuedFile<D extends Draft = Draft> {
  key: number;
  draft: D;
  state: 'waiting' | 'running' | 'failed';
  /** 100: all bytes are sent, and the server stores them. */
  percent: number;
  /** Why it failed. */
  words: string;
}

export interface UploadQueue<D extends Draft> {
  /** The files that wait, upload or failed. The next file comes before those that wait behind it. */
  $files: ReadableAtom<readonly QueuedFile<D>[]>;
  /** Adds a file. @returns why it was refused, in words; then nothing is sent */
  add(draft: D, rule: FileRule): string | null;
  /** Retries a failed file, in the order of its lane. */
  retry(key: number): void;
  /** Cancels the upload of a file, or removes one that waits or failed. A file whose bytes are all sent stays. */
  drop(key: number): void;
}

/**
 * Files that wait, upload or failed. Leaving the page with any of them asks for confirmation.
 *
 * @param start uploads a file. @param onArrive gets the server’s answer. Until it settles, the file stays in the queue
 * and the next one of the lane waits
 */
export function uploadQueue<D extends Draft, T>(
  start: (draft: D, onProgress: OnProgress) => Upload<T>,
  onArrive: (draft: D, answer: T) => unknown,
  onFail: (draft: D, words: string) => void = () => undefined,
): UploadQueue<D> {
  const $files = atom<readonly QueuedFile<D>[]>([]);
  const uploads = new Map<number, Upload<T>>();
  let letGo: (() => void) | null = null;
  let last = 0;

  function set(files: readonly QueuedFile<D>[]): void {
    $files.set(files);
    if (files.length > 0) letGo ??= holdPage();
    else {
      letGo?.();
      letGo = null;
    }
  }
  const put = (key: number, part: Partial<QueuedFile<D>>) =>
    set($files.get().map((each) => (each.key === key ? { ...each, ...part } : each)));
  const remove = (key: number) => set($files.get().filter((each) => each.key !== key));

  async function sendNext(lane: number | undefined): Promise<void> {
    const own = $files.get().filter(({ draft }) => draft.lane === lane);
    const next = own.find(({ state }) => state === 'waiting');
    if (!next || own.some(({ key }) => uploads.has(key))) return;
    const { key, draft } = next;
    put(key, { state: 'running', percent: 0 });
    const upload = start(draft, (percent) => put(key, { percent }));
    uploads.set(key, upload);
    try {
      const answer = await upload.done;
      if (answer !== null) {
        put(key, { percent: 100 });
        await onArrive(draft, answer);
      }
      remove(key);
    } catch (error) {
      const words = error instanceof Error ? error.message : fileWords.notSent;
      put(key, { state: 'failed', words });
      onFail(draft, words);
    }
    uploads.delete(key);
    void sendNext(lane);
  }

  return {
    $files,
    add(draft, rule) {
      const fault = faultOf(draft.file, rule);
      if (fault) return fault;
      last += 1;
      set([...$files.get(), { key: last, draft, state: 'waiting', percent: 0, words: '' }]);
      void sendNext(draft.lane);
      return null;
    },
    retry(key) {
      const failed = $files.get().find((each) => each.key === key && each.state === 'failed');
      if (!failed) return;
      set([...$files.get().filter((each) => each !== failed), { ...failed, state: 'waiting', words: '' }]);
      void sendNext(failed.draft.lane);
    },
    drop(key) {
      const file = $files.get().find((each) => each.key === key);
      if (file?.state !== 'running') remove(key);
      // The server may have stored it by now.
      else if (file.percent < 100) uploads.get(key)?.cancel();
    },
  };
}
