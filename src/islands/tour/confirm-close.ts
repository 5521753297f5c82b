import { tourLabels } from '#lib/words/tour.ts';

/** Asks "Fechar tour?" (TOUR-06) in a native dialog. @returns whether to close. */
export function confirmClose(): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog tour-question';
  dialog.setAttribute('aria-labelledby', 'fechar-tour');
  const box = document.createElement('form');
  box.method = 'dialog';
  box.className = 'dialog-box';
  const title = document.createElement('h2');
  title.id = 'fechar-tour';
  title.className = 'text-xl';
  title.textContent = tourLabels.ask;
  const text = document.createElement('p');
  text.className = 'text-muted mt-2';
  text.textContent = tourLabels.askText;
  const actions = document.createElement('div');
  actions.className = 'mt-6 flex flex-wrap gap-3';
  actions.append(button(tourLabels.stay, 'nao', 'btn btn-primary'), button(tourLabels.close, 'sim', 'btn btn-ghost'));
  box.append(title, text, actions);
  dialog.append(box);
  // The tour takes the Tab key everywhere, but not in this dialog.
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'sim');
    });
    dialog.showModal();
  });
}

function button(label: string, value: string, className: string): HTMLButtonElement {
  const element = document.createElement('button');
  Object.assign(element, { value, className, textContent: label });
  return element;
}
