import type { Progresso } from '#lib/contract/practice.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { booksWithUnits } from '../books/read-books.ts';
import { presentTest } from './present.ts';
import { sumProgress, type UnitProgress } from './progress.ts';
import { testsIn } from './queries.ts';

export interface HomeUnit {
  unidade_id: number;
  numero: number;
  titulo: string;
  progresso: Progresso;
  testes: { id: number; titulo: string; melhor_nota?: number | null; tentativas: number; ultima_em?: string | null }[];
}

/** A user's practice in each unit of a book; empty without a linked book. */
export async function homeResults(db: Db, userId: number, livroId: number): Promise<HomeUnit[]> {
  const own = (await booksWithUnits(db, { userId, bookId: null })).find(({ book }) => book.livro.id === livroId);
  const units = own?.units ?? (await untouched(db, livroId));
  if (units.length === 0) return [];
  const tests = await testsIn(
    db,
    userId,
    units.map(({ unidade_id }) => unidade_id),
  );
  return units.map((unit) => ({
    unidade_id: unit.unidade_id,
    numero: unit.numero,
    titulo: unit.titulo,
    progresso: sumProgress([unit]),
    testes: tests
      .filter(({ unidade_id }) => unidade_id === unit.unidade_id)
      .map(presentTest)
      .map(({ id, titulo, melhor_nota, tentativas, ultima_em }) => ({
        id,
        titulo,
        melhor_nota,
        tentativas,
        ultima_em,
      })),
  }));
}

async function untouched(db: Db, livroId: number): Promise<UnitProgress[]> {
  const rows = await db
    .selectFrom('unidades')
    .where('livro_id', '=', livroId)
    .select(['id as unidade_id', 'numero', 'titulo', 'audios_total', 'palavras_total', 'testes_total'])
    .orderBy('numero')
    .execute();
  const nothing = { audios_ouvidos: null, palavras_dominadas: null, testes_feitos: null, concluida_em: null };
  return rows.map((row) => ({ ...row, ...nothing }));
}
