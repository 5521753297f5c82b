import type { Db } from '../../core/db/connection.ts';
import { onePage } from '../../core/db/keyset.ts';
import { holdPeople } from '../../core/db/locking.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict } from '../../core/http/refusal.ts';

/** Max. sentences: with more, finding one takes longer than writing it. */
const MAX_PHRASES = 40;

const phrasesOf = (db: Db, userId: number) =>
  db
    .selectFrom('correction_phrases')
    .select(['id', 'text as texto'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

/** The sender's sentences for corrections, the oldest first: all on one page. */
export const listPhrases = async ({ db, session }: Ctx) => onePage(await phrasesOf(db, session.userId));

/** Saves a sentence; an existing one is not duplicated. @throws Refusal 409 for more than `MAX_PHRASES` */
export async function addPhrase(ctx: Ctx, text: string): Promise<{ id: number }> {
  const { userId } = ctx.session;
  return ctx.db.transaction().execute(async (tx) => {
    await holdPeople(tx, [userId]);
    const known = await phrasesOf(tx, userId);
    const same = known.find(({ texto }) => texto === text);
    if (same) return { id: same.id };
    if (known.length >= MAX_PHRASES) {
      throw conflict(`São até ${MAX_PHRASES} frases. Apague uma para guardar outra.`);
    }
    return tx
      .insertInto('correction_phrases')
      .values({ user_id: userId, text, created_at: ctx.now().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
}

/** Changes an own sentence; if it becomes equal to another, they are merged. @throws Refusal 409 for a deleted one */
export async function updatePhrase(ctx: Ctx, id: number, text: string): Promise<{ id: number }> {
  const { userId } = ctx.session;
  return ctx.db.transaction().execute(async (tx) => {
    await holdPeople(tx, [userId]);
    const own = tx.deleteFrom('correction_phrases').where('user_id', '=', userId);
    await own.where('text', '=', text).where('id', '<>', id).execute();
    const changed = await tx
      .updateTable('correction_phrases')
      .set({ text })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw conflict('Esta frase não existe mais.', 'phrase_gone');
    return changed;
  });
}

/** Deletes an own sentence, if it is there. */
export async function removePhrase({ db, session }: Ctx, id: number): Promise<Record<string, never>> {
  await db.deleteFrom('correction_phrases').where('id', '=', id).where('user_id', '=', session.userId).execute();
  return {};
}
