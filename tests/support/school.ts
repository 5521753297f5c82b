import { randomBytes, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import pino from 'pino';
import { inject } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import type { Caller, NamedOperation } from '../../src/lib/api/request.ts';
import type { Call, CallInput, CallResult } from '../../src/lib/contract/core.ts';
import type { OperationClient } from '../../src/lib/page/operations.ts';
import type { Scope } from '../../src/lib/session.ts';
import { allOperations } from '../../src/server/app.ts';
import { readConfig } from '../../src/server/config.ts';
import type { Engine, QueryLog } from '../../src/server/core/db/connection.ts';
import type { School } from '../../src/server/core/http/ctx.ts';
import type { Limits } from '../../src/server/core/http/limits.ts';
import type { Ports } from '../../src/server/core/ports/index.ts';
import { outboxMail } from '../../src/server/core/ports/mail.ts';
import type { Address } from '../../src/server/core/ports/postal-code.ts';
import { WorkerThread } from '../../src/server/core/threads/worker-thread.ts';
import type { SenderSettings } from '../../src/server/messages/devices/sender.ts';
import { seedDemoFiles } from '../../src/server/operate/seed/index.ts';
import { openSchool, type RunningSchool } from '../../src/server/school.ts';
import { askApi, askInProcess, askOperation, responseOf } from './api-door.ts';
import { SECRET } from './bare-env.ts';
import { copyDatabase } from './databases.ts';
import { isDeep } from './deep.ts';
import { formBody } from './form-body.ts';

/** All engines on this machine, for behaviour that may differ, such as migrations, locks, races and money. */
export const allEngines: readonly Engine[] = inject('postgresUrl') === null ? ['sqlite'] : ['sqlite', 'postgres'];

/** SQLite in the fast run, all engines in the deep run. */
export const engines: readonly Engine[] = isDeep ? allEngines : ['sqlite'];

export interface Sent {
  /** Sends a bearer token of this user, without a login. */
  as?: number;
  scope?: Scope;
  /** A bearer token as text; takes precedence over `as`. */
  token?: string;
  /** Data of the browser from the gateway: address, device and choice cookies. */
  caller?: Partial<Caller>;
  headers?: Record<string, string>;
}

export interface Failure {
  detail: string;
  fields?: Record<string, string>;
  code?: string;
}
export interface Answer<T> {
  status: number;
  /** The answer of the contract; for a refusal the error body. */
  body: T & Failure;
  headers: Headers;
}

export interface TestSchool extends RunningSchool {
  /** Sends one call of the contract and returns the answer, refused or not. */
  call<C extends Call>(call: C, input: CallInput<C>, sent?: Sent): Promise<Answer<CallResult<C>>>;
  /** Sends any request. */
  send(
    method: string,
    path: string,
    init?: { headers?: Record<string, string>; body?: RequestInit['body'] },
    sent?: Sent,
  ): Promise<Response>;
  /** Sends a call as a page does: in process, the body by value. @throws ApiError for a parameter that no address can hold */
  ask(call: Call, parts: Parts, sent?: Sent): Promise<Response>;
  /** Calls an operation as a page does: `portal.ops.leads.listLeads({ … }, { as })`. */
  ops: TestOperations;
  askOperation(operation: NamedOperation, input: unknown, sent?: Sent): Promise<Response>;
  tokenOf(userId: number, scope?: Scope): Promise<string>;
  /** Runs the background jobs and returns the mails to one address, the newest first. */
  mails(recipient: string): Promise<{ subject: string; text: string; html: string }[]>;
  /** The school's clock, which tests move. */
  clock: { now: Date; advance(ms: number): void };
  /** The answers of the postal-code service. */
  postalCodes: { find(cep: string): Promise<Address | null> };
  /** Logged errors: `close` throws if a test leaves any. */
  errors: string[];
}

/** All schools of a worker share its threads, since their libraries take a second of CPU to load. */
class Shared extends WorkerThread {
  // A closing school leaves the thread to the next one. It ends with the worker.
  override async close(): Promise<void> {}
}
const [papers, imports] = [new Shared(), new Shared()];

/** The operations for tests: each answers with its status, refused or not. */
export type TestOperations = {
  readonly [Area in keyof OperationClient]: {
    readonly [Name in keyof OperationClient[Area]]: OperationClient[Area][Name] extends (
      input: infer In,
      ...rest: never[]
    ) => Promise<infer Out>
      ? (
          ...given: Record<never, never> extends In ? [input?: In, sent?: Sent] : [input: In, sent?: Sent]
        ) => Promise<Answer<Out>>
      : never;
  };
};

const namedOperations = allOperations();

function operationsOf(ask: (operation: NamedOperation, input: unknown, sent?: Sent) => Promise<Response>) {
  const areas: Record<string, Record<string, (input?: unknown, sent?: Sent) => Promise<Answer<unknown>>>> = {};
  for (const operation of namedOperations) {
    const [area = '', name = ''] = operation.name.split('.');
    areas[area] ??= {};
    areas[area][name] = async (input = {}, sent = {}) => {
      const response = await ask(operation, input, sent);
      return { status: response.status, body: (await response.json()) as never, headers: response.headers };
    };
  }
  return areas as unknown as TestOperations;
}

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}
const HOST = 'aluno.example';

/** Limits for tests that send more than any real user. */
export const noLimits: Limits = {
  take: async () => {},
  left: async () => 5,
  giveBack: async () => {},
  clear: async () => {},
  deleteExpired: async () => {},
};

/**
 * Opens a new school, by default with the demo data: in memory, or in a new database on the test
 * server. If the settings name a database, it opens that one.
 */
export async function openTestSchool(
  engine: Engine,
  {
    demo = 'on',
    env = {},
    onQuery,
    ...options
  }: Partial<Pick<School, 'limits'>> & {
    ports?: Partial<Ports>;
    demo?: 'on' | 'off';
    env?: Record<string, string>;
    broadcast?: Partial<SenderSettings>;
    onQuery?: QueryLog;
  } = {},
): Promise<TestSchool> {
  const isNamed = env.DATABASE_URL !== undefined || (engine === 'sqlite' && env.DATA_DIR !== undefined);
  // Read before the copy, during which midnight may pass.
  const start = new Date();
  const copy = isNamed ? null : await copyDatabase(engine, demo, start, onQuery);
  const errors: string[] = [];
  const log = pino(
    { level: 'error' },
    new Writable({
      write(line: Buffer, _encoding, done) {
        errors.push(line.toString());
        done();
      },
    }),
  );
  const clock = {
    now: start,
    advance(ms: number) {
      clock.now = new Date(clock.now.getTime() + ms);
    },
  };
  const postalCodes: TestSchool['postalCodes'] = { find: async () => null };
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: ':memory:',
    SECRET,
    DATABASE_URL: copy?.url,
    PUBLIC_URL: 'https://aluno.example',
    // A database may be slow on a busy machine, and tests do not measure its speed.
    DATABASE_TIMEOUT_MS: '60000',
    DEMO: demo,
    STAFF_FACTOR: 'offered',
    // As in a school: the level test is public by default only in a demo.
    PUBLIC_PAGES: '/knn-abre-o-mundo,/london-by-phenom,/knn-orlando',
    ...env,
  });
  const running = await openSchool(config, log, {
    backgroundWork: false,
    now: () => clock.now,
    papers,
    imports,
    ports: {
      mail: outboxMail,
      postalCodes: { find: (cep) => postalCodes.find(cep) },
      // No test leaves this machine; a test that needs the API starts its double.
      ...(!env.WHATSAPP_API_URL && { whatsapp: { ask: async () => ({ status: 400, body: undefined }) } }),
    },
    database: copy?.opened,
    ...options,
  });
  const { school, api, worker } = running;
  if (copy && demo === 'on') await seedDemoFiles(school.ports.files);

  const tokenOf = async (userId: number, scope: Scope = 'full') => {
    const { token_version } = await school.db
      .selectFrom('users')
      .select('token_version')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const bookId = scope === 'book' ? await bookOf(school, userId) : null;
    return (await school.tokens.issue({ userId, version: token_version, scope, bookId, isProven: true }, school.now()))
      .token;
  };
  const senderOf = async ({ as, scope, token = undefined, headers, caller }: Sent) => {
    const bearer = token ?? (as === undefined ? undefined : await tokenOf(as, scope));
    return {
      headers: { ...headers, ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) },
      caller: { address: `test-${randomBytes(6).toString('hex')}`, ...caller },
    };
  };
  const send: TestSchool['send'] = async (method, path, init = {}, sent = {}) => {
    const { headers, caller } = await senderOf(sent);
    const all = { ...init.headers, ...headers };
    return askApi(
      api,
      new Request(new URL(path, `https://${HOST}`), { method, headers: all, body: init.body }),
      caller,
    );
  };
  const ask: TestSchool['ask'] = async (call, parts, sent = {}) => {
    const { headers, caller } = await senderOf(sent);
    return responseOf(await askInProcess(api, call, parts, headers, caller));
  };
  const askOne: TestSchool['askOperation'] = async (operation, input, sent = {}) => {
    const { headers, caller } = await senderOf(sent);
    return responseOf(await askOperation(api, operation, input, headers, caller));
  };
  return {
    ...running,
    askOperation: askOne,
    ops: operationsOf(askOne),
    clock,
    postalCodes,
    errors,
    tokenOf,
    send,
    ask,
    async call(call, input, sent) {
      const parts = input as Parts;
      // One engine is called as by pages, the other by HTTP, so that calls are tested both ways.
      const response =
        engine === 'sqlite'
          ? await ask(call, parts, sent)
          : await send(call.method, addressOf(call, parts), bodyOf(call, parts.body), sent);
      return { status: response.status, body: (await response.json()) as never, headers: response.headers };
    },
    async mails(recipient) {
      await worker.runOnce();
      return school.db
        .selectFrom('outbox')
        .select(['subject', 'text', 'html'])
        .where('recipient', '=', recipient)
        .orderBy('id', 'desc')
        .execute();
    },
    async close() {
      await running.close();
      await copy?.drop();
      if (errors.length > 0) throw new Error(`The school logged errors:\n${errors.join('')}`);
    },
  };
}

function bodyOf(call: Call, body: unknown): { headers?: Record<string, string>; body?: RequestInit['body'] } {
  if (body === undefined) return {};
  if (body instanceof FormData) return { body };
  if (call.body === 'form') return { body: formBody(body) };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** The first book of a person, whose printed code opens a session. It links one if there is none. */
async function bookOf({ db, now }: School, userId: number): Promise<number> {
  const known = await db
    .selectFrom('user_books')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .executeTakeFirst();
  if (known) return known.id;
  const { id: livro_id } = await db.selectFrom('livros').select('id').orderBy('id').executeTakeFirstOrThrow();
  const uuid = randomUUID();
  const { id } = await db
    .insertInto('user_books')
    .values({
      uuid,
      code: `TESTE-${uuid.slice(0, 13).toUpperCase()}`,
      livro_id,
      user_id: userId,
      linked_at: now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
