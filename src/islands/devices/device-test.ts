import { $pushTest, type Check, type CheckName, runPushTest } from '#lib/stores/devices-test.ts';

const signs: Readonly<Record<Check['state'], string>> = { running: '…', ok: '✓', failed: '!', waiting: '–' };
const said: Readonly<Record<Check['state'], string>> = { running: '', ok: 'Certo. ', failed: 'Atenção. ', waiting: '' };

/** Runs “Testar notificações” and writes each result under its check. */
export function wirePushTest(): void {
  const card = document.querySelector<HTMLElement>('[data-push-test-card]');
  const button = card?.querySelector<HTMLButtonElement>('[data-run-test]');
  const { userId } = document.body.dataset;
  if (!card || !button || !userId) return;
  button.addEventListener('click', async () => {
    button.setAttribute('aria-disabled', 'true');
    await runPushTest(Number(userId), card.dataset.app ?? '');
    button.removeAttribute('aria-disabled');
    button.textContent = 'Testar de novo';
  });
  $pushTest.subscribe((checks) => {
    for (const [name, check] of Object.entries(checks ?? {})) show(card, name as CheckName, check);
  });
}

function show(card: HTMLElement, name: CheckName, { state, words }: Check): void {
  const step = card.querySelector<HTMLElement>(`[data-check="${name}"]`);
  const number = step?.querySelector('.check-number');
  const text = step?.querySelector('[data-check-words]');
  const status = card.querySelector('[data-check-status]');
  if (!step || !number || !text || !status) return;
  const isNews = step.dataset.state !== state;
  step.dataset.state = state;
  number.textContent = signs[state];
  text.textContent = said[state] + words;
  // One live region for all three, so that a screen reader announces each result once.
  if (isNews && state !== 'waiting')
    status.textContent = `${step.querySelector('p')?.textContent}: ${said[state]}${words}`;
}
