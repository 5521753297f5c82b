import { createHash } from 'node:crypto';
import type { Db } from '../../core/db/connection.ts';
import { makeCode } from './make-code.ts';
import { type DocumentRow, documentByKey, insertDocument } from './queries.ts';
import type { AnySnapshot } from './snapshot.ts';

interface Emission {
  tipo: DocumentRow['kind'];
  userId: number | null;
  referencia: string;
  dados: AnySnapshot;
  at: Date;
  /** The values that make two requests the same document. */
  sameAs: readonly unknown[];
}

/** One try is enough in practice: codes have 60 bits. */
const TRIES = 3;

/**
 * Stores the contents of a document under its own code. Repeated requests, even parallel ones, give one document.
 *
 * @returns its row.
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
      kind: tipo,
      user_id: userId,
      referencia,
      dados: JSON.stringify(dados),
      created_at: at.toISOString(),
    });
    if (made) return made;
  }
  throw new Error('no free code for a document');
}
