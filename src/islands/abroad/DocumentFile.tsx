import type { ShownRule } from '#lib/rules/forms/chosen-file.ts';
import { sendDocument } from '#lib/stores/abroad.ts';
import { FileForm, type PlaceOfFile } from '../ui/FileForm.tsx';

interface DocumentFileProps extends PlaceOfFile {
  tipo: string;
  /** Its name. */
  label: string;
  rule: ShownRule;
  /** null: the file belongs to the draft. */
  requestId: number | null;
}

/** Sends one document of a request. */
export function DocumentFile({ tipo, requestId, ...form }: DocumentFileProps) {
  return (
    <FileForm
      {...form}
      values={{ acao: 'documento', tipo, ...(requestId !== null && { id: String(requestId) }) }}
      start={(file, onProgress) => sendDocument({ tipo, requestId }, file, onProgress)}
    />
  );
}
