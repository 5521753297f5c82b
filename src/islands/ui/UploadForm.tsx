import type { Call } from '#lib/contract/core.ts';
import { sendFile } from '#lib/stores/upload.ts';
import { FileForm, type FileFormProps } from './FileForm.tsx';

interface UploadFormProps extends Omit<FileFormProps, 'start'> {
  /** The call that receives the file. */
  call: Call;
  params?: Readonly<Record<string, unknown>>;
  /** The name of the file’s field in the call. */
  field?: string;
}

/** Uploads one file with a call. */
export const UploadForm = ({ call, params = {}, field = 'file', ...form }: UploadFormProps) => (
  <FileForm {...form} start={(file, onProgress) => sendFile(call, params, { file, onProgress, field })} />
);
