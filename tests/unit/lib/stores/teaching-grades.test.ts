import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../../src/lib/api/browser.ts';
import { $sheetState, $texts, openSheet, typeMark } from '../../../../src/lib/stores/teaching-grades.ts';

vi.mock('../../../../src/lib/api/browser.ts', async () => ({
  ...(await import('../../../../src/lib/api/client.ts')),
  api: vi.fn(),
}));

const CLASS = 4;
const CELL = '7-1';
const PAUSE_MS = 600;
const stored = new Map<string, string>();
const requested = new Set<(event: Event) => void>();
/** Answers the save that is in flight. */
let answer: () => void;
const sent: (number | null)[] = [];

const kind = () => $sheetState.get().kind;
const pause = (ms = PAUSE_MS) => vi.advanceTimersByTimeAsync(ms);
const answered = async () => {
  answer();
  await pause(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  stored.clear();
  requested.clear();
  sent.length = 0;
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
  vi.stubGlobal('document', { hidden: false, body: { dataset: { userId: '9' } } });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('addEventListener', (name: string, ask: (event: Event) => void) => {
    if (name === 'beforeunload') requested.add(ask);
  });
  vi.stubGlobal('removeEventListener', (_name: string, ask: (event: Event) => void) => requested.delete(ask));
  vi.mocked(api).mockImplementation((_call, input) => {
    const { body } = input as unknown as { body: { notas: { nota: number | null }[] } };
    sent.push(...body.notas.map(({ nota }) => nota));
    return new Promise((resolve) => {
      answer = () => resolve({ salvo_em: '2026-11-26T12:00:00.000Z', recusadas: [] });
    });
  });
  openSheet(CLASS, {}, { 1: 10 });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the state is "saved" only when no typed mark is unsaved', async () => {
  typeMark(CELL, '8');
  expect(kind()).toBe('saving');
  await pause();
  typeMark('8-1', '6');
  await answered();
  expect(kind(), 'the second mark is not sent yet').toBe('saving');
  expect(requested.size, 'the page asks before it is left').toBe(1);
  await pause();
  await answered();
  expect(kind()).toBe('saved');
  expect(requested.size).toBe(0);
  typeMark(CELL, '8,');
  typeMark(CELL, '8');
  expect(kind(), 'the cell is as it was saved').toBe('saved');
});

it('a cell that is set back to its old mark during a save ends with the old mark', async () => {
  typeMark(CELL, '8');
  await pause();
  typeMark(CELL, '');
  await answered();
  await pause();
  await answered();
  expect(sent).toEqual([8, null]);
  expect(kind()).toBe('saved');
});

it('an unsaved mark is restored on the next page and sent', async () => {
  typeMark(CELL, '8');
  openSheet(CLASS, {}, { 1: 10 });
  expect($texts.get()).toEqual({ [CELL]: '8' });
  await pause(0);
  expect(sent).toEqual([8]);
});
