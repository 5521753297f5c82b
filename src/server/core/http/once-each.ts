import type { Db } from '../db/connection.ts';
import { inSavepoint } from '../db/savepoint.ts';
import type { Ctx } from './ctx.ts';
import { once } from './once.ts';
import { Refusal } from './refusal.ts';
import { undoToken } from './undo.ts';

/** The outcome for each thing. */
export interface EachAnswer {
  /** In the order of the ids. `problema`: why the thing was not changed; `nome`: its name, where no view shows it. */
  itens: { id: number; problema: string | null; nome?: string }[];
  /** A token that undoes the action within a minute; null: nothing changed, too much did, or this is a repeated answer. */
  desfazer: string | null;
}

/**
 * Acts on several things in one transaction, once for an idempotency key. A refused thing stays unchanged, and the others are
 * changed. If all are refused, the first refusal is the answer, so that a form marks its fields.
 *
 * @param act changes one thing. @returns its previous state; null if it was not changed
 * @throws Refusal as `once`, and that of the first thing if all are refused
 */
export function onceForEach<Before>(
  ctx: Ctx,
  call: string,
  { ids, ...parts }: { ids: readonly number[] },
  act: (tx: Db, id: number) => Promise<Before | null>,
): Promise<EachAnswer> {
  const all = [...new Set(ids)];
  return once<EachAnswer>(
    ctx,
    call,
    { ids, ...parts },
    async (tx) => {
      const problems = new Map<number, Refusal>();
      const before: Before[] = [];
      // A fixed order: two requests for the same things do not deadlock.
      for (const id of all.toSorted((a, b) => a - b)) {
        try {
          const was = await inSavepoint(tx, () => act(tx, id));
          if (was !== null) before.push(was);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          problems.set(id, error);
        }
      }
      const [first] = problems.values();
      if (first && problems.size === all.length) throw first;
      return {
        itens: all.map((id) => ({ id, problema: problems.get(id)?.detail ?? null })),
        desfazer: before.length > 0 ? undoToken(ctx, call, before) : null,
      };
    },
    { without: (answer) => ({ ...answer, desfazer: null }), again: async (_tx, stored) => stored },
  );
}
