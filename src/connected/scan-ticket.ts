import { ApiError, type Client } from '#lib/api/client.ts';
import type { User } from '#lib/contract/account.schema.ts';
import type { SaidScan, Scan, ScanResult } from '#lib/contract/travel.schema.ts';
import { validateQrCode } from '#lib/contract/travel.ts';
import { schoolZone } from '#lib/session.ts';
import { checkInMessages } from '#lib/words/travel-check-in.ts';

/**
 * Validates a ticket at the host by the scanned or typed text. The host’s call identifies a code by its number; the whole
 * text is sent as the signature.
 *
 * @param user whose session it is. @throws ApiError 422 for a text without a number, 409 for a scan of somebody else
 */
export async function scanTicket(
  api: Client,
  { texto, user_id, ...scan }: Scan,
  user: User,
  fallback: string,
): Promise<SaidScan> {
  if (user_id && user_id !== user.id)
    throw new ApiError(409, { detail: checkInMessages.scannedByAnother, code: 'another_user' });
  const id = ticketIn(texto);
  if (id === null) throw new ApiError(422, { detail: checkInMessages.refused.desconhecido });
  const result = await api(validateQrCode, { params: { id }, body: { ...scan, assinatura: texto } });
  return { ...result, detail: result.detail || wordsOf(result, schoolZone(user, fallback)) };
}

/**
 * The number in the text of a code: the last part of a URL, the part after the version (`v1.81.signature`), or else the
 * only number in the text; null for several numbers.
 */
export function ticketIn(text: string): string | null {
  const signed = /^v\d{1,3}[.:](\d{1,9})[.:]/i.exec(text.trim())?.[1];
  if (signed !== undefined) return signed;
  const path = URL.canParse(text) ? new URL(text).pathname : null;
  const parts = (path ?? text.replace(/^v\d{1,3}[.:]/i, '')).split(/[^a-z0-9]/i);
  const numbers = parts.filter((part) => /^\d+$/.test(part));
  const number = path === null && numbers.length > 1 ? undefined : numbers.at(-1);
  return number !== undefined && number.length <= 9 ? number : null;
}

function wordsOf(result: ScanResult, zone: string): string {
  const { valido, motivo, usado_em, usado_por, campanha } = result;
  const { refused } = checkInMessages;
  if (valido) return result.titular_mascarado ? checkInMessages.letIn(result) : checkInMessages.letInSomebody;
  if (usado_em) return checkInMessages.used(usado_em, usado_por ?? null, zone);
  if (motivo === 'outra_campanha') return refused.outra_campanha(campanha);
  return motivo === 'assinatura' || motivo === 'cancelado' || motivo === 'expirado'
    ? refused[motivo]
    : checkInMessages.notValid;
}
