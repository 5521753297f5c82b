import type { UsaDraft, UsaRequest } from '#lib/contract/abroad.schema.ts';
import { resendDocuments, uploadDraftDocument } from '#lib/contract/abroad.ts';
import { type OnProgress, sendFile, type Upload } from './upload.ts';

/** Sends one document: for the draft, or to replace a refused one. @throws (in `done`) Error for the reader */
export function sendDocument(
  { tipo, requestId }: { tipo: string; requestId: number | null },
  file: File,
  onProgress: OnProgress,
): Upload<UsaDraft | UsaRequest> {
  if (requestId === null) return sendFile(uploadDraftDocument, { tipo }, { file, onProgress });
  return sendFile(resendDocuments, { id: requestId }, { file, onProgress, field: tipo });
}
