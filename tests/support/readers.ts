import { listBookContents } from '../../src/lib/contract/practice.ts';
import { addAccount } from './accounts.ts';
import type { TestSchool } from './school.ts';

/** Students with the first book, and their practice of its words. */
export function readersOf(portal: () => TestSchool) {
  let books = 0;
  /** A student with the first book. */
  async function newReader(): Promise<number> {
    const { id } = await addAccount(portal());
    const uuid = `aaaaaaaa-0000-4000-8000-${String(++books).padStart(12, '0')}`;
    const linked_at = portal().clock.now.toISOString();
    await portal()
      .school.db.insertInto('user_books')
      .values({ uuid, code: `LIVRO-${books}`, livro_id: 1, user_id: id, linked_at, expires_at: null })
      .execute();
    return id;
  }
  const unitOf = async (as: number, numero = 1) => {
    const { body } = await portal().call(listBookContents, { params: { id: as }, query: {} }, { as });
    const unit = body[0]?.unidades[numero - 1];
    if (!unit) throw new Error('no unit');
    return unit;
  };
  const at = (ms = 0) => new Date(portal().clock.now.getTime() + ms).toISOString();
  const rated = (palavra_id: number, nota: number, feita_em = at()) => ({ palavra_id, nota, tempo_ms: 900, feita_em });
  const review = (as: number, ratings: ReturnType<typeof rated>[]) =>
    portal().ops.practice.saveReviews({ revisoes: ratings }, { as });
  return { newReader, unitOf, at, rated, review };
}
