import type { Call } from '#lib/contract/core.ts';
import { sendFile } from '#lib/stores/upload.ts';
import { FileForm, type FileFormProps } from './FileForm.tsx';

interface UploadFormProps extends Omit<FileFormProps, 'start'> {
  /** Takes the file. */
  call: Call;
  params?: Readonly<Record<string, unknown>>;
  /** The name that the call has for the file. */
  field?: string;
}

/** Sends one file to a call. */
export const UploadForm = ({ call, params = {}, field = 'file', ...form }: UploadFormProps) => (
  <FileForm {...form} start={(file, onProgress) => sendFile(call, params, { file, onProgress, field })} />
);
