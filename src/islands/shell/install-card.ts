import { $installCard, dismissInstall, install } from '#lib/stores/install.ts';

/** Shows the install card of a page that has one, as the browser's offer comes and goes. */
export function wireInstallCard(): void {
  const card = document.querySelector<HTMLElement>('[data-install-card]');
  if (!card) return;
  card.querySelector('button[data-install]')?.addEventListener('click', () => void install());
  card.querySelector('[data-install-later]')?.addEventListener('click', dismissInstall);
  $installCard.subscribe((kind) => {
    card.hidden = kind === null;
    for (const part of card.querySelectorAll<HTMLElement>('[data-install]'))
      part.hidden = part.dataset.install !== kind;
  });
}
