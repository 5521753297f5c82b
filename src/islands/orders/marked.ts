import { markedOrders, sharedStep } from '#lib/rules/orders/steps.ts';
import { orderActs } from '#lib/words/orders-panel.ts';

/**
 * Shows on the button of the list which step the marked orders take together, and how many they are. Without this the
 * button moves them, or says why they cannot move together.
 */
export function watchMarkedOrders(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-move-marked]');
  const { form } = button ?? {};
  if (!button || !form) return;
  const update = () => {
    const marked = markedOrders(new FormData(form).getAll('marcado').map(String));
    const step = sharedStep(marked.map(({ status }) => status));
    const words = step ? step.labelOf(marked.length) : orderActs.mixed;
    button.textContent = marked.length === 0 ? orderActs.move : words;
    button.disabled = marked.length > 0 && step === null;
  };
  document.addEventListener('change', update);
  // A page that the browser brings back has its marks.
  addEventListener('pageshow', update);
  update();
}
