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
/** Ends the save that is in the air, as the server would. */
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

it('says "saved" only when nothing that was typed waits', async () => {
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

it('a cell that goes back to its old mark while the new one is in the air ends with the old one', async () => {
  typeMark(CELL, '8');
  await pause();
  typeMark(CELL, '');
  await answered();
  await pause();
  await answered();
  expect(sent).toEqual([8, null]);
  expect(kind()).toBe('saved');
});

it('a mark that did not reach the school is there on the next page, and goes out', async () => {
  typeMark(CELL, '8');
  openSheet(CLASS, {}, { 1: 10 });
  expect($texts.get()).toEqual({ [CELL]: '8' });
  await pause(0);
  expect(sent).toEqual([8]);
});
