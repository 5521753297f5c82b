import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { Chip } from '../ui/Chip.tsx';

export type Book = AnswerOf<'books.listSchoolBooks'>['items'][number];

/** The common parts of a book’s list and record. */
export const book = {
  kind: 'livro',
  titleOf: ({ nome }: Book) => nome,
  href: ({ id }: Book) => routes.manager.ownBook(id),
};
export const drawOwner = ({ da_escola }: Book) => (
  <Chip tone={da_escola ? 'brand' : 'neutral'}>{da_escola ? 'Da escola' : 'Da rede'}</Chip>
);
