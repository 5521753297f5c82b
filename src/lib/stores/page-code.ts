import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { ApiError } from '#lib/api/client.ts';
import { scanQrCode } from '#lib/contract/pedagogico.ts';
import { readPageCode } from '#lib/rules/pedagogico/page-code.ts';
import { safeNext } from '#lib/rules/routes/next-path.ts';
import { practiceMessages } from '#lib/words/practice.ts';

export const $codeError = atom<string | null>(null);
export const $isOpening = atom(false);

/** Opens what a code of a book stands for (PED-07). @returns whether it does */
export async function openPageCode(userBookId: number, text: string): Promise<boolean> {
  const code = readPageCode(text);
  $codeError.set(code ? null : practiceMessages.codeMissing);
  if (!code) return false;
  $isOpening.set(true);
  try {
    const { path } = await api(scanQrCode, { params: { a: userBookId, b: code.text } });
    location.assign(safeNext(path) ?? '/');
    return true;
  } catch (error) {
    $codeError.set((error instanceof ApiError && error.detail) || practiceMessages.codeFailed);
    $isOpening.set(false);
    return false;
  }
}
