const PATIENCE_MS = 150;
/** A link may turn out to be a download, which leaves the page where it is. */
const MOST_MS = 10_000;

/** Shows a bar when the next page takes longer than a moment, so that a tap never looks lost. */
export function watchLeaving(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (isLeaving: boolean) => document.documentElement.toggleAttribute('data-leaving', isLeaving);
  const begin = (event: Event) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (event.defaultPrevented) return;
      show(true);
      timer = setTimeout(end, MOST_MS);
    }, PATIENCE_MS);
  };
  const end = () => {
    clearTimeout(timer);
    show(false);
  };
  document.addEventListener('submit', begin);
  document.addEventListener('click', (event) => {
    if (leads(event)) begin(event);
  });
  // The page comes back as it was left.
  addEventListener('pageshow', end);
}

/** Whether a click opens another page of the portal in this window. */
function leads(event: MouseEvent): boolean {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || link.target || link.hasAttribute('download')) return false;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const { origin, pathname, search, hash } = new URL(link.href);
  const isHere = pathname === location.pathname && search === location.search && hash !== '';
  return origin === location.origin && !pathname.startsWith('/api/') && !isHere;
}
