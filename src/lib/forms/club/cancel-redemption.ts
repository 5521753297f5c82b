import type { PageSession } from '#gateway/page-session.ts';
import { ApiError } from '#lib/api/client.ts';
import { cancelRedemption } from '#lib/contract/club.ts';
import { routes } from '#lib/routes.ts';
import { clubMessages } from '#lib/words/club.ts';
import { detailOr } from '#lib/words/errors.ts';

/** Takes the form that takes a redemption back. @returns where to go, or why it stays; null when nothing was asked for. */
export async function takeCancellation(
  { api }: Pick<PageSession, 'api'>,
  request: Request,
): Promise<{ redirect: string } | { problem: string } | null> {
  if (request.method !== 'POST') return null;
  const form = await request.formData().catch(() => new FormData());
  const id = String(form.get('cancelar') ?? '');
  try {
    // Its own id is the intent: there is nothing to cancel twice.
    await api(cancelRedemption, { params: { id } }, { idempotencyKey: `cancelar-resgate-${id}` });
    return { redirect: `${routes.club.orders()}?cancelado=1` };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: detailOr(error, clubMessages.notCancelled) };
  }
}
