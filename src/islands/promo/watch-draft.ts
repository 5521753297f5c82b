import { holdPage } from '#lib/rules/forms/hold-page.ts';
import { $draftState, $isHeld, keepDraft } from '#lib/stores/promo-draft.ts';
import { promoPanelWords } from '#lib/words/promo-panel.ts';

/** A pause in typing after which the draft is saved. */
const PAUSE_MS = 1_500;

/** Saves the editor’s form automatically after a pause in typing. Its buttons wait for a running save. */
export function watchDraft(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-autosave]');
  const revision = form?.querySelector<HTMLInputElement>('[name=revisao]');
  const opened = form?.querySelector<HTMLInputElement>('[name=abertas]');
  const state = document.querySelector('[data-draft-state]');
  if (!form || !revision || !opened) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let work: Promise<void> | null = null;
  /** Set while there are unsaved changes: the page asks before it is left, and does not show "saved". */
  let letGo: (() => void) | null = null;
  const release = () => {
    letGo?.();
    letGo = null;
  };

  const valuesNow = () =>
    Object.fromEntries(
      [...new FormData(form)].flatMap(([name, value]) =>
        typeof value === 'string' && name !== 'revisao' ? [[name, value]] : [],
      ),
    );
  const save = async () => {
    await work;
    if ($isHeld.get()) return;
    const before = Number(revision.value);
    const stored = await keepDraft(form.dataset.page ?? '', before, valuesNow());
    revision.value = String(stored);
    if (timer) $draftState.set(promoPanelWords.saving);
    else if (stored !== before) release();
  };
  const start = () => {
    timer = undefined;
    work = save().finally(() => {
      work = null;
    });
  };
  $draftState.listen((words) => {
    if (state && words) state.textContent = words;
  });
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(start, PAUSE_MS);
    letGo ??= holdPage();
    if (!$isHeld.get()) $draftState.set(promoPanelWords.saving);
  });
  form.addEventListener('submit', (event) => {
    clearTimeout(timer);
    release();
    const parts = form.querySelectorAll<HTMLElement>('details[open][data-part]');
    opened.value = [...parts].map(({ dataset }) => dataset.part).join(' ');
    if (!work) return;
    event.preventDefault();
    const { submitter } = event;
    void work.then(() => form.requestSubmit(submitter));
  });
}
