import { $draftState, $isHeld, keepDraft } from '#lib/stores/promo-draft.ts';

/** A pause in typing after which the draft is saved. */
const PAUSE_MS = 1_500;

/** Saves the editor's form by itself after a pause in typing. Its buttons wait for that. */
export function watchDraft(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-autosave]');
  const revision = form?.querySelector<HTMLInputElement>('[name=revisao]');
  const opened = form?.querySelector<HTMLInputElement>('[name=abertas]');
  const state = document.querySelector('[data-draft-state]');
  if (!form || !revision || !opened) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let work: Promise<void> | null = null;

  const valuesNow = () =>
    Object.fromEntries(
      [...new FormData(form)].flatMap(([name, value]) =>
        typeof value === 'string' && name !== 'revisao' ? [[name, value]] : [],
      ),
    );
  const save = async () => {
    await work;
    if ($isHeld.get()) return;
    revision.value = String(await keepDraft(form.dataset.page ?? '', Number(revision.value), valuesNow()));
  };
  const start = () => {
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
  });
  form.addEventListener('submit', (event) => {
    clearTimeout(timer);
    const parts = form.querySelectorAll<HTMLElement>('details[open][data-part]');
    opened.value = [...parts].map(({ dataset }) => dataset.part).join(' ');
    if (!work) return;
    event.preventDefault();
    const { submitter } = event;
    void work.then(() => form.requestSubmit(submitter));
  });
}
