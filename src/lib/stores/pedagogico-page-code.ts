import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { partOf } from '#lib/api/part.ts';
import { scanQrCode } from '#lib/contract/pedagogico.ts';
import { readPageCode } from '#lib/rules/pedagogico/page-code.ts';
import { safeNext } from '#lib/rules/routes/next-path.ts';
import { practiceMessages } from '#lib/words/practice.ts';

export const $codeError = atom<string | null>(null);
export const $isOpening = atom(false);

/** Opens the target of a book's code (PED-07). @returns whether there is one */
export async function openPageCode(userBookId: number, text: string): Promise<boolean> {
  const code = readPageCode(text);
  $codeError.set(code ? null : practiceMessages.codeMissing);
  if (!code) return false;
  $isOpening.set(true);
  const part = await partOf(api(scanQrCode, { params: { a: userBookId, b: code.text } }));
  if (part.ok) location.assign(safeNext(part.data.path) ?? '/');
  else {
    $codeError.set(part.detail || practiceMessages.codeFailed);
    $isOpening.set(false);
  }
  return part.ok;
}
