import { describe, expect, it } from 'vitest';
import type { Broadcast } from '../../../../../src/lib/contract/broadcasts.schema.ts';
import { blank, inputOf } from '../../../../../src/lib/rules/broadcasts/broadcast-form.ts';
import { afterRefusal, resume } from '../../../../../src/lib/rules/broadcasts/draft-rule.ts';

const at = '2026-11-20T12:00:00.000Z';
const broadcast = (more: Partial<Broadcast> = {}): Broadcast => ({
  ...blank,
  title: 'Aula',
  body: 'Hoje',
  id: 7,
  status: 'rascunho',
  created_by: { id: 1, full_name: 'Helena Prado' },
  created_at: at,
  updated_at: at,
  version: 3,
  ...more,
});
const mine = (title: string) => ({ ...inputOf(broadcast()), title });

describe('a message that opens again goes on with', () => {
  it('the server’s text, where nothing was kept here', () => {
    expect(resume(null, broadcast())).toBe('server');
  });
  it('a message goes on with the text that was kept here, where the server still has what it was begun from', () => {
    expect(resume({ input: mine('Aula nova'), base: 3 }, broadcast())).toBe('stored');
  });
  it('a message goes on with neither text by itself, where both changed', () => {
    expect(resume({ input: mine('Aula nova'), base: 2 }, broadcast())).toBe('conflict');
  });
  it.each([0, 2, 3])('the server’s text, where it says the same (begun from version %i)', (base) => {
    expect(resume({ input: inputOf(broadcast()), base }, broadcast())).toBe('server');
    expect(resume({ input: { ...blank, title: ' Aula', body: 'Hoje ' }, base }, broadcast())).toBe('server');
  });
  it('a new message goes on with what was kept of it', () => {
    expect(resume({ input: mine('Aula'), base: 0 }, { ...blank, version: 0 })).toBe('stored');
  });
});

describe('a save that was refused means', () => {
  it('a save that was refused means nothing, where somebody saved the very same', () => {
    expect(afterRefusal(mine('Aula'), broadcast({ version: 4 }))).toBe('same');
  });
  it('a choice between two texts', () => {
    expect(afterRefusal(mine('Aula nova'), broadcast({ version: 4 }))).toBe('conflict');
    expect(afterRefusal(mine('Aula nova'), broadcast({ version: 4, status: 'agendada' }))).toBe('conflict');
  });
  it.each(['enviando', 'enviada', 'cancelada'] as const)(
    'a save that was refused means that it is too late, once the message is “%s”',
    (status) => {
      expect(afterRefusal(mine('Aula nova'), broadcast({ status }))).toBe('closed');
    },
  );
});
