import type { LivroConteudo, Unidade } from '#lib/contract/practice.schema.ts';
import { type PracticeKind, routes } from '#lib/routes.ts';

/**
 * The links of a practice session: `leave` is where it started, `next` is what the unit still lacks, the next unit, or
 * the book. A review of all books starts on the home or on the page of a book.
 *
 * @param unit its state before the session
 */
export function practiceLinksOf(
  kind: PracticeKind,
  { user_book_id, unidades }: LivroConteudo,
  unit: Unidade,
  isOfBook = false,
) {
  const unidade = unit.numero;
  const page = (parte?: 'vocabulario' | 'teste') => routes.pedagogico.practice(user_book_id, { unidade, parte });
  const review = isOfBook ? routes.pedagogico.practice(user_book_id) : routes.dashboard();
  const leave = { revisao: review, palavras: page('vocabulario'), teste: page('teste') }[kind];
  return { leave, next: nextStep() };

  function nextStep() {
    if (unit.audios.some(({ ouvido }) => !ouvido)) return { label: `Ouvir a unidade ${unidade}`, href: page() };
    if (kind !== 'palavras' && unit.vocabulario.some(({ cartao }) => !cartao)) {
      return {
        label: `Aprender as palavras da unidade ${unidade}`,
        href: routes.pedagogico.practiceSession(user_book_id, { tipo: 'palavras', unidade }),
      };
    }
    if (kind !== 'teste' && unit.testes.some(({ tentativas }) => tentativas === 0)) {
      return { label: `Fazer o teste da unidade ${unidade}`, href: page('teste') };
    }
    const following = unidades.find(({ numero }) => numero === unidade + 1);
    if (!following) return { label: 'Voltar ao livro', href: routes.pedagogico.practice(user_book_id) };
    return {
      label: `Ir para a unidade ${following.numero}`,
      href: routes.pedagogico.practice(user_book_id, { unidade: following.numero }),
    };
  }
}

/** The same before the registration, when only the device knows the practice: words, the test, then the account. */
export function guestPracticeLinksOf(kind: PracticeKind, book: LivroConteudo, unit: Unidade) {
  const { leave } = practiceLinksOf(kind, book, unit);
  const test = unit.testes.length > 0 && kind === 'palavras';
  return {
    leave,
    next: test
      ? {
          label: `Fazer o teste da unidade ${unit.numero}`,
          href: routes.pedagogico.practice(book.user_book_id, { unidade: unit.numero, parte: 'teste' }),
        }
      : { label: 'Criar meu cadastro', href: routes.profileCreation.form() },
  };
}
