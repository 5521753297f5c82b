import type { UsaDraft, UsaRequest } from '#lib/contract/abroad.schema.ts';
import { resendDocuments, uploadDraftDocument } from '#lib/contract/abroad.ts';
import { fileMessages } from '#lib/words/pedagogico.ts';
import { sendForm, type Upload } from './upload.ts';

/** Sends one document: for the draft, or to replace a refused one. @throws (in `done`) Error for the reader */
export function sendDocument(
  target: { tipo: string; requestId: number | null },
  file: File,
  onProgress: (percent: number) => void,
): Upload<UsaDraft | UsaRequest> {
  const { tipo, requestId } = target;
  const body = new FormData();
  const options = { onProgress, failed: fileMessages.notSent };
  if (requestId === null) {
    body.append('file', file);
    return sendForm(uploadDraftDocument, { tipo }, body, options);
  }
  body.append(tipo, file);
  return sendForm(resendDocuments, { id: requestId }, body, options);
}
