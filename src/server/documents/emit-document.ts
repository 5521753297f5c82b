import { createHash } from 'node:crypto';
import type { Db } from '../db/connection.ts';
import { makeCode } from './make-code.ts';
import { type DocumentRow, documentByKey, insertDocument } from './queries.ts';
import type { AnySnapshot } from './snapshot.ts';

interface Emission {
  tipo: DocumentRow['tipo'];
  userId: number | null;
  referencia: string;
  dados: AnySnapshot;
  at: Date;
  /** What makes it the same document when it is asked for again. */
  sameAs: readonly unknown[];
}

/** More than one would need: codes have 60 bits. */
const TRIES = 3;

/**
 * Keeps what a document says under a code of its own. Asked for twice, at once too, it stays one document.
 *
 * @returns the row that holds it.
 */
export async function emitDocument(
  db: Db,
  { tipo, userId, referencia, dados, at, sameAs }: Emission,
): Promise<DocumentRow> {
  const chave = createHash('sha256')
    .update(JSON.stringify([tipo, ...sameAs]))
    .digest('hex');
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const known = await documentByKey(db, chave);
    if (known) return known;
    const made = await insertDocument(db, {
      codigo: makeCode(),
      chave,
      tipo,
      user_id: userId,
      referencia,
      dados: JSON.stringify(dados),
      created_at: at.toISOString(),
    });
    if (made) return made;
  }
  throw new Error('no free code for a document');
}
