import { expect, it } from 'vitest';
import type { LivroConteudo } from '../../../../../src/lib/contract/practice.schema.ts';
import { guestPracticeLinksOf, practiceLinksOf } from '../../../../../src/lib/rules/practice/practice-links.ts';

/** A unit with these parts done. */
const unit = (numero: number, done: { heard?: boolean; known?: boolean; tested?: boolean } = {}) => ({
  numero,
  audios: [{ ouvido: done.heard ?? false }],
  vocabulario: [{ cartao: done.known ? {} : null }],
  testes: [{ tentativas: done.tested ? 1 : 0 }],
});
const links = (
  kind: 'revisao' | 'palavras' | 'teste',
  done: object,
  units = [unit(1, done), unit(2)],
  isOfBook = false,
) => {
  const book = { user_book_id: 7, unidades: units } as unknown as LivroConteudo;
  return practiceLinksOf(kind, book, book.unidades[0] as LivroConteudo['unidades'][number], isOfBook);
};

it('leaving a practice session leads back to where it began', () => {
  expect(links('revisao', {}).leave).toBe('/dashboard');
  expect(links('revisao', {}, undefined, true).leave).toBe('/pedagogico/minha-pratica/7');
  expect(links('palavras', {}).leave).toBe('/pedagogico/minha-pratica/7?unidade=1&parte=vocabulario');
  expect(links('teste', {}).leave).toBe('/pedagogico/minha-pratica/7?unidade=1&parte=teste');
});

it.each([
  ['palavras', {}, 'Ouvir a unidade 1'],
  ['palavras', { heard: true }, 'Fazer o teste da unidade 1'],
  ['teste', { heard: true }, 'Aprender as palavras da unidade 1'],
  ['revisao', { heard: true }, 'Aprender as palavras da unidade 1'],
  ['revisao', { heard: true, known: true }, 'Fazer o teste da unidade 1'],
  ['teste', { heard: true, known: true }, 'Ir para a unidade 2'],
  ['palavras', { heard: true, tested: true }, 'Ir para a unidade 2'],
] as const)('after %s with %j done comes: %s', (kind, done, label) => {
  expect(links(kind, done).next.label).toBe(label);
});

it('after the last unit the next link is the book', () => {
  const done = { heard: true, known: true, tested: true };
  expect(links('revisao', done, [unit(1, done)]).next).toEqual({
    label: 'Voltar ao livro',
    href: '/pedagogico/minha-pratica/7',
  });
});

it('GUARD-05 in guest practice words lead to the test, and the test to the registration', () => {
  const whole = { user_book_id: 7, unidades: [unit(1), unit(2)] } as unknown as LivroConteudo;
  const first = whole.unidades[0] as LivroConteudo['unidades'][number];
  expect(guestPracticeLinksOf('palavras', whole, first)).toEqual({
    leave: '/pedagogico/minha-pratica/7?unidade=1&parte=vocabulario',
    next: { label: 'Fazer o teste da unidade 1', href: '/pedagogico/minha-pratica/7?unidade=1&parte=teste' },
  });
  expect(guestPracticeLinksOf('teste', whole, first).next.href).toBe('/profile-creation/form');
});
