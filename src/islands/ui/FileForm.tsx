import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { ShownRule } from '#lib/rules/forms/chosen-file.ts';
import { isPageHeld } from '#lib/rules/forms/hold-page.ts';
import { openAnew } from '#lib/rules/forms/open-anew.ts';
import { isTypedInto } from '#lib/rules/forms/typed-forms.ts';
import type { OnProgress, Upload } from '#lib/stores/upload.ts';
import { uploadQueue } from '#lib/stores/upload-queue.ts';
import Check from '~icons/material-symbols/check-circle-rounded';
import { FileChooser } from './FileChooser.tsx';
import { FileProgress } from './FileProgress.tsx';
import { useRescuedFocus } from './use-rescued-focus.ts';

/** What a page says of the form for one file. */
export interface PlaceOfFile {
  /** Why the page refused the last file. */
  error?: string | undefined;
  /**
   * The page that loads after the file arrives: the server draws what the file changed. It does not load while it would
   * take something from the reader: another upload, or what was typed in another form.
   */
  doneHref: string;
}

export interface FileFormProps extends PlaceOfFile {
  rule: ShownRule;
  /** What the file is for. */
  label: string;
  hint?: string;
  camera?: 'environment' | 'user';
  /** The fields of the form besides its file. */
  values: Readonly<Record<string, string>>;
  start: (file: File, onProgress: OnProgress) => Upload<unknown>;
}

/** Sends one file as soon as it is chosen. Without scripts it is a plain form. */
export function FileForm({ values, error, doneHref, start, ...chooser }: FileFormProps) {
  const [problem, setProblem] = useState(error ?? null);
  /** The name of the file that arrived. */
  const [sent, setSent] = useState<string | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const [queue] = useState(() =>
    uploadQueue(
      ({ file }, onProgress) => start(file, onProgress),
      ({ file }) => setSent(file.name),
    ),
  );
  const files = useStore(queue.$files);

  const isSending = files.some(({ state }) => state !== 'failed');
  const form = useRescuedFocus<HTMLFormElement>(['[tabindex="-1"]', 'button[type=button]', '[name=file]']);
  const own = form.ref;

  useEffect(() => {
    if (sent === null || files.length > 0 || isPageHeld()) return;
    // The page answers a form, and shows typed values as if they were its own.
    if (document.body.dataset.posted !== undefined) return;
    if (isTypedInto([...document.forms].filter((each) => each !== own.current))) return;
    setIsLeaving(true);
    openAnew(doneHref);
  }, [sent, files, doneHref, own]);

  function take(file: File) {
    const fault = queue.add({ file }, chooser.rule);
    setProblem(fault);
    setSent(null);
    // The new file takes the place of one that failed.
    if (!fault) for (const { key, state } of files) if (state === 'failed') queue.drop(key);
  }

  return (
    <form {...form} method="post" encType="multipart/form-data" className="grid gap-3">
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {files.map((queued) => (
        <FileProgress
          key={queued.key}
          queued={queued}
          onRetry={() => queue.retry(queued.key)}
          onDrop={() => queue.drop(queued.key)}
        />
      ))}
      <div role="status" className="contents">
        {sent !== null && (
          <p className="notice tone-success">
            <Check className="size-6 flex-none" aria-hidden="true" />
            <span className="min-w-0">
              Arquivo enviado.<span className="block truncate">{sent}</span>
            </span>
          </p>
        )}
      </div>
      {!isSending && !isLeaving && <FileChooser {...chooser} problem={problem} onFile={take} />}
      <button type="submit" data-plain className="btn btn-soft-brand file-send justify-self-start not-noscript:hidden">
        Enviar arquivo
      </button>
    </form>
  );
}
