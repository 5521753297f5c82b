import type { LivroConteudo } from '#lib/contract/practice.schema.ts';
import { routes } from '#lib/routes.ts';

/**
 * The book, unit and track of a practice page. The default is what the student has not finished.
 *
 * @param id of the student’s copy, from the address
 * @returns `stored`: what a device stores of the unit for offline use
 */
export function placeIn(contents: readonly LivroConteudo[], id: string | undefined, query: URLSearchParams) {
  const book = contents.find(({ user_book_id }) => String(user_book_id) === id);
  const units = book?.unidades ?? [];
  const requested = Number(query.get('unidade') ?? 0);
  const unit =
    units.find(({ numero }) => numero === requested) ?? units.find(({ concluida }) => !concluida) ?? units.at(0);
  const track =
    unit?.audios.find(({ faixa }) => String(faixa) === query.get('faixa')) ??
    unit?.audios.find(({ ouvido }) => !ouvido) ??
    unit?.audios.at(0);
  return { book, units, unit, track, stored: book && unit ? storedUnitOf(book, unit) : null };
}

type Unit = LivroConteudo['unidades'][number];

const storedUnitOf = ({ livro, user_book_id }: LivroConteudo, unit: Unit) => ({
  id: unit.id,
  versao: unit.pacote_offline.versao,
  titulo: `${livro.nome} · ${unit.titulo}`,
  pages: pagesOf(user_book_id, unit),
  tests: unit.testes.map(({ id }) => id),
});

function pagesOf(userBookId: number, { numero: unidade, audios, testes }: Unit): string[] {
  const parts = [
    {},
    ...audios.map(({ faixa }) => ({ faixa: String(faixa) })),
    { parte: 'vocabulario' } as const,
    { parte: 'teste' } as const,
  ];
  const practiceSessions = [
    { tipo: 'palavras' } as const,
    ...testes.flatMap(({ id: teste }) => [
      { tipo: 'teste', teste } as const,
      { tipo: 'teste', teste, modo: 'prova' } as const,
    ]),
  ];
  return [
    ...parts.map((part) => routes.pedagogico.practice(userBookId, { unidade, ...part })),
    ...practiceSessions.map((practiceSession) =>
      routes.pedagogico.practiceSession(userBookId, { unidade, ...practiceSession }),
    ),
    // The target of the back link.
    routes.pedagogico.practice(userBookId),
  ];
}
