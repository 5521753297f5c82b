import type { Call, CallAnswer, ParsedInput } from '#lib/contract/core.ts';
import type { Ctx, PublicCtx } from './ctx.ts';
import type { FileAnswer } from './file-answer.ts';

type CtxOf<C> = C extends { auth: 'none' } ? PublicCtx : Ctx;

/** One call of the contract: it takes parsed parts and gives an answer of the contract or a file. */
export type Handler<C> = (input: ParsedInput<C>, ctx: CtxOf<C>) => Promise<CallAnswer<C> | FileAnswer>;

/** A handler for every call of an area: a missing one is a type error. */
export type Routes<Calls> = {
  [Name in keyof Calls]: Calls[Name] extends Call ? Handler<Calls[Name]> : never;
};
