/**
 * The script of `OwnClock`, which runs while the page is parsed, before anything is painted: a later text would shift the
 * layout. The policy names it by digest. Only the device knows its zone, and a traveller’s changes.
 */
export const ownClockScript = `customElements.get('own-clock') || customElements.define('own-clock', class extends HTMLElement {
  connectedCallback() {
    const { at, until, zone, place, only } = this.dataset;
    const wall = (instant, timeZone) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(instant));
    const own = wall(at);
    const there = wall(at, zone);
    if (own === there) return;
    const day = own.slice(0, 10) === there.slice(0, 10) ? '' : own.slice(8, 10) + '/' + own.slice(5, 7) + ', ';
    const end = until ? '–' + wall(until).slice(-5) : '';
    this.textContent = only || ' ' + place + '\\u00a0· ' + day + own.slice(-5) + end + ' no\\u00a0seu\\u00a0relógio';
  }
})`;

const sent = new WeakSet<Request>();

/** Whether the requested page does not contain this script yet. */
export function isFirstClock(request: Request): boolean {
  if (sent.has(request)) return false;
  sent.add(request);
  return true;
}
