import { pageUser, textBox } from '#lib/rules/device/device-box.ts';
import {
  $cart,
  $due,
  $person,
  $points,
  $today,
  $unread,
  clearShared,
  connectTabs,
  disconnectTabs,
  type Fact,
  seedShared,
  shareKnown,
} from '#lib/stores/shared.ts';
import { tryQuietly } from './chunk-failures.ts';

/** Numbers of the page. */
const figures = { points: $points, unread: $unread, cart: $cart, due: $due, today: $today };
type Name = keyof typeof figures | 'person';
const names = [...Object.keys(figures), 'person'] as Name[];
const isFigure = (name: Name): name is keyof typeof figures => name !== 'person';

/** Changes of one press are batched. */
const PAUSE_MS = 300;
/** The server-rendered value of each name, and the time of its request. */
const drawn = new Map<Name, { value: string | number | null; at: number }>();
const waiting = new Set<Name>();
/** Names whose parts were in use when they should have been redrawn: the next redraw includes them. */
const late = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps the page in sync with the shared stores. `data-live="points"` is a value of the page, with the server-rendered
 * `data-value`; with `data-as` its text is updated (`say-figure.ts`). `data-live-part="due today"` is a piece of HTML
 * that the server renders again.
 */
export function followShared(): void {
  // Without a network a page may be older than its load: see `withHour` of the worker.
  seed(document, Number(document.documentElement.dataset.storedAt ?? Date.now() - performance.now()));
  for (const name of names) {
    if (isFigure(name)) figures[name].subscribe((fact) => show(name, fact));
    else $person.subscribe((fact) => show(name, fact));
  }
  connectTabs();
  document.addEventListener('submit', ({ target }) => {
    if ((target as HTMLElement).dataset.logout === undefined) return;
    clearShared();
    seenPoints().drop();
  });
  document.addEventListener('visibilitychange', drawSoon);
  addEventListener('pagehide', disconnectTabs);
  const drawAll = () => {
    for (const name of names) drawLater(name);
  };
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // The page comes from the back/forward cache, so much may have changed.
    connectTabs();
    drawAll();
  });
  // An arriving notice means that something changed.
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data?.type === 'notice-shown') drawAll();
  });
}

/**
 * Applies the values of a page that was fetched without a reload, and shares them with the other tabs. @param at time of
 * the request
 */
export function takePage(page: Document, at: number): void {
  seed(page, at);
  shareKnown();
}

/** Sets the stores to the values of a server-rendered page. */
function seed(page: Document, at: number): void {
  for (const name of names) {
    const value = valueIn(page, name);
    drawn.set(name, { value, at });
    if (value === null) continue;
    if (isFigure(name)) seedShared(figures[name], Number(value), at);
    else seedShared($person, String(value), at);
  }
}

/** null: the page does not show it. */
function valueIn(page: Document, name: Name): string | number | null {
  const text = page.querySelector<HTMLElement>(`[data-live="${name}"][data-value]`)?.dataset.value;
  if (text === undefined) return null;
  return isFigure(name) ? Number(text) : text;
}

function show(name: Name, { value, at }: Fact<string> | Fact<number>): void {
  if (typeof value === 'number' && isFigure(name)) {
    if (shownOf(name, value).length > 0) void tryQuietly(() => say(name));
    if (name === 'unread') showUnreadOnIcon(value);
    if (name === 'points') greetGain(value);
  }
  const known = drawn.get(name);
  if (known && at > known.at && (value === null || value !== known.value)) drawLater(name, value !== null);
}

/** The balance that this device showed last. */
const seenPoints = () => textBox('local', `pontos-vistos:${pageUser()}`);

/** Announces points earned since this device last showed the balance, if the page shows it. */
function greetGain(points: number): void {
  const isOld = document.documentElement.dataset.storedAt !== undefined;
  if (isOld || document.hidden || valueIn(document, 'points') === null) return;
  const before = Number(seenPoints().read() ?? points);
  seenPoints().keep(String(points));
  if (points > before) void tryQuietly(async () => (await import('./points-gain.ts')).showGain(before, points));
}

/** The elements that show another value. */
const shownOf = (name: Name, value: number) =>
  [...document.querySelectorAll<HTMLElement>(`[data-live="${name}"][data-as]`)].filter(
    ({ dataset }) => dataset.value !== String(value),
  );

/** The texts load with the first change. */
async function say(name: keyof typeof figures): Promise<void> {
  const { sayFigure } = await import('./say-figure.ts');
  const { value } = figures[name].get();
  if (value !== null) sayFigure(shownOf(name, value), value);
}

/** @param isKnown the page already shows the new value, so only its parts are redrawn */
function drawLater(name: Name, isKnown = false): void {
  const part = `[data-live-part~="${name}"]`;
  if (!document.querySelector(isKnown ? part : `[data-live="${name}"], ${part}`)) return;
  waiting.add(name);
  drawSoon();
}

/** A hidden page is redrawn when it becomes visible. */
function drawSoon(): void {
  clearTimeout(timer);
  if (waiting.size > 0 && !document.hidden) timer = setTimeout(() => void tryQuietly(draw), PAUSE_MS);
}

/** Fetches this page again, and replaces the parts that are outdated. */
async function draw(): Promise<void> {
  const changed = new Set<string>([...waiting, ...late]);
  waiting.clear();
  const { askPage, isInUse, replacePart } = await import('./page-parts.ts');
  const at = Date.now();
  // Without a network the page is unchanged.
  const fresh = await askPage(location.href).catch(() => null);
  if (!fresh || fresh.url.pathname !== location.pathname) return;
  for (const name of names) if (valueIn(fresh.page, name) !== drawn.get(name)?.value) changed.add(name);
  const parts = [...changed].map((name) => `[data-live-part~="${name}"]`).join();
  late.clear();
  for (const part of document.querySelectorAll<HTMLElement>(parts)) {
    const next = part.isConnected ? counterpart(part, fresh.page) : null;
    // A page of another structure, such as one with an error, is shown by the next load.
    if (!next || next.isEqualNode(part)) continue;
    if (isInUse(part)) for (const name of part.dataset.livePart?.split(' ') ?? []) late.add(name);
    else replacePart(part, next);
  }
  seed(fresh.page, at);
}

/** The same part of another rendering: by its id, else by its index, if both have the same number of its kind. */
function counterpart(part: Element, page: Document): Element | null {
  if (part.id) return page.getElementById(part.id);
  const kind = `[data-live-part="${part.getAttribute('data-live-part')}"]:not([id])`;
  const fresh = [...page.querySelectorAll(kind)];
  const shown = [...document.querySelectorAll(kind)];
  return fresh.length === shown.length ? (fresh[shown.indexOf(part)] ?? null) : null;
}

/** Shows the bell’s number on the icon of the installed app. */
function showUnreadOnIcon(unread: number): void {
  if (!('setAppBadge' in navigator)) return;
  // The browser refuses if the portal is not installed.
  const shown = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge();
  shown.catch(() => undefined);
}
