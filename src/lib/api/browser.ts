import { numberBox } from '../rules/device/device-box.ts';
import { isPageLeft } from '../rules/device/leaving.ts';
import { createClient, MAIN_SCREEN, overHttp } from './client.ts';

const SECOND_REFUSAL_MS = 60_000;

/** The client of islands and stores: same origin, cookies, the browser's clock. 401 logs out, 405 goes to the main screen (ERR-11, ERR-12). */
export const api = createClient({
  send: overHttp((path, init) => fetch(path, { ...init, credentials: 'same-origin' })),
  tmz: () => -new Date().getTimezoneOffset() / 60,
  onRefusal(error, call) {
    if (error.status === 401 && call.auth !== 'none') void leaveIfSessionEnded();
    if (error.status === 405) goToMainScreenOnce();
  },
});

/**
 * A slow call of an earlier session must not end a new one, so this first checks whether the present session is still
 * valid. A user who logs out is notified of the logout instead.
 */
async function leaveIfSessionEnded(): Promise<void> {
  const answer = await fetch('/api/v1/users/me/', { credentials: 'same-origin' }).catch(() => null);
  if (answer?.status === 401 && !isPageLeft()) location.assign('/sair?motivo=sessao');
}

/** Two refusals within a minute would be a loop: after the second one, the caller's error message stays. */
function goToMainScreenOnce(): void {
  const box = numberBox('session', 'portal_405');
  const last = box.read() ?? 0;
  // Without the stored time a first refusal looks like a second one.
  if (box.keep(Date.now()) && Date.now() - last > SECOND_REFUSAL_MS) location.assign(MAIN_SCREEN);
}
