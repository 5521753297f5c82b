import type { Db } from '../db/connection.ts';
import { inSavepoint } from '../db/savepoint.ts';
import type { Ctx } from './ctx.ts';
import { once } from './once.ts';
import { Refusal } from './refusal.ts';
import { undoToken } from './undo.ts';

/** What became of each thing. */
export interface EachAnswer {
  /** In the order of the ids. `problema`: why this one stayed as it was; `nome`: what it is called, where no view shows it. */
  itens: { id: number; problema: string | null; nome?: string }[];
  /** Takes the act back within a minute; null: nothing changed, too much did, or the answer was sent before. */
  desfazer: string | null;
}

/**
 * Acts on several things in one transaction, once for an idempotency key. One that is refused stays as it was, and the others
 * are done. If all are refused, the first refusal is the answer: a form marks its fields.
 *
 * @param act changes one thing. @returns what it was before; null if it stayed as it was
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
      // One order for everybody: two who act on the same things do not wait for each other.
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
