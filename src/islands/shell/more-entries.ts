import { PARTS_DRAWN } from '#lib/rules/device/parts-drawn.ts';
import { askPage } from './page-parts.ts';

/** The distance below the screen at which the next entries are loaded. */
const AHEAD = '0px 0px 400px';

/**
 * Infinite scrolling: `a[data-more]` links to older entries, which are appended to those in `data-more-list` before the
 * reader reaches the end. Without this script, and after a failure, the link opens a page of them.
 */
export function watchMore(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) void grow(target as HTMLAnchorElement);
    },
    { rootMargin: AHEAD },
  );
  const watch = () => {
    observer.disconnect();
    const link = moreIn(document);
    if (link) observer.observe(link);
  };

  async function grow(link: HTMLAnchorElement): Promise<boolean> {
    if (link.ariaBusy === 'true') return true;
    observer.unobserve(link);
    link.ariaBusy = 'true';
    const page = (await askPage(link.href).catch(() => null))?.page;
    link.removeAttribute('aria-busy');
    const more = page?.querySelector('[data-more-list]');
    const list = document.querySelector('[data-more-list]');
    if (!page || !more || !list || !link.isConnected) return false;
    append(list, more);
    const next = moreIn(page)?.getAttribute('href');
    if (next) {
      link.setAttribute('href', next);
      observer.observe(link);
    } else link.remove();
    return true;
  }

  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-more]') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void grow(link).then((hasGrown) => hasGrown || location.assign(link.href));
  });
  document.addEventListener(PARTS_DRAWN, watch);
  watch();
}

const moreIn = (page: Document) => page.querySelector<HTMLAnchorElement>('a[data-more]');

/**
 * Entries of an existing group are appended to it, without a second heading. The list is marked, so that a redraw does
 * not remove the loaded entries.
 */
function append(list: Element, more: Element): void {
  list.setAttribute('data-grown', '');
  for (const group of more.querySelectorAll<HTMLElement>(':scope > [data-group]')) {
    const existing = list.querySelector(`:scope > [data-group="${group.dataset.group}"]`);
    const fresh = document.importNode(group, true);
    if (!existing) list.append(fresh);
    else existing.append(...[...fresh.children].filter((row) => !row.matches('[data-group-head]')));
  }
}
