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
    const answer = await fetch(address, { signal: asking.signal }).catch(() => null);
    if (!answer?.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [fresh, shown] = [page.querySelector(LIST), document.querySelector(LIST)];
    if (asking.signal.aborted || !fresh || !shown) return;
    shown.replaceWith(document.adoptNode(fresh));
    history.replaceState(history.state, '', address);
  };
  field.addEventListener('input', () => {
    clearTimeout(timer);
    asking?.abort();
    timer = setTimeout(() => void follow().catch(() => undefined), PAUSE_MS);
  });
}
