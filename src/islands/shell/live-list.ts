const PAUSE_MS = 250;
const LIST = '#lista';

/**
 * A list follows what is typed into its search: the page of that search is asked for, and its list takes the place of the
 * one that stands. Without a script, and when that fails, the button searches.
 */
export function watchLiveList(): void {
  const field = document.querySelector<HTMLInputElement>('[data-live-list] input[type="search"]');
  const form = field?.form;
  if (!field || !form) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  const follow = async () => {
    asking = new AbortController();
    const address = `${location.pathname}?${new URLSearchParams(new FormData(form) as unknown as Record<string, string>)}`;
    const { signal } = asking;
    const { askPage, replacePart } = await import('./page-parts.ts');
    const answer = await askPage(address, { signal });
    const [fresh, shown] = [answer?.page.querySelector(LIST), document.querySelector(LIST)];
    if (signal.aborted || answer?.url.pathname !== location.pathname || !fresh || !shown) return;
    replacePart(shown, fresh);
    history.replaceState(history.state, '', address);
  };
  field.addEventListener('input', () => {
    clearTimeout(timer);
    asking?.abort();
    timer = setTimeout(() => void follow().catch(() => undefined), PAUSE_MS);
  });
}
