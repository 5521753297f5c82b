import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { holdPage } from '#lib/rules/forms/hold-page.ts';
import { standsIn, storedLast } from '#lib/rules/pedagogico/work-files.ts';
import { sendWork, takeBack } from '#lib/stores/pedagogico-files.ts';
import { toast } from '#lib/stores/toast.ts';
import { type Draft, type QueuedFile, uploadQueue } from '#lib/stores/upload-queue.ts';
import { fileWords } from '#lib/words/files.ts';

type Replaced = Atividade['arquivos'][number];

const keyOf = ({ n, nome, enviado_em }: Replaced) => `${n} ${enviado_em} ${nome}`;

/** A file to submit. Its lane is its activity. */
export interface WorkDraft extends Draft {
  lane: number;
  /** The file that it replaces. */
  instead: Replaced | null;
  /** The recording that it was created from. */
  recording?: Blob | undefined;
}

/** The state of one activity’s files. */
export interface Sending {
  files: readonly QueuedFile<WorkDraft>[];
  /** A recording that is not uploaded yet. */
  recording: Blob | null;
  /** The error, in words. */
  problem: string | null;
  done: string | null;
  /** The points that the submission with this file earned. */
  earned: number | null;
}

type Messages = Pick<Sending, 'recording' | 'problem' | 'done' | 'earned'>;

/** By the activity's id. */
type MessagesOf = Readonly<Record<number, Messages>>;

const nothing: Messages = { recording: null, problem: null, done: null, earned: null };

const changed = (all: MessagesOf, id: number, partOf: (before: Messages) => Partial<Messages>): MessagesOf => {
  const before = all[id] ?? nothing;
  return { ...all, [id]: { ...before, ...partOf(before) } };
};

/**
 * Uploads files, one at a time for each activity. It is used above the sheet of an assignment, so that a file arrives
 * even after the sheet was closed. Then a notice announces the result.
 *
 * @param open the activity whose sheet is open. @param onChange called with an activity whose files changed
 */
export function useSending(open: number | null, onChange: (activity: Atividade) => void) {
  const [messages, setMessages] = useState<MessagesOf>({});
  const [queue] = useState(() =>
    uploadQueue<WorkDraft, Atividade>(({ lane, file }, onProgress) => sendWork(lane, file, onProgress), arrive, fail),
  );
  const [replacedBy] = useState(() => new Map<string, Replaced>());
  const files = useStore(queue.$files);
  const shown = useRef(open);
  const hasRecording = Object.values(messages).some(({ recording }) => recording);
  useEffect(() => (hasRecording ? holdPage() : undefined), [hasRecording]);

  const update = (id: number, partOf: (before: Messages) => Partial<Messages>) =>
    setMessages((all) => changed(all, id, partOf));

  // A success is announced once: the sheet that opens next does not show it.
  useEffect(() => {
    shown.current = open;
    return () => {
      shown.current = null;
      if (open !== null) setMessages((all) => changed(all, open, () => ({ done: null, problem: null, earned: null })));
    };
  }, [open]);

  async function arrive({ lane: id, file, instead, recording: sent }: WorkDraft, next: Atividade) {
    const old = instead && latestOf(instead);
    const part = old && standsIn(next, old) ? await takeBack(id, old.n) : null;
    const stored = storedLast(next, file.size);
    if (instead && stored) replacedBy.set(keyOf(instead), stored);
    onChange(part?.ok ? part.data : next);
    const words = fileWords.sent(file.name);
    const isShown = shown.current === id;
    if (!isShown) toast.success(words);
    const stays = old && part?.ok === false ? `${old.nome}: ${part.detail}` : null;
    if (stays && !isShown) toast.error(stays);
    update(id, ({ recording }) => ({
      done: isShown ? words : null,
      earned: isShown && !instead && next.arquivos.length === 1 ? (next.pontos_ganhos ?? 0) : null,
      problem: isShown ? stays : null,
      recording: recording === sent ? null : recording,
    }));
  }

  function fail({ lane: id, file }: WorkDraft, words: string) {
    if (shown.current !== id) toast.error(`${file.name}: ${words}`);
  }

  /** The current replacement of a file: it may be replaced again while an earlier replacement is being stored. */
  const latestOf = (file: Replaced): Replaced => replacedBy.get(keyOf(file)) ?? file;

  /** Of several replacements for one file only the last is sent. */
  function giveUpOthers({ lane, instead, file }: WorkDraft) {
    for (const { key, draft } of queue.$files.get()) {
      if (
        instead &&
        draft.lane === lane &&
        draft.instead &&
        keyOf(draft.instead) === keyOf(instead) &&
        draft.file !== file
      )
        queue.drop(key);
    }
  }

  return {
    of: (id: number): Sending => ({
      ...(messages[id] ?? nothing),
      files: files.filter(({ draft }) => draft.lane === id),
    }),
    send({ formatos, tamanho_max_bytes: max }: Atividade, draft: WorkDraft) {
      const problem = queue.add(draft, { formats: formatos, max });
      if (!problem) giveUpOthers(draft);
      update(draft.lane, () => ({ problem: problem && `${draft.file.name}: ${problem}`, done: null, earned: null }));
    },
    retry: queue.retry,
    drop: queue.drop,
    keep: (id: number, recording: Blob) => update(id, () => ({ recording })),
    /** Announces that a file was withdrawn. */
    update: (id: number, done: string) => update(id, () => ({ done, problem: null, earned: null })),
  };
}
