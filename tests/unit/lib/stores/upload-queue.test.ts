import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnProgress } from '../../../../src/lib/stores/upload.ts';
import { type Draft, uploadQueue } from '../../../../src/lib/stores/upload-queue.ts';
import { fileWords } from '../../../../src/lib/words/files.ts';

const rule = { formats: ['pdf'], max: 10 };
const file = (name: string, text = 'x') => new File([text], name);

let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => vi.unstubAllGlobals());

/** Whether the page warns before it is left. */
const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** A queue whose uploads end when the test says so. */
function openQueue(onArrive: () => unknown = () => undefined) {
  const started: { name: string; end: PromiseWithResolvers<string | null>; onProgress: OnProgress }[] = [];
  const arrived: string[] = [];
  const queue = uploadQueue<Draft, string>(
    ({ file }, onProgress) => {
      const end = Promise.withResolvers<string | null>();
      started.push({ name: file.name, end, onProgress });
      onProgress(50);
      return { done: end.promise, cancel: () => end.resolve(null) };
    },
    ({ file }) => {
      arrived.push(file.name);
      return onArrive();
    },
  );
  const answered = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ...queue,
    arrived,
    names: () => started.map(({ name }) => name),
    shown: () => queue.$files.get().map(({ draft, state }) => `${draft.file.name} ${state}`),
    keyOf: (name: string) => queue.$files.get().find(({ draft }) => draft.file.name === name)?.key ?? 0,
    allBytesOut: () => started.at(-1)?.onProgress(100),
    async succeed() {
      started.at(-1)?.end.resolve('ok');
      await answered();
    },
    async fail(words = 'Não chegou.') {
      started.at(-1)?.end.reject(new Error(words));
      await answered();
    },
    answered,
  };
}

it('files of one lane upload one after another, lanes upload in parallel', async () => {
  const queue = openQueue();
  queue.add({ file: file('a.pdf'), lane: 1 }, rule);
  queue.add({ file: file('b.pdf'), lane: 1 }, rule);
  expect(queue.shown()).toEqual(['a.pdf running', 'b.pdf waiting']);
  await queue.succeed();
  expect(queue.shown()).toEqual(['b.pdf running']);
  queue.add({ file: file('c.pdf'), lane: 2 }, rule);
  expect(queue.names()).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
});

it('failed files stay in the queue with their error, and each can be retried', async () => {
  const queue = openQueue();
  for (const name of ['a.pdf', 'b.pdf']) queue.add({ file: file(name) }, rule);
  await queue.fail('Primeiro.');
  await queue.fail('Segundo.');
  expect(queue.$files.get().map(({ draft, words }) => [draft.file.name, words])).toEqual([
    ['a.pdf', 'Primeiro.'],
    ['b.pdf', 'Segundo.'],
  ]);
  queue.retry(queue.keyOf('a.pdf'));
  await queue.succeed();
  queue.retry(queue.keyOf('b.pdf'));
  await queue.succeed();
  expect([queue.arrived, queue.shown()]).toEqual([['a.pdf', 'b.pdf'], []]);
});

it('a failed file is sent again once, however often retry is pressed while another file uploads', async () => {
  const queue = openQueue();
  queue.add({ file: file('a.pdf') }, rule);
  await queue.fail();
  const key = queue.keyOf('a.pdf');
  queue.add({ file: file('b.pdf') }, rule);
  queue.retry(key);
  queue.retry(key);
  expect(queue.shown()).toEqual(['b.pdf running', 'a.pdf waiting']);
  await queue.succeed();
  queue.retry(key);
  await queue.succeed();
  expect([queue.arrived, queue.names()]).toEqual([
    ['b.pdf', 'a.pdf'],
    ['a.pdf', 'b.pdf', 'a.pdf'],
  ]);
});

it('the page warns before it is left only while a file waits, uploads or has failed', async () => {
  const queue = openQueue();
  expect(asks()).toBe(false);
  queue.add({ file: file('a.pdf') }, rule);
  expect(asks()).toBe(true);
  await queue.fail();
  expect(asks()).toBe(true);
  queue.drop(queue.keyOf('a.pdf'));
  expect(asks()).toBe(false);
});

it('a cancelled upload leaves the queue, and the next file starts', async () => {
  const queue = openQueue();
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) queue.add({ file: file(name) }, rule);
  queue.drop(queue.keyOf('b.pdf'));
  queue.drop(queue.keyOf('a.pdf'));
  await queue.answered();
  expect([queue.shown(), queue.arrived]).toEqual([['c.pdf running'], []]);
});

it('a file that the rule refuses is not added, and its reason is returned', async () => {
  const queue = openQueue();
  queue.add({ file: file('a.pdf') }, rule);
  await queue.fail();
  expect(queue.add({ file: file('b.pdf', 'longer than ten') }, rule)).toBe(fileWords.tooLarge(rule.max));
  expect(queue.add({ file: file('b.pdf', '') }, rule)).toBe(fileWords.empty);
  expect([queue.shown(), queue.names()]).toEqual([['a.pdf failed'], ['a.pdf']]);
});

it('a file that is fully sent cannot be cancelled: the server may have stored it', async () => {
  const queue = openQueue();
  queue.add({ file: file('a.pdf') }, rule);
  queue.allBytesOut();
  queue.drop(queue.keyOf('a.pdf'));
  await queue.answered();
  expect(queue.shown()).toEqual(['a.pdf running']);
  await queue.succeed();
  expect([queue.arrived, queue.shown()]).toEqual([['a.pdf'], []]);
});

it('a file stays in the queue, and the page warns, until the work after its arrival has ended', async () => {
  const followed = Promise.withResolvers<void>();
  const queue = openQueue(() => followed.promise);
  for (const name of ['a.pdf', 'b.pdf']) queue.add({ file: file(name) }, rule);
  await queue.succeed();
  expect([queue.arrived, queue.shown(), asks()]).toEqual([['a.pdf'], ['a.pdf running', 'b.pdf waiting'], true]);
  queue.drop(queue.keyOf('a.pdf'));
  followed.resolve();
  await queue.answered();
  expect(queue.shown()).toEqual(['b.pdf running']);
});
