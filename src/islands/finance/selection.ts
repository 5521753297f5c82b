import { formatMoney } from '#lib/format/money.ts';
import { PARTS_DRAWN } from '#lib/rules/device/parts-drawn.ts';
import { MAX_BILLS } from '#lib/rules/finance/pay-page.ts';

/** Handles the lists of bills on this page, including redrawn ones. */
export function watchSelections(): void {
  const watch = () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('[data-bills]')) watchSelection(form);
  };
  document.addEventListener(PARTS_DRAWN, watch);
  watch();
}

const watched = new WeakSet<HTMLFormElement>();

/**
 * Shows the number and the sum of the chosen bills on the list’s button. Without this script the button just pays them.
 */
function watchSelection(form: HTMLFormElement): void {
  if (watched.has(form)) return;
  watched.add(form);
  const button = form.querySelector<HTMLButtonElement>('[data-pay-together]');
  if (!button) return;
  const update = () => {
    const all = [...form.querySelectorAll<HTMLInputElement>('input[name="parcelas"]')];
    const chosen = all.filter(({ checked }) => checked);
    const total = chosen.reduce((sum, { dataset }) => sum + Number(dataset.centavos), 0);
    const what = chosen.length === 1 ? '1 parcela' : `${chosen.length} parcelas`;
    const isTooMany = chosen.length > MAX_BILLS;
    const isOfTwo = chosen.some(({ dataset }) => dataset.receiver !== chosen[0]?.dataset.receiver);
    const words = isOfTwo
      ? 'Escolha parcelas de uma unidade só'
      : isTooMany
        ? `Escolha até ${MAX_BILLS} parcelas`
        : `Pagar ${what} · ${formatMoney(total)}`;
    button.textContent = chosen.length > 0 ? words : 'Pagar selecionadas';
    button.disabled = chosen.length === 0 || isTooMany || isOfTwo;
  };
  form.addEventListener('change', update);
  update();
}
