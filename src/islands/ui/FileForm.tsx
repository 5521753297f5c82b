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

/** The page’s props for the form of one file. */
export interface PlaceOfFile {
  /** Why the page refused the last file. */
  error?: string | undefined;
  /**
   * The page that loads after the file arrives, with the changed content. It does not load while the reader could lose
   * something: another upload, or typed values of another form.
   */
  doneHref: string;
}

export interface FileFormProps extends PlaceOfFile {
  rule: ShownRule;
  /** The purpose of the file. */
  label: string;
  hint?: string;
  camera?: 'environment' | 'user';
  /** The fields of the form besides its file. */
  values: Readonly<Record<string, string>>;
  start: (file: File, onProgress: OnProgress) => Upload<unknown>;
}

/** Uploads one file as soon as it is chosen. Without scripts it is a plain form. */
export function FileForm({ values, error, doneHref, start, ...chooser }: FileFormProps) {
  const [problem, setProblem] = useState(error ?? null);
  /** The name of the uploaded file. */
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
    // The page is the answer to a form, whose typed values are rendered as initial values.
    if (document.body.dataset.posted !== undefined) return;
    if (isTypedInto([...document.forms].filter((each) => each !== own.current))) return;
    setIsLeaving(true);
    openAnew(doneHref);
  }, [sent, files, doneHref, own]);

  function take(file: File) {
    const fault = queue.add({ file }, chooser.rule);
    setProblem(fault);
    setSent(null);
    // The new file replaces failed ones.
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
