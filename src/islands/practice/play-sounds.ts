import { toast } from '#lib/stores/toast.ts';
import { practiceMessages } from '#lib/words/practice.ts';

/**
 * Makes each button with `data-sound` play its sound: one at a time, from its beginning, loaded with the press. A hidden
 * button replaces the player behind it.
 */
export function playSounds(): void {
  const sound = new Audio();
  for (const button of document.querySelectorAll<HTMLElement>('[data-sound][hidden]')) {
    button.hidden = false;
    button.nextElementSibling?.remove();
  }
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-sound]') : null;
    if (!button?.dataset.sound) return;
    sound.src = button.dataset.sound;
    // A second press interrupts the first one, which is no failure.
    sound.play().catch((reason) => {
      if (reason.name !== 'AbortError') toast.error(practiceMessages.soundFailed);
    });
  });
}
