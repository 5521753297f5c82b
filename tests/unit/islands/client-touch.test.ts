import type { ClientDirective } from 'astro';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** An element with only what the directive reads. */
class FakeElement extends EventTarget {
  readonly tag: string;
  readonly attributes: Record<string, string>;
  readonly dataset: Record<string, string | undefined> = {};
  readonly children: FakeElement[] = [];
  parent: FakeElement | null = null;
  ariaBusy: string | null = null;
  textContent = '';
  presses = 0;
  isConnected = true;

  constructor(tag: string, attributes: Record<string, string> = {}) {
    super();
    this.tag = tag;
    this.attributes = { ...attributes };
  }
  append(...children: FakeElement[]): void {
    for (const child of children) this.children.push(Object.assign(child, { parent: this }));
  }
  after(next: FakeElement): void {
    this.parent?.append(next);
  }
  remove(): void {
    this.parent?.children.splice(this.parent.children.indexOf(this), 1);
  }
  contains(other: FakeElement): boolean {
    return other === this || this.children.some((child) => child.contains(other));
  }
  closest(selector: string): FakeElement | null {
    return selector.split(',').some((part) => part.trim().startsWith(this.tag))
      ? this
      : (this.parent?.closest(selector) ?? null);
  }
  querySelectorAll(selector: string): FakeElement[] {
    const isMatch = (child: FakeElement) =>
      selector === '[aria-busy]' ? child.ariaBusy !== null : selector.includes(child.tag);
    return this.children.flatMap((child) => [...(isMatch(child) ? [child] : []), ...child.querySelectorAll(selector)]);
  }
  getAttribute = (name: string) => this.attributes[name] ?? null;
  hasAttribute = (name: string) => name in this.attributes;
  removeAttribute(name: string): void {
    if (name === 'aria-busy') this.ariaBusy = null;
    delete this.attributes[name];
  }
  click(): void {
    this.presses += 1;
  }
}
class FakeLink extends FakeElement {}

/** An IntersectionObserver whose entries the test decides. */
let seen: (controls: FakeElement[]) => void = () => undefined;
class FakeObserver {
  constructor(tell: (entries: { isIntersecting: boolean; target: FakeElement }[]) => void) {
    seen = (controls) => tell(controls.map((target) => ({ isIntersecting: true, target })));
  }
  observe(): void {}
}

let page: EventTarget;
let head: FakeElement;
let idle: (() => void) | undefined;
const requested = () => head.children.map((link) => link as FakeElement & { href: string; fetchPriority: string });
const files = () => requested().map(({ href, fetchPriority }) => `${fetchPriority} ${href}`);

/** An island with a button, as the server draws it. */
function islandOf(name: string, data: Record<string, string> = { files: 'react.x' }) {
  const island = new FakeElement('astro-island', {
    'component-url': `/_astro/${name}.x.js`,
    'renderer-url': '/_astro/hydrate.x.js',
    ssr: '',
  });
  Object.assign(island.dataset, data);
  const button = new FakeElement('button');
  island.append(button);
  return { island, button };
}

/** Astro’s loading of an island: the test decides when its code arrives. */
function begin(directive: ClientDirective, island: FakeElement, value: unknown = true) {
  const code = Promise.withResolvers<boolean>();
  const load = vi.fn(async () => {
    const came = await code.promise;
    return async () => void (came && island.removeAttribute('ssr'));
  });
  directive(load, { name: 'x', value } as never, island as never);
  return { load, arrive: () => code.resolve(true), fail: () => code.resolve(false) };
}

function touch(type: string, target: FakeElement): Event {
  const event = new Event(type, { cancelable: true });
  Object.defineProperty(event, 'target', { value: target });
  page.dispatchEvent(event);
  return event;
}
const codeRuns = () => vi.advanceTimersByTimeAsync(0);
const loadDirective = async () => (await import('../../../src/islands/shell/client-touch.ts')).default;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  page = new EventTarget();
  head = new FakeElement('head');
  idle = undefined;
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('HTMLAnchorElement', FakeLink);
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    idle = work;
  });
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', {
    readyState: 'interactive',
    head,
    createElement: (tag: string) => new FakeElement(tag),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('files of an island that loads on the first touch', () => {
  it('are preloaded once the page is loaded and idle, and the island is in view', async () => {
    const directive = await loadDirective();
    const { island, button } = islandOf('Redeem', { files: 'react.x fields.x', later: 'QrScanner.x' });
    const { load } = begin(directive, island);
    expect([idle, files()]).toEqual([undefined, []]);
    page.dispatchEvent(new Event('load'));
    idle?.();
    expect(files()).toEqual([]);
    seen([button]);
    expect(files()).toEqual([
      'low /_astro/react.x.js',
      'low /_astro/fields.x.js',
      'low /_astro/QrScanner.x.js',
      'low /_astro/Redeem.x.js',
      'low /_astro/hydrate.x.js',
    ]);
    expect(requested().every((link) => (link as unknown as { rel: string }).rel === 'modulepreload')).toBe(true);
    // The files are loaded, and no code runs.
    expect(load).not.toHaveBeenCalled();
  });

  it('are not preloaded before the touch when the browser saves data', async () => {
    vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } });
    const directive = await loadDirective();
    const { island, button } = islandOf('Redeem');
    begin(directive, island);
    page.dispatchEvent(new Event('load'));
    idle?.();
    seen([button]);
    expect(files()).toEqual([]);
    touch('pointerdown', button);
    expect(files()).toHaveLength(3);
  });

  it('are requested in parallel on the first touch, each once', async () => {
    const directive = await loadDirective();
    const { island, button } = islandOf('Redeem', { files: 'react.x', later: 'QrScanner.x' });
    const { load, arrive } = begin(directive, island);
    touch('pointerdown', button);
    expect(files()).toEqual(['high /_astro/react.x.js', 'high /_astro/Redeem.x.js', 'high /_astro/hydrate.x.js']);
    expect(load).toHaveBeenCalledOnce();
    arrive();
    await codeRuns();
    expect(files().slice(3)).toEqual(['low /_astro/QrScanner.x.js']);
  });

  it('are not preloaded offline, since some browsers do not retry a failed preload', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const directive = await loadDirective();
    const { island, button } = islandOf('Redeem');
    begin(directive, island);
    touch('pointerdown', button);
    expect(files()).toEqual([]);
  });

  it('of other islands are loaded after those of the touched island', async () => {
    const directive = await loadDirective();
    const [near, far] = [islandOf('Redeem'), islandOf('Player', { files: 'react.x sound.x' })];
    const code = begin(directive, near.island);
    const other = begin(directive, far.island);
    touch('pointerdown', near.button);
    await codeRuns();
    expect(other.load).not.toHaveBeenCalled();
    code.arrive();
    await codeRuns();
    expect(other.load).toHaveBeenCalledOnce();
    expect(files()).toContain('high /_astro/sound.x.js');
  });
});

it('an island that a redraw removed is never loaded', async () => {
  const directive = await loadDirective();
  const [gone, near] = [islandOf('Gone'), islandOf('Redeem')];
  const { load } = begin(directive, gone.island);
  const { arrive } = begin(directive, near.island);
  gone.island.isConnected = false;
  touch('pointerdown', near.button);
  arrive();
  await codeRuns();
  expect(load).not.toHaveBeenCalled();
});

describe('a press before the code has loaded', () => {
  it('marks the button as busy at once, and is performed once when the code has loaded', async () => {
    const directive = await loadDirective();
    const { island, button } = islandOf('Redeem');
    const { arrive } = begin(directive, island);
    expect(touch('click', button).defaultPrevented).toBe(true);
    touch('click', button);
    expect([button.ariaBusy, button.presses]).toEqual(['true', 0]);
    arrive();
    await codeRuns();
    expect([button.ariaBusy, button.presses]).toEqual([null, 1]);
  });

  it('shows an error when the code fails to load, and the next press tries again', async () => {
    const directive = await loadDirective();
    const { island, button } = islandOf('Redeem');
    new FakeElement('main').append(island);
    const { load, fail } = begin(directive, island);
    touch('click', button);
    fail();
    await codeRuns();
    const note = island.parent?.children.at(-1);
    expect([note?.textContent, button.ariaBusy, button.presses]).toEqual([
      'Não carregou. Verifique sua conexão e tente de novo.',
      null,
      0,
    ]);
    touch('click', button);
    expect(load).toHaveBeenCalledTimes(2);
    expect(island.parent?.children).toEqual([island]);
  });

  it('a changed select is marked as busy too', async () => {
    const directive = await loadDirective();
    const { island } = islandOf('Goal');
    const select = new FakeElement('select');
    island.append(select);
    const { arrive } = begin(directive, island);
    touch('change', select);
    expect(select.ariaBusy).toBe('true');
    arrive();
    await codeRuns();
    expect(select.ariaBusy).toBe(null);
  });
});
