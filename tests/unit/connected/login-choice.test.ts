import { expect, it } from 'vitest';
import { createLoginChoices, withChoice } from '../../../src/connected/login-choice.ts';

const key = new Uint8Array(32).fill(7);
const typed = { username: 'familia@demo.example', password: 'segredo ç' };

it('AUTH-06 the typed login can be read back from the sealed text for two minutes', () => {
  let now = 0;
  const choices = createLoginChoices([key], () => now);
  const text = choices.seal(typed);
  expect(text).toMatch(/^[\w-]+$/);
  expect(Buffer.from(text, 'base64url').toString('latin1')).not.toContain('segredo');
  expect(choices.open(text)).toEqual(typed);
  now = 2 * 60_000;
  expect(choices.open(text)).toBeNull();
});

it.each([undefined, '', 'x', 'AAAA', Buffer.alloc(64).toString('base64url')])('%j is not a sealed choice', (text) => {
  expect(createLoginChoices([key]).open(text)).toBeNull();
});

it('a sealed text of another key, or a changed one, is refused', () => {
  const text = createLoginChoices([key]).seal(typed);
  expect(createLoginChoices([new Uint8Array(32)]).open(text)).toBeNull();
  expect(createLoginChoices([new Uint8Array(32), key]).open(text)).toEqual(typed);
  expect(createLoginChoices([key]).open(`${text.slice(0, -2)}AA`)).toBeNull();
});

it('only an account choice without credentials takes those of the previous step', () => {
  expect(withChoice({ user_id: '5' }, typed)).toEqual({ ...typed, user_id: '5' });
  // The complete login form of the specification, its unused fields empty.
  const empty = { username: '', password: '', uuid: '', prospex: '', cupom: '', company: '' };
  expect(withChoice({ ...empty, user_id: '5' }, typed)).toEqual({ ...typed, user_id: '5' });
  expect(withChoice({ ...empty, user_id: '' }, typed)).toEqual({ ...empty, user_id: '' });
  expect(withChoice({ user_id: '5' }, null)).toEqual({ user_id: '5' });
  expect(withChoice({ username: 'b', password: 'c', user_id: '5' }, typed)).toEqual({
    username: 'b',
    password: 'c',
    user_id: '5',
  });
  expect(withChoice({ username: 'b', password: 'c' }, typed)).toEqual({ username: 'b', password: 'c' });
});
