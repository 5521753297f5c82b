import type { z } from 'zod';
import type { Connected, NamedOperation } from '#lib/api/asked.ts';
import type { Call } from '#lib/contract/core.ts';
import type { Ctx, PublicCtx } from './ctx.ts';
import type { Who } from './who.ts';

/** What is true of an operation. A fact that is left out does not compile. */
interface Facts<In extends z.ZodType, W extends Who> {
  /** Who may ask it. */
  who: W;
  /** A write ends what the page knows of the session, so that its next read sees the change. */
  does: 'reads' | 'writes';
  /** What connected mode makes of it. */
  connected: Connected;
  /** One flat object: what an address, a query and a body would hold. */
  input: In;
  /** Sessions besides a full one that may ask it; absent: none (S17, 0153). */
  scopes?: readonly LimitedScope[];
  /** It asks for re-authentication (0098). `by data`: the operation itself asks, for what the data says. */
  proof?: 'always' | 'by data' | ((input: z.output<In>) => boolean);
  /** It moves points or money, and happens once for an idempotency key (`once`). */
  keyed?: true;
}

/** `book`: by a printed book code. `former`: the course ended. */
export type LimitedScope = 'book' | 'former' | 'key';

type CtxOf<W extends Who> = W extends { kind: 'visitor' }
  ? PublicCtx
  : W extends { load: (...given: never[]) => Promise<infer Thing> }
    ? Ctx & { thing: Thing }
    : Ctx;

/** A function of the server, with everything that is true of it. */
export interface Operation<In extends z.ZodType, Out, W extends Who = Who> extends Facts<In, W> {
  run(input: z.output<In>, ctx: CtxOf<W>): Promise<Out>;
}

/**
 * Declares an operation: our own pages ask it by the name of its area and its own, `api.leads.listLeads({ … })`. The
 * dispatcher checks all facts before `run`. Like a tRPC procedure, with facts in place of middlewares (0180).
 */
export const operation = <In extends z.ZodType, Out, const W extends Who>(
  facts: Operation<In, Out, W>,
): Operation<In, Out, W> => facts;

export type AnyOperation = Operation<z.ZodType, unknown>;
export type Operations = Readonly<Record<string, Readonly<Record<string, AnyOperation>>>>;

/** An operation under its name. */
export interface ServedOperation extends NamedOperation {
  operation: AnyOperation;
}

/** Every operation by area and name, as the rest of the process knows it. */
export const everyOperation = (operations: Operations): ServedOperation[] =>
  Object.entries(operations).flatMap(([area, own]) =>
    Object.entries(own).map(([name, each]) => ({
      name: `${area}.${name}` as const,
      call: callOf(`${area}.${name}`, each),
      input: each.input,
      connected: each.connected,
      operation: each,
    })),
  );

/** An operation as the gateway and the log see it: it has no address, so its name stands for the path. */
const callOf = (name: string, { does, who, keyed }: AnyOperation): Call => ({
  method: does === 'reads' ? 'GET' : 'POST',
  path: name,
  ...(who.kind === 'visitor' && { auth: 'none' as const }),
  ...(keyed && { keyed }),
});
