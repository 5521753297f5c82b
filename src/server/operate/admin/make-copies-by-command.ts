import { CopiesInput, MAX_COPIES } from '#lib/contract/books-staff.schema.ts';
import { nameKey } from '#lib/format/text.ts';
import { unitMessages } from '#lib/words/units.ts';
import type { School } from '../../core/http/ctx.ts';
import { copiesCsv, makeCopies } from '../../study/books/copies.ts';
import { booksOfSchool } from '../../study/books/read-books.ts';
import { Complaint } from './complaint.ts';
import { unitNamed } from './unit-named.ts';

/** Makes copies of a book for a unit. @returns their codes as CSV. @throws Complaint */
export async function makeCopiesByCommand(
  { db, now }: Pick<School, 'db' | 'now'>,
  wish: { livro: string; unidade: string; quantidade: string },
): Promise<string> {
  const unit = await unitNamed(db, wish.unidade);
  if (unit.encerrada_em !== null) throw new Complaint(unitMessages.closed(unit.nome));
  const books = await booksOfSchool(db, unit.escola_id).select(['livros.id', 'livros.codigo']).execute();
  const livro = books.find(({ codigo }) => nameKey(codigo) === nameKey(wish.livro));
  if (!livro) throw new Complaint(`O livro “${wish.livro}” não existe.`);
  const input = CopiesInput.safeParse({ unidade_id: unit.id, quantidade: Number(wish.quantidade) });
  if (!input.success) throw new Complaint(`--quantidade: escreva um número de 1 a ${MAX_COPIES}.`);
  const at = now().toISOString();
  return db.transaction().execute(async (tx) => {
    const batch = { livro, unidade: unit, quantidade: input.data.quantidade, at, by: null };
    const id = await makeCopies(tx, batch);
    await tx.updateTable('livro_lotes').set({ baixado_em: at }).where('id', '=', id).execute();
    return copiesCsv(tx, id);
  });
}
