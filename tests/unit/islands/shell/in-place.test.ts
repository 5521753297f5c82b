import { beforeEach, expect, it, vi } from 'vitest';

/** A form inside an area, with only what the script reads. */
class FakeForm extends EventTarget {
  dataset = {};
  enctype = 'application/x-www-form-urlencoded';
  readonly method: string;
  constructor(method: string) {
    super();
    this.method = method;
  }
  closest = () => this;
  getAttribute = (name: string) => (name === 'method' ? this.method : null);
}

const HERE = 'https://portal.test/pedidos?parte=loja';
let page: EventTarget;
let fetched: string[];
let opened: string[];

beforeEach(async () => {
  vi.resetModules();
  fetched = [];
  opened = [];
  page = Object.assign(new EventTarget(), {
    body: { append: () => undefined, dataset: {} },
    createElement: () => ({}),
    querySelector: () => null,
  });
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('HTMLFormElement', FakeForm);
  vi.stubGlobal(
    'FormData',
    class extends Map<string, string> {
      constructor() {
        super([['acao', 'por']]);
      }
    },
  );
  vi.stubGlobal('location', { ...parts(HERE), assign: (to: string) => opened.push(String(to)) });
  vi.stubGlobal('fetch', async (to: string, { method = 'GET' }: RequestInit = {}) => {
    fetched.push(`${method} ${to}`);
    throw new TypeError('Failed to fetch');
  });
  const { watchInPlace } = await import('../../../../src/islands/shell/in-place.ts');
  watchInPlace();
  return () => vi.unstubAllGlobals();
});

const parts = (address: string) => {
  const { href, origin, pathname, search } = new URL(address);
  return { href, origin, pathname, search };
};

function send(method: string): void {
  const event = Object.assign(new Event('submit', { cancelable: true }), { submitter: null });
  Object.defineProperty(event, 'target', { value: new FakeForm(method) });
  page.dispatchEvent(event);
}

it('a POST form without an answer is not sent again: its page is reloaded', async () => {
  send('post');
  await vi.waitFor(() => expect(opened).toEqual(['/pedidos?parte=loja']));
  expect(fetched).toEqual([`POST ${HERE}`]);
});

it('a GET form without an answer is opened as a page', async () => {
  send('get');
  await vi.waitFor(() => expect(opened).toEqual(['https://portal.test/pedidos?acao=por']));
});
