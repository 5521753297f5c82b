import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { failureOf, isDecided } from '#lib/api/part.ts';
import type { Broadcast, BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import { saveBroadcast } from '#lib/forms/broadcasts/steps.ts';
import { refusalOf } from '#lib/forms/refusal.ts';
import { routes } from '#lib/routes.ts';
import { blank, inputOf, isSameInput, writtenProblems } from '#lib/rules/broadcasts/broadcast-form.ts';
import { resume, type StoredDraft } from '#lib/rules/broadcasts/draft-rule.ts';
import { isObject, jsonBox, pageUser } from '#lib/rules/device/device-box.ts';
import { panelMessages } from '#lib/words/broadcasts-panel.ts';

const PAUSE_MS = 1_200;
const AGAIN_MS = 15_000;

/** Where the current text is stored: on the server, being sent, or on this device only, and why. */
export type SaveState =
  | { step: 'saved'; at: string | null }
  | { step: 'waiting' }
  | { step: 'saving' }
  | { step: 'stored'; why: 'offline' | 'unfinished' | 'scheduled' | 'unstored' }
  | { step: 'refused'; problem: string; fields: Readonly<Record<string, string>> }
  | { step: 'conflict'; theirs: Broadcast }
  | { step: 'closed' };

export const $draft = atom<BroadcastInput | null>(null);
export const $save = atom<SaveState>({ step: 'saved', at: null });
/** The message as the server has it; null before that. */
export const $sending = atom<Broadcast | null>(null);

let storedAs = '';
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<Broadcast | null> | null = null;
let listens = false;
let isOnDevice = true;

const box = () => jsonBox<StoredDraft>('local', storedAs, isObject);
const keep = (input: BroadcastInput): void => {
  isOnDevice = box().keep({ input, base: $sending.get()?.version ?? 0 });
};
const nameOf = (id: number | string) => `mensagem:${pageUser()}:${id}`;
/** Text that is not on the server is on this device or, if the browser refuses storage, only on this page. */
const here = (why: 'offline' | 'unfinished'): SaveState => ({ step: 'stored', why: isOnDevice ? why : 'unstored' });

/**
 * Starts with the server’s text, or continues text that was written here and never sent.
 *
 * @param origin names a new message, so that new messages from different templates are stored separately
 */
export function beginDraft(broadcast: Broadcast | null, initial: BroadcastInput, origin = 'nova'): void {
  storedAs = nameOf(broadcast?.id ?? origin);
  $sending.set(broadcast);
  listen();
  const stored = box().read();
  const verdict = resume(stored, broadcast ?? { ...initial, version: 0 });
  if (verdict === 'server') box().drop();
  $draft.set(stored && verdict !== 'server' ? inputOf({ ...blank, ...stored.input }) : initial);
  $save.set({ step: 'saved', at: broadcast?.updated_at ?? null });
  if (verdict === 'conflict' && broadcast) $save.set({ step: 'conflict', theirs: broadcast });
  if (verdict === 'stored') saveLater(PAUSE_MS);
}

/** Changes the message: this device stores it at once, and the server after a pause. */
export function changeDraft(part: Partial<BroadcastInput>): void {
  const before = $draft.get();
  if (!before) return;
  const draft = { ...before, ...part };
  $draft.set(draft);
  keep(draft);
  if ($save.get().step !== 'conflict' && $save.get().step !== 'closed') saveLater(PAUSE_MS);
}

/** A scheduled message is saved only by the button, because an unfinished text must not be sent. */
function saveLater(pause: number): void {
  clearTimeout(timer);
  const draft = $draft.get();
  if (!draft) return;
  if ($sending.get()?.status === 'agendada') $save.set({ step: 'stored', why: 'scheduled' });
  else if (Object.keys(writtenProblems(draft)).length > 0) $save.set(here('unfinished'));
  else {
    if ($save.get().step !== 'stored') $save.set({ step: 'waiting' });
    timer = setTimeout(() => void saveNow(), pause);
  }
}

/** Saves the present text. @returns the message as the server has it, or null if it was not saved. */
export async function saveNow(): Promise<Broadcast | null> {
  clearTimeout(timer);
  // One save at a time: the server would refuse a second one with an outdated version.
  if (running) await running;
  if ($save.get().step === 'conflict' || $save.get().step === 'closed') return null;
  running = save();
  try {
    return await running;
  } finally {
    running = null;
  }
}

async function save(): Promise<Broadcast | null> {
  const draft = $draft.get();
  const broadcast = $sending.get();
  if (!draft) return null;
  if (broadcast && isSameInput(draft, broadcast)) return arrived(broadcast, draft);
  $save.set({ step: 'saving' });
  try {
    const saved = await saveBroadcast(api, broadcast, inputOf(draft));
    if (saved.verdict === 'saved') return arrived(saved.broadcast, draft);
    keep($draft.get() ?? draft);
    if (saved.verdict === 'closed') $save.set({ step: 'closed' });
    else $save.set({ step: 'conflict', theirs: saved.broadcast });
  } catch (error) {
    refused(error, draft);
  }
  return null;
}

function arrived(saved: Broadcast, draft: BroadcastInput): Broadcast {
  const isNew = $sending.get() === null;
  $sending.set(saved);
  const now = $draft.get();
  box().drop();
  if (isNew) {
    storedAs = nameOf(saved.id);
    history.replaceState(history.state, '', routes.manager.push.create(saved.id));
  }
  $save.set({ step: 'saved', at: saved.updated_at });
  // The user changed it during the save.
  if (now && now !== draft && !isSameInput(now, saved)) {
    keep(now);
    saveLater(PAUSE_MS);
  }
  return saved;
}

/** Problems with the audience belong to no field of the text. */
const isWritten = (name: string) => ['title', 'body', 'link', 'image_url'].includes(name);

function refused(error: unknown, draft: BroadcastInput): void {
  keep($draft.get() ?? draft);
  const refusal = refusalOf(error, panelMessages.notSaved, isWritten);
  if (isDecided(failureOf(error))) {
    $save.set({ step: 'refused', ...refusal });
    return;
  }
  $save.set(here('offline'));
  clearTimeout(timer);
  timer = setTimeout(() => void saveNow(), AGAIN_MS);
}

/** Resolves a conflict with this page’s text, which is saved over the other one. */
export async function keepMine(): Promise<void> {
  const state = $save.get();
  if (state.step !== 'conflict') return;
  $sending.set(state.theirs);
  $save.set({ step: 'waiting' });
  await saveNow();
}

/** Resolves a conflict with the other text. */
export function takeTheirs(): void {
  const state = $save.get();
  if (state.step !== 'conflict') return;
  box().drop();
  $sending.set(state.theirs);
  $draft.set(inputOf(state.theirs));
  $save.set({ step: 'saved', at: state.theirs.updated_at });
}

/** Retries as soon as there is a connection. */
function listen(): void {
  if (listens) return;
  listens = true;
  addEventListener('online', () => {
    const state = $save.get();
    if (state.step === 'stored' && (state.why === 'offline' || state.why === 'unstored')) void saveNow();
  });
}
