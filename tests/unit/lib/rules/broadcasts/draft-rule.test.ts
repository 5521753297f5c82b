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

describe('which text a reopened message continues with', () => {
  it('the server’s text, without a stored draft', () => {
    expect(resume(null, broadcast())).toBe('server');
  });
  it('the stored draft, when the server’s version is the one it was based on', () => {
    expect(resume({ input: mine('Aula nova'), base: 3 }, broadcast())).toBe('stored');
  });
  it('neither text automatically, when both changed', () => {
    expect(resume({ input: mine('Aula nova'), base: 2 }, broadcast())).toBe('conflict');
  });
  it.each([0, 2, 3])('the server’s text, when both are equal (begun from version %i)', (base) => {
    expect(resume({ input: inputOf(broadcast()), base }, broadcast())).toBe('server');
    expect(resume({ input: { ...blank, title: ' Aula', body: 'Hoje ' }, base }, broadcast())).toBe('server');
  });
  it('the stored draft of a new message', () => {
    expect(resume({ input: mine('Aula'), base: 0 }, { ...blank, version: 0 })).toBe('stored');
  });
});

describe('what a refused save means', () => {
  it('nothing, when somebody saved the same text', () => {
    expect(afterRefusal(mine('Aula'), broadcast({ version: 4 }))).toBe('same');
  });
  it('a choice between two texts', () => {
    expect(afterRefusal(mine('Aula nova'), broadcast({ version: 4 }))).toBe('conflict');
    expect(afterRefusal(mine('Aula nova'), broadcast({ version: 4, status: 'agendada' }))).toBe('conflict');
  });
  it.each(['enviando', 'enviada', 'cancelada'] as const)(
    'that the message can no longer change, when its status is “%s”',
    (status) => {
      expect(afterRefusal(mine('Aula nova'), broadcast({ status }))).toBe('closed');
    },
  );
});
