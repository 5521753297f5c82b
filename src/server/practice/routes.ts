import type { LivroProgresso } from '#lib/contract/practice.schema.ts';
import * as practice from '#lib/contract/practice.ts';
import { booksWithUnits } from '../books/read-books.ts';
import { allLater, type Routes } from '../http/handler.ts';
import { currentUnit, sumProgress } from './progress.ts';

export const practiceRoutes: Routes<typeof practice> = {
  ...allLater(practice),
  listMyBooks: async (_input, { db, session }) => {
    const books = await booksWithUnits(db, session.userId);
    return books.map(({ book, units }): LivroProgresso => {
      const unit = currentUnit(units);
      const heard = unit?.audios_ouvidos ?? 0;
      return {
        user_book: book,
        progresso: sumProgress(units),
        continuar: unit && {
          tipo: heard < unit.audios_total ? 'audio' : 'vocabulario',
          id: unit.unidade_id,
          titulo: `Unidade ${unit.numero} · ${unit.titulo}`,
          path: `/pedagogico/minha-pratica/${book.id}?unidade=${unit.numero}`,
        },
      };
    });
  },
};
