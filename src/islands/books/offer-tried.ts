import { pageUser } from '#lib/rules/device/device-box.ts';
import { claimTried, dropTried, triedOf } from '#lib/stores/practice-guest.ts';
import { takeAlong } from '#lib/words/practice-guest.ts';

/**
 * Beside the question whether the open book joins an account: offers to adopt its practice on this device. It is sent
 * once the book is in the account (GUARD-05).
 */
export function offerTried(): void {
  const form = document.querySelector<HTMLFormElement>('[data-tried-form]');
  const offer = form?.querySelector<HTMLElement>('[data-tried]');
  const box = offer?.querySelector('input');
  const words = offer?.querySelector('span');
  const book = document.body.dataset.emptyBook;
  const tried = book === undefined ? null : triedOf(book);
  if (!form || !offer || !box || !words || book === undefined || !tried) return;
  words.textContent = takeAlong(tried);
  offer.hidden = false;
  form.addEventListener('submit', ({ submitter }) => {
    const adds = submitter instanceof HTMLButtonElement && submitter.value === 'adicionar';
    if (adds && box.checked) claimTried(book, pageUser());
    else dropTried();
  });
}
