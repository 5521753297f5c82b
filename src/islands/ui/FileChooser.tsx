import { useId } from 'react';
import { type ShownRule, takesPhotos } from '#lib/rules/forms/chosen-file.ts';
import { fileWords } from '#lib/words/files.ts';
import Camera from '~icons/material-symbols/photo-camera-outline-rounded';
import Upload from '~icons/material-symbols/upload-file-outline-rounded';
import { FileInput } from './FileInput.tsx';
import { FormError } from './FormError.tsx';

interface FileChooserProps {
  rule: ShownRule;
  /** The purpose of the file, if a page has several choosers. */
  label?: string;
  /** Requirements for the file. */
  hint?: string | undefined;
  /** Which camera of a phone takes the photo. */
  camera?: 'environment' | 'user';
  /** It is the main action of its place. */
  isMain?: boolean;
  /** Why the last file was refused. */
  problem: string | null;
  onFile: (file: File) => void;
}

/** The ways to choose a file: the camera of a phone, the files of the device, and on a desktop a drop zone. */
export function FileChooser({
  rule,
  label,
  hint,
  camera = 'environment',
  isMain = false,
  problem,
  onFile,
}: FileChooserProps) {
  const { formats, max } = rule;
  const id = useId();
  const named = (action: string) => (label ? `${action}: ${label}` : action);
  return (
    <div className="file-chooser grid gap-2">
      <div className="file-ways flex flex-wrap gap-2">
        {takesPhotos(formats) && (
          // A device with a fine pointer usually has no camera for photos, so the field would only choose a file.
          <span
            className={`btn relative flex-[1_1_14rem] min-w-0 not-pointer-coarse:hidden noscript:hidden has-focus-visible:outline-3 has-focus-visible:outline-link has-focus-visible:outline-offset-2 ${isMain ? 'btn-primary' : 'btn-soft-brand'}`}
          >
            <Camera className="size-5" aria-hidden="true" />
            Tirar foto
            <FileInput formats={['jpg', 'png']} capture={camera} aria-label={named('Tirar foto')} onFile={onFile} />
          </span>
        )}
        <div className="file-zone relative flex flex-[1_1_14rem] flex-wrap items-center gap-x-3 gap-y-2 min-w-0 p-4 border-[1.5px] border-dashed border-outline rounded-box has-data-over:border-primary has-data-over:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-link has-focus-visible:outline-offset-2 pointer-coarse:p-0 pointer-coarse:border-0 pointer-coarse:rounded-pill noscript:p-0 noscript:border-0">
          <span className="btn btn-soft-brand pointer-coarse:flex-1 noscript:hidden">
            <Upload className="size-5" aria-hidden="true" />
            Escolher arquivo
          </span>
          <span className="text-muted text-[0.875rem] pointer-coarse:hidden noscript:hidden">ou arraste até aqui</span>
          <FileInput
            formats={formats}
            name="file"
            aria-label={named('Escolher arquivo')}
            required
            aria-invalid={problem !== null}
            aria-describedby={problem ? `${id}-erro` : `${id}-dica`}
            onFile={onFile}
          />
        </div>
      </div>
      <p id={`${id}-dica`} className="field-hint">
        {fileWords.accepted(formats, max)}
        {hint && `. ${hint}`}
      </p>
      <FormError id={`${id}-erro`} message={problem} />
    </div>
  );
}
