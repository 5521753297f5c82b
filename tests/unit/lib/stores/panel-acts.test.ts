import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/lib/api/client.ts';
import { $reauthentication, perform } from '../../../../src/lib/stores/panel-acts.ts';
import { setToaster, type ToastPort } from '../../../../src/lib/stores/toast.ts';

const said: string[] = [];
const durations: (number | undefined)[] = [];
const dismissed: number[] = [];
const note = (text: string, { duration }: { duration?: number }) => {
  said.push(text);
  durations.push(duration);
};
const dismiss = (id: number) => void dismissed.push(id);
const port: ToastPort = { success: note, error: note, message: note, loading: note, dismiss };
setToaster(async () => port);
beforeEach(() => {
  for (const list of [said, durations, dismissed]) list.splice(0);
});

const deed = (work: (key: string) => Promise<unknown>, intent = 'contato falei [1]') => ({
  intent,
  work,
  done: (count: number) => `${count} prontos`,
  nameOf: (id: number) => `Nome ${id}`,
  left: (_ids: readonly number[]): void => undefined,
  answered: (_answer: unknown): void => undefined,
  after: () => undefined,
});
const refusal = (status: number, code?: string) => new ApiError(status, { detail: `recusa ${status}`, code });

it('the result says how many rows succeeded, and which failed and why', async () => {
  const itens = [
    { id: 1, problema: null },
    { id: 2, problema: 'Já mudou.' },
    { id: 3, problema: 'Está fechado.' },
    { id: 4, problema: 'Já mudou.' },
    { id: 5, problema: 'Já mudou.', nome: 'Ana Souza' },
  ];
  const left = vi.fn();
  const nameOf = (id: number) => (id === 3 ? '' : `Nome ${id}`);
  expect(await perform({ ...deed(async () => ({ itens, desfazer: null })), left, nameOf })).toBeNull();
  const refusals = ['Nome 2; Nome 4; Ana Souza: Já mudou.', 'Está fechado.'];
  await vi.waitFor(() => expect(said).toEqual(['1 prontos', ...refusals]));
  expect(left).toHaveBeenCalledWith([2, 3, 4, 5]);
});

it('a retry of the same act reuses its key until the server has decided; then the key is new', async () => {
  const keys: string[] = [];
  const answers = [refusal(503), null, refusal(422), null];
  const work = async (key: string) => {
    keys.push(key);
    const next = answers.shift();
    if (next) throw next;
    return {};
  };
  for (let round = 0; round < 4; round += 1) await perform(deed(work));
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys.slice(1)).size).toBe(3);
});

it('another act has another key', async () => {
  const keys: string[] = [];
  const fails = async (key: string) => {
    keys.push(key);
    throw refusal(503);
  };
  await perform(deed(fails, 'contato anotar [1] Mora com a avó'));
  await perform(deed(fails, 'contato anotar [2] Mora com a avó'));
  expect(new Set(keys).size).toBe(2);
});

it('an act is repeated after re-authentication when the server requires it', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries === 1) throw refusal(403, 'proof_needed');
    return {};
  };
  const done = perform(deed(work));
  await vi.waitFor(() => expect($reauthentication.get()).not.toBeNull());
  $reauthentication.get()?.(true);
  expect([await done, tries, $reauthentication.get()]).toEqual([null, 2, null]);

  tries = 0;
  const refused = perform(deed(work));
  await vi.waitFor(() => expect($reauthentication.get()).not.toBeNull());
  $reauthentication.get()?.(false);
  expect([(await refused)?.problem, tries]).toEqual(['recusa 403', 1]);
});

it('without an answer the problem does not claim that anything happened', async () => {
  const answer = await perform(
    deed(async () => {
      throw new TypeError('Failed to fetch');
    }),
  );
  expect(answer?.problem).toMatch(/Não foi possível agora/);
});

it('a view reloads its rows after a 409, and after no other refusal', async () => {
  const after = vi.fn();
  const refused = (status: number) => perform({ ...deed(async () => Promise.reject(refusal(status))), after });
  await refused(422);
  await refused(503);
  expect(after).not.toHaveBeenCalled();
  expect((await refused(409))?.problem).toBe('recusa 409');
  expect(after).toHaveBeenCalledOnce();
});

it('undo is offered for the last act only, for a minute', async () => {
  const one = {
    ...deed(async () => ({ itens: [{ id: 1, problema: null }], desfazer: 'nota' })),
    undo: 'leads.undoLeads' as const,
  };
  await perform(one);
  await perform(one);
  await vi.waitFor(() => expect([said.length, dismissed.length]).toEqual([2, 1]));
  expect(durations).toEqual([60_000, 60_000]);
});
