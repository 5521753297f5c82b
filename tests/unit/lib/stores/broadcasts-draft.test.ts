import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Broadcast } from '../../../../src/lib/contract/broadcasts.schema.ts';
import { blank, inputOf } from '../../../../src/lib/rules/broadcasts/broadcast-form.ts';
import {
  $draft,
  $save,
  beginDraft,
  changeDraft,
  keepMine,
  saveNow,
  takeTheirs,
} from '../../../../src/lib/stores/broadcasts-draft.ts';

const at = '2026-11-20T12:00:00.000Z';
const broadcast = (more: Partial<Broadcast> = {}): Broadcast => ({
  ...{ ...inputOf(blank), title: 'Aula', body: 'Hoje' },
  ...{ id: 7, status: 'rascunho', created_by: { id: 1, full_name: 'Helena Prado' }, version: 3 },
  ...{ created_at: at, updated_at: at },
  ...more,
});

describe('a message that is being written (MANAGER-03)', () => {
  const stored = new Map<string, string>();
  /** The broadcast on the server; null: no answer. */
  let held: Broadcast | null;
  const puts: { version: number; title: string }[] = [];

  async function answer(_path: string, init: RequestInit): Promise<Response> {
    if (!held) throw new TypeError('no network');
    if (init.method === 'GET') return Response.json({ items: [held], total: 1, limit: 20, offset: 0 });
    const body = JSON.parse(String(init.body));
    puts.push(body);
    if (body.version !== held.version) return Response.json({ detail: 'mudou', code: 'changed' }, { status: 409 });
    held = { ...held, ...body, version: held.version + 1 };
    return Response.json(held);
  }

  beforeEach(() => {
    vi.useFakeTimers();
    stored.clear();
    puts.length = 0;
    held = broadcast();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
      removeItem: (name: string) => stored.delete(name),
    });
    vi.stubGlobal('document', { body: { dataset: { userId: '1' } } });
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('fetch', answer);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const begin = (of = broadcast()) => beginDraft(of, inputOf(of));

  it('a draft is saved once after a pause, with its last text', async () => {
    begin();
    for (const title of ['A', 'Au', 'Aula nova']) changeDraft({ title });
    expect(stored.size).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(puts.map(({ title, version }) => [title, version])).toEqual([['Aula nova', 3]]);
    expect($save.get()).toMatchObject({ step: 'saved' });
    expect(stored.size).toBe(0);
  });

  it('a draft is stored on the device while offline, and saved once the server answers again', async () => {
    begin();
    held = null;
    changeDraft({ title: 'Sem rede' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect($save.get()).toEqual({ step: 'stored', why: 'offline' });
    expect([...stored.values()].join()).toContain('Sem rede');
    held = broadcast();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(held.title).toBe('Sem rede');
    expect(stored.size).toBe(0);
  });

  it('an incomplete draft and changes to a scheduled message are stored and not saved automatically', async () => {
    begin();
    changeDraft({ body: '' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect($save.get()).toEqual({ step: 'stored', why: 'unfinished' });
    begin(broadcast({ status: 'agendada', id: 8 }));
    changeDraft({ title: 'Outro' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect($save.get()).toEqual({ step: 'stored', why: 'scheduled' });
    expect(puts).toEqual([]);
  });

  it('after a conflict the user keeps the own text or takes the other one', async () => {
    begin();
    held = broadcast({ version: 4, title: 'A da Júlia' });
    changeDraft({ title: 'A minha' });
    expect(await saveNow()).toBeNull();
    expect($save.get()).toMatchObject({ step: 'conflict', theirs: { title: 'A da Júlia' } });
    changeDraft({ title: 'A minha, mais longa' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(held.title).toBe('A da Júlia');
    await keepMine();
    expect(held).toMatchObject({ title: 'A minha, mais longa', version: 5 });

    held = broadcast({ version: 6, title: 'A da Júlia' });
    changeDraft({ title: 'De novo a minha' });
    await saveNow();
    takeTheirs();
    expect($draft.get()?.title).toBe('A da Júlia');
    expect(stored.size).toBe(0);
  });

  it('text typed after the message was sent stays on the device', async () => {
    begin();
    held = broadcast({ version: 4, status: 'enviando' });
    changeDraft({ title: 'Tarde demais' });
    await saveNow();
    expect($save.get()).toEqual({ step: 'closed' });
    expect($draft.get()?.title).toBe('Tarde demais');
    expect(stored.size).toBe(1);
  });
});
