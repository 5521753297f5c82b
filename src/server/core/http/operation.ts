import type { z } from 'zod';
import type { Connected, NamedOperation, QualifiedName } from '#lib/api/request.ts';
import type { Call, CallAnswer, CallSchema, ParsedInput } from '#lib/contract/core.ts';
import { type Area, type CallName, type contract, schemaOf } from '#lib/contract/index.schema.ts';
import type { Ctx, PublicCtx } from './ctx.ts';
import type { FileAnswer } from './file-answer.ts';
import type { Who } from './who.ts';

/** Who may call. A missing fact does not compile. */
interface Permission<W extends Who> {
  who: W;
  /** Limited sessions that may call; absent: only full sessions (S17, 0006). */
  scopes?: readonly LimitedScope[];
}

type Does = 'reads' | 'writes';

/** What is true of an operation. */
interface Facts<In extends z.ZodType, W extends Who> extends Permission<W> {
  /**
   * A write is sent by POST, and discards the page's cached session, so that its next read sees the change. A pure computation
   * counts as a write too if its input is long or private, because addresses are logged.
   */
  does: Does;
  /** How connected mode treats it. */
  connected: Connected;
  /** One flat object: what an address, a query and a body would hold. */
  input: In;
  /** It requires re-authentication (0097). `by data`: the operation itself requires it, depending on the data. */
  reauthenticate?: 'always' | 'by data' | ((input: z.output<In>) => boolean);
  /**
   * It moves points or money, or acts on several things: it happens once for an idempotency key (`once`). The dispatcher enforces
   * this.
   */
  keyed?: true;
}

/**
 * `book`: by a printed book code, which opens practice of that book and its class times (S17). Anybody can photograph a code, so
 * nothing about money, grades, absences, notices or devices is open to it. `key`: by a key of another system, for the tables that
 * the key names. `former`: the course ended; the own data, the request to erase them, and logout are open (0006).
 */
export type LimitedScope = 'book' | 'former' | 'key';

type CtxOf<W extends Who> = W extends { kind: 'visitor' }
  ? PublicCtx
  : W extends { load: (...args: never[]) => Promise<infer Thing> }
    ? Ctx & { thing: Thing }
    : Ctx;

/** The input must have the fields that `load` needs; otherwise `who` does not compile. */
type Fits<W, Input> = W extends { load: (ctx: never, input: infer Requested) => unknown }
  ? Input extends Requested
    ? unknown
    : never
  : unknown;

/** A function of the server, with everything that the dispatcher needs to know. */
export interface Operation<In extends z.ZodType, Out, W extends Who = Who> extends Facts<In, W> {
  run(input: z.output<In>, ctx: CtxOf<W>): Promise<Out>;
}

/**
 * Declares an operation: our own pages call it by its area and name, `api.leads.listLeads({ … })`. The dispatcher checks all
 * facts before `run`. Like a tRPC procedure, with facts in place of middlewares (0180).
 */
export const operation = <In extends z.ZodType, Out, const W extends Who>(
  facts: Operation<In, Out, W> & { who: Fits<W, z.output<In>> },
): Operation<In, Out, W> => facts;

/**
 * An operation that islands call too. Their address is its name: `do/practice.saveReviews/`. What leaves the process has a
 * schema, as answers of the contract have.
 */
export interface IslandOperation<
  In extends z.ZodType,
  Out extends z.ZodType,
  W extends Who = Who,
  D extends Does = Does,
> extends Facts<In, W> {
  address: 'island';
  does: D;
  result: Out;
  run(input: z.output<In>, ctx: CtxOf<W>): Promise<z.input<Out>>;
}

/** Declares an operation that islands and pages call by its name. */
export const islandOperation = <In extends z.ZodType, Out extends z.ZodType, const W extends Who, const D extends Does>(
  facts: Omit<IslandOperation<In, Out, W, D>, 'address'> & { who: Fits<W, z.output<In>> },
): IslandOperation<In, Out, W, D> => ({ address: 'island', ...facts });

type StaffWho = Extract<Who, { kind: 'staff' | 'taught' }> | (Extract<Who, { kind: 'user' }> & { atSchool: true });

/**
 * Declares an operation of staff or teachers that islands of the panel and pages call by its name. Its result has no schema, as
 * for pages: its readers work at the school, presenters name each field, and the dispatcher checks the answer (0184).
 */
export const staffOperation = <In extends z.ZodType, Out, const W extends StaffWho, const D extends Does>(
  facts: Omit<Operation<In, Out, W>, 'does'> & { does: D; who: Fits<W, z.output<In>> },
): Operation<In, Out, W> & { address: 'island'; does: D } => ({ address: 'island', ...facts });

/**
 * An operation that somebody outside sends to an address: a call of the contract. The contract says the rest: method,
 * path, input and answer.
 */
export interface Endpoint<C extends Call = Call, W extends Who = Who> extends Permission<W> {
  address: C;
  /** `host`: in connected mode the franchise's host answers it, because the specification has it. */
  connected: Connected | 'host';
  /** It requires re-authentication (0097). */
  reauthenticate?: 'always';
  run(input: ParsedInput<C>, ctx: CtxOf<W>): Promise<CallAnswer<C> | FileAnswer>;
}

/** The input of an endpoint's `load`: the fields of the address and of the body as one flat object. */
type FieldsOf<Parts> = (Parts extends { params: infer P } ? P : unknown) &
  (Parts extends { body: infer B } ? B : unknown);

type WhoOf<C> = C extends { auth: 'none' } ? Extract<Who, { kind: 'visitor' }> : Exclude<Who, { kind: 'visitor' }>;

/** Declares an operation with an address of the contract. @param address the call; it has the name of the operation */
export const endpoint = <C extends Call, const W extends WhoOf<C>>(
  address: C,
  facts: Omit<Endpoint<C, W>, 'address'> & { who: Fits<W, FieldsOf<ParsedInput<C>>> },
): Endpoint<C, W> => ({ address, ...facts });

/** An operation with its own types erased, because it is looked up by name. */
export interface AnyOperation extends Omit<Operation<z.ZodType, unknown>, 'reauthenticate'> {
  reauthenticate?: 'always' | 'by data' | ((input: never) => boolean);
  address?: 'island';
  result?: z.ZodType;
}
/** An endpoint with its own types erased, because it is looked up by name. */
export interface AnyEndpoint extends Permission<Who>, Pick<Endpoint, 'address' | 'connected' | 'reauthenticate'> {
  run(input: never, ctx: Ctx): Promise<unknown>;
}
export type Operations = Readonly<Record<string, Readonly<Record<string, AnyOperation | AnyEndpoint>>>>;

/** Each call of the contract is an endpoint under its name: a missing one, or another call's, does not compile. */
export type EveryCall = {
  [A in Area]: { [Name in keyof (typeof contract)[A]]: { address: (typeof contract)[A][Name] } };
};

/** An operation under its name. */
export interface ServedOperation extends NamedOperation {
  operation: AnyOperation;
}

/** An endpoint under its name. */
export interface ServedEndpoint {
  name: CallName;
  call: Call;
  schema: CallSchema;
  endpoint: AnyEndpoint;
}

/** Every operation without an address of its own, by area and name, as the rest of the process knows it. */
export const everyOperation = (operations: Operations): ServedOperation[] =>
  everyName(operations).flatMap(([name, each]) =>
    isEndpoint(each)
      ? []
      : [
          {
            name,
            call: callOf(name, each),
            input: each.input,
            isForIslands: each.address === 'island',
            operation: each,
          },
        ],
  );

/** Every endpoint, by area and name. */
export const everyEndpoint = (operations: Operations): ServedEndpoint[] =>
  everyName(operations).flatMap(([name, each]) =>
    isEndpoint(each) ? [{ name: name as CallName, call: each.address, schema: schemaOf(name), endpoint: each }] : [],
  );

const isEndpoint = (each: AnyOperation | AnyEndpoint): each is AnyEndpoint => typeof each.address === 'object';

const everyName = (operations: Operations) =>
  Object.entries(operations).flatMap(([area, own]) =>
    Object.entries(own).map(([name, each]) => [`${area}.${name}` as QualifiedName, each] as const),
  );

/** An operation as the gateway and the log see it: without an address, its name is used as the path. */
const callOf = (name: string, { does, who, keyed }: AnyOperation): Call => ({
  method: does === 'reads' ? 'GET' : 'POST',
  path: name,
  ...(who.kind === 'visitor' && { auth: 'none' as const }),
  ...(keyed && { keyed }),
});
