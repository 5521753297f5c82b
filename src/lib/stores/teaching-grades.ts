import { atom } from 'nanostores';
import { isDecided, partOf } from '#lib/api/part.ts';
import type { GradeCell } from '#lib/contract/teaching-grades.schema.ts';
import { isObject, jsonBox, pageUser } from '#lib/rules/device/device-box.ts';
import { holdPage } from '#lib/rules/forms/hold-page.ts';
import { markOf, WrongMark } from '#lib/rules/teaching/typed-mark.ts';
import { mutate } from './operations.ts';
import { sendWhenConnected } from './reconnection.ts';

type Texts = Readonly<Record<string, string>>;

/** The result of saving the typed grades. `at`: when they were saved. */
export type SheetState =
  | { kind: 'still' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  /** Without the network: they wait, and are sent automatically. */
  | { kind: 'waiting' }
  | { kind: 'refused'; words: string };

/** The texts of all cells, by `cellKey`. */
export const $texts = atom<Texts>({});
/** What is wrong with a cell, in words. */
export const $problems = atom<Texts>({});
export const $sheetState = atom<SheetState>({ kind: 'still' });

export const cellKey = (turmaAlunoId: number, avaliacaoId: number) => `${turmaAlunoId}-${avaliacaoId}`;

const PAUSE_MS = 600;

/** Grades that are not saved yet, as typed: they outlive the page. */
const boxOf = (turmaId: number) => jsonBox<Record<string, string>>('local', `notas:${pageUser()}:${turmaId}`, isObject);

let sheet = 0;
let highest: Readonly<Record<number, number>> = {};
let saved: Record<string, string> = {};
let pending: Record<string, string> = {};
let timer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;
/** The state of the sheet when nothing waits. */
let settled: SheetState = { kind: 'still' };
let letGo: (() => void) | null = null;

/**
 * Opens the sheet of a class. Unsent grades of last time are sent now.
 *
 * @param known by `cellKey`. @param max the highest grade of each column
 */
export function openSheet(turmaId: number, known: Texts, max: Readonly<Record<number, number>>): void {
  sheet = turmaId;
  highest = max;
  saved = { ...known };
  pending = {};
  settled = { kind: 'still' };
  $sheetState.set(settled);
  $problems.set({});
  $texts.set(known);
  const stored = boxOf(turmaId).read() ?? {};
  const shown = Object.entries(stored).filter(([key]) => Number(key.split('-')[1]) in max);
  for (const [key, text] of shown) typeMark(key, String(text));
  sendWhenConnected(flush, () => $sheetState.get().kind === 'waiting');
}

/** Sets the typed text of a cell. It is saved after a short pause. */
export function typeMark(key: string, text: string): void {
  $texts.set({ ...$texts.get(), [key]: text });
  const mark = markOf(text, highest[Number(key.split('-')[1])] ?? 10);
  const { [key]: _, ...others } = $problems.get();
  const { [key]: __, ...rest } = pending;
  pending = rest;
  if (mark instanceof WrongMark) $problems.set({ ...others, [key]: mark.words });
  else {
    $problems.set(others);
    // A grade being sent may become the saved one, so a cell changed back to the previous grade is sent again.
    if (isSending || text.trim() !== (saved[key] ?? '')) pending = { ...pending, [key]: text };
  }
  keep();
  notify();
}

/** Sets several cells at once, such as a block of a spreadsheet. */
export function typeMarks(cells: Texts): void {
  for (const [key, text] of Object.entries(cells)) typeMark(key, text);
}

function keep(): void {
  if (Object.keys(pending).length > 0) {
    boxOf(sheet).keep(pending);
    letGo ??= holdPage();
  } else {
    boxOf(sheet).drop();
    letGo?.();
    letGo = null;
  }
}

/**
 * Shows "saved" only when nothing waits, so that leaving loses nothing. Waiting grades are sent after a short pause.
 */
function notify(): void {
  const isWaiting = Object.keys(pending).length > 0;
  if (!isWaiting && !isSending) $sheetState.set(settled);
  else if ($sheetState.get().kind !== 'waiting') $sheetState.set({ kind: 'saving' });
  clearTimeout(timer);
  if (isWaiting) timer = setTimeout(() => void flush(), PAUSE_MS);
}

const cellOf = ([key, text]: [string, string]): GradeCell => {
  const [turma_aluno_id = 0, avaliacao_id = 0] = key.split('-').map(Number);
  const mark = markOf(text, highest[avaliacao_id] ?? 10);
  return { turma_aluno_id, avaliacao_id, nota: mark instanceof WrongMark ? null : mark };
};

/** Saves the waiting grades. Without the network they stay, and are retried. */
export async function flush(): Promise<void> {
  const sent = Object.entries(pending);
  if (isSending || sent.length === 0) return;
  clearTimeout(timer);
  isSending = true;
  $sheetState.set({ kind: 'saving' });
  const part = await partOf(mutate('teaching.saveGrades', { id: sheet, notas: sent.map(cellOf) }));
  isSending = false;
  if (!part.ok) {
    $sheetState.set(isDecided(part) ? { kind: 'refused', words: part.detail } : { kind: 'waiting' });
    return;
  }
  const refused = new Map(
    part.data.recusadas.map(({ turma_aluno_id, avaliacao_id, motivo }) => [
      cellKey(turma_aluno_id, avaliacao_id),
      motivo,
    ]),
  );
  for (const [key, text] of sent) {
    if (!refused.has(key)) saved[key] = text.trim();
    if (pending[key] === text) delete pending[key];
  }
  $problems.set({ ...$problems.get(), ...Object.fromEntries(refused) });
  keep();
  settled = { kind: 'saved', at: part.data.salvo_em };
  // The answer came, so the network is back.
  $sheetState.set(settled);
  notify();
}
