import { useEffect, useRef, useState } from 'react';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { formatBytes } from '#lib/format/interval.ts';
import { type ActivityUpload, sendFile, takeBack } from '#lib/stores/pedagogico-files.ts';
import { toast } from '#lib/stores/toast.ts';
import { fileMessages } from '#lib/words/pedagogico.ts';
import { holdPage } from '../ui/hold-page.ts';

/** A file to hand in. */
export interface Draft {
  file: File;
  /** The file that it replaces. */
  instead: Atividade['arquivos'][number] | null;
  /** The recording that it was made of. */
  recording?: Blob;
}

/** What happens to the files of one activity. */
export interface Sending {
  running: { file: File; percent: number } | null;
  /** The names of files that wait for the one on its way. */
  waiting: readonly string[];
  /** A recording that was not sent yet. */
  recording: Blob | null;
  /** What went wrong in words, and the file to send again, if it did not arrive. */
  failed: { words: string; draft: Draft | null } | null;
  done: string | null;
  /** How many files arrived. */
  count: number;
}

type Sendings = Readonly<Record<number, Sending>>;

const idle: Sending = { running: null, waiting: [], recording: null, failed: null, done: null, count: 0 };

const changed = (all: Sendings, id: number, partOf: (before: Sending) => Partial<Sending>): Sendings => {
  const before = all[id] ?? idle;
  return { ...all, [id]: { ...before, ...partOf(before) } };
};

/**
 * Sends files, one at a time for each activity. It belongs above the sheet of a piece of work, so that a file arrives
 * after the sheet was closed too. Then a notice says how it ended.
 *
 * @param open the activity whose sheet is open. @param onChange gets an activity whose files changed
 */
export function useSending(open: number | null, onChange: (activity: Atividade) => void) {
  const [sendings, setSendings] = useState<Sendings>({});
  const uploads = useRef(new Map<number, ActivityUpload>());
  /** The end of what was asked for last, by activity. */
  const queues = useRef(new Map<number, Promise<void>>());
  useHold(sendings);
  const shown = useRef(open);

  function put(id: number, part: Partial<Sending>) {
    setSendings((all) => changed(all, id, () => part));
  }

  // What is done is said once: the sheet that opens next begins without it.
  useEffect(() => {
    shown.current = open;
    return () => {
      shown.current = null;
      if (open !== null) setSendings((all) => changed(all, open, () => ({ done: null })));
    };
  }, [open]);

  function succeed(id: number, { file, recording: sent }: Draft) {
    const words = fileMessages.sent(file.name);
    const isShown = shown.current === id;
    if (!isShown) toast.success(words);
    setSendings((all) =>
      changed(all, id, ({ count, recording }) => ({
        done: isShown ? words : null,
        count: count + 1,
        recording: recording === sent ? null : recording,
      })),
    );
  }

  function fail(id: number, words: string, draft: Draft | null) {
    if (shown.current !== id) toast.error(words);
    put(id, { failed: { words, draft } });
  }

  async function upload({ id }: Atividade, draft: Draft) {
    const { file, instead } = draft;
    const sent = sendFile(id, file, (percent) => put(id, { running: { file, percent } }));
    uploads.current.set(id, sent);
    const next = await sent.done;
    if (!next) return;
    const part = instead && (await takeBack(id, instead.n));
    onChange(part?.ok ? part.data : next);
    succeed(id, draft);
    if (instead && part?.ok === false) fail(id, `${instead.nome}: ${part.detail}`, null);
  }

  async function send(activity: Atividade, draft: Draft, isNext: boolean) {
    const { id, tamanho_max_bytes: most } = activity;
    const name = `${draft.file.name} (${formatBytes(draft.file.size)})`;
    // What became of the file before stays in sight.
    if (!isNext) put(id, { failed: null, done: null });
    if (draft.file.size > most) return fail(id, `${name}: ${fileMessages.tooLarge(most)}`, draft);
    put(id, { running: { file: draft.file, percent: 0 } });
    try {
      await upload(activity, draft);
    } catch (error) {
      fail(id, `${name}: ${error instanceof Error ? error.message : fileMessages.notSent}`, draft);
    }
    put(id, { running: null });
  }

  /** A file that is chosen during an upload waits for its turn: nothing that is asked for is forgotten. */
  function queue(activity: Atividade, draft: Draft) {
    const { id } = activity;
    const last = queues.current.get(id);
    if (last) setSendings((all) => changed(all, id, ({ waiting }) => ({ waiting: [...waiting, draft.file.name] })));
    const turn = (last ?? Promise.resolve()).then(() => {
      if (last) setSendings((all) => changed(all, id, ({ waiting }) => ({ waiting: waiting.slice(1) })));
      return send(activity, draft, last !== undefined);
    });
    queues.current.set(id, turn);
    void turn.then(() => queues.current.get(id) === turn && queues.current.delete(id));
  }

  return {
    of: (id: number): Sending => sendings[id] ?? idle,
    send: queue,
    keep: (id: number, recording: Blob) => put(id, { recording }),
    cancel: (id: number) => uploads.current.get(id)?.cancel(),
    /** Says that a file was taken back. A file that did not arrive stays at hand. */
    tell: (id: number, done: string) =>
      setSendings((all) => changed(all, id, ({ failed }) => ({ done, failed: failed?.draft ? failed : null }))),
  };
}

/** The page asks before it is left with something that did not arrive. */
function useHold(sendings: Sendings): void {
  const isUnsent = Object.values(sendings).some(
    ({ running, waiting, recording }) => running || waiting.length > 0 || recording,
  );
  useEffect(() => (isUnsent ? holdPage() : undefined), [isUnsent]);
}
