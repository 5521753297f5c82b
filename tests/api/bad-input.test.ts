import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import * as account from '../../src/lib/contract/account.ts';
import type { Call, CallSchema } from '../../src/lib/contract/core.ts';
import { simulateExchange } from '../../src/lib/contract/exchange.ts';
import { type Area, type CallName, contract } from '../../src/lib/contract/index.schema.ts';
import { allEndpoints } from '../../src/server/app.ts';
import { tableNames } from '../../src/server/core/db/table-names.ts';
import type { PersonName } from '../support/access/cells.ts';
import { sampleOf } from '../support/access/sample-input.ts';
import { endpointRows, type Row } from '../support/access/served-cases.ts';
import { peopleOf, thingsOf } from '../support/access/things.ts';
import { isDeep } from '../support/deep.ts';
import { formBody } from '../support/form-body.ts';
import { expectWords, inputsOn, textOf, texts, values } from '../support/odd-input.ts';
import { likeParams, likeSchema } from '../support/schema-input.ts';
import { engines, noLimits, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

/** The fast run sends few inputs to each call, and tests the shared parser with one call of each kind. */
const INPUTS = isDeep ? 100 : 4;
/** A PDF takes up to two seconds to render. */
const INPUTS_OF_A_PAPER = 20;
/** Each call is sent by a person who may send it, so a refusal is about the input. */
const senders = ['owner', 'manager', 'teacher', 'otherStudent'] as const satisfies PersonName[];
/** The admin of the demo school, for what nobody else may send. */
const ADMIN = 8;
/** A service of somebody else may be out of reach. */
const outside: readonly string[] = ['exchange', 'abroad'] satisfies Area[];

type Values = Record<string, unknown>;
interface Served {
  name: CallName;
  call: Call;
  schema: CallSchema;
}
interface Request {
  params?: Values;
  query?: Values;
  body?: unknown;
}
interface Raw {
  body?: RequestInit['body'];
  type?: string;
  path?: string;
  key?: string;
}

const refusal = expect.toSatisfy((status: number) => status >= 400 && status < 500, '4xx');
const takesAny = ({ call, schema }: Served) => /[{]/.test(call.path) || schema.query || schema.body || call.keyed;
const isRecord = (value: unknown): value is Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const areas = Object.keys(contract) as Area[];
const everyCall = allEndpoints() as Served[];
/** What the parser distinguishes: place of fields, type of body, and whether the answer is a file. */
const kindOf = ({ call, schema }: Served) =>
  [call.body ?? 'json', call.path.includes('{'), !!schema.query, !!schema.body, call.result === 'file'].join();
const parsed = new Set(
  isDeep ? everyCall : [...new Map(everyCall.toReversed().map((each) => [kindOf(each), each])).values()],
);

describe.each(engines)('S1 bad input on %s', (engine) => {
  describe.each(areas)('to the calls of %s', (area) => {
    let portal: TestSchool;
    let table: Record<CallName, Row>;
    let people: Record<PersonName, Sent>;
    beforeAll(async () => {
      portal = await openTestSchool(engine, { limits: noLimits });
      people = await peopleOf(portal);
      table = endpointRows(await thingsOf(portal));
      if (area === 'exchange') await addQuotes();
    });
    afterAll(() => portal.close());

    /** Each quote has a new id, so no table can name it. */
    async function addQuotes(): Promise<void> {
      for (const [name, forma] of [
        ['exchange.createExchangePayment', 'pix'],
        ['exchange.payExchangeWithCard', 'cartao'],
      ] as const) {
        const body = { moeda: 'USD', valor_minor: 1_000, forma } as const;
        const { quote_id } = (await portal.call(simulateExchange, { body }, people.owner)).body;
        table[name] = { ...table[name], body: { ...table[name].body, quote_id } };
      }
    }

    const calls = everyCall.filter(({ name }) => name.startsWith(`${area}.`));
    /** One test for all calls of the area: a failure begins with the name of its call. */
    function itOf(chosen: readonly Served[], title: string, check: (each: Served) => Promise<void>): void {
      if (chosen.length === 0) return;
      it(title, async () => {
        for (const each of chosen) {
          await check(each).catch((error: Error) => {
            error.message = `${each.name}: ${error.message}`;
            throw error;
          });
        }
      });
    }
    const ofParser = (which: (each: Served) => unknown = () => true) =>
      calls.filter((each) => parsed.has(each) && which(each));
    const isWritten = ({ call, schema }: Served) => schema.body && call.body !== 'multipart';

    /** A good request, as far as one table can say. */
    function good({ name, schema }: Served): Request {
      const { params, query, body } = table[name];
      return {
        params,
        query: schema.query ? (sampleOf(schema.query, query) as Values) : undefined,
        body: schema.body ? sampleOf(schema.body, body) : undefined,
      };
    }

    const senderOf = ({ name, call }: Served): Sent => {
      if (call.auth === 'none') return {};
      const { cells } = table[name];
      // For what nobody owns, a person who may request it.
      const by = (wanted: unknown) => senders.find((person) => cells[person] === wanted);
      const sender = by('in') ?? by(404);
      return sender ? people[sender] : { as: ADMIN };
    };

    async function send(each: Served, { params, query, body }: Request, raw: Raw = {}): Promise<number> {
      const { call } = each;
      const isForm = call.body === 'form';
      const written = raw.body ?? (body === undefined ? undefined : isForm ? formBody(body) : JSON.stringify(body));
      const type = raw.type ?? (isForm ? 'application/x-www-form-urlencoded' : 'application/json');
      const headers = { 'content-type': type, ...(raw.key !== undefined && { 'idempotency-key': raw.key }) };
      const path = raw.path ?? addressOf(call, { params, query });
      const init = call.method === 'GET' ? {} : { body: written ?? null, headers };
      const answer = await portal.send(call.method, path, init, senderOf(each));
      await expectWords(
        answer,
        `${call.method} ${path.slice(0, 200)} ${String(written).slice(0, 200)}`,
        ...(outside.includes(area) ? [503] : []),
      );
      return answer.status;
    }

    /** Calls by value, as a page does. */
    async function ask(each: Served, { params, query, body }: Request, key?: string): Promise<void> {
      const { call } = each;
      const sender = senderOf(each);
      const sent = { ...sender, headers: { ...sender.headers, ...(key !== undefined && { 'idempotency-key': key }) } };
      const parts = { params, query, body };
      const answer = await portal.ask(call, parts, sent);
      await expectWords(answer, `${call.path} ${JSON.stringify(parts)}`, ...(outside.includes(area) ? [503] : []));
    }

    /** Every row of every table, to see that what is refused leaves nothing. */
    async function rows(): Promise<unknown> {
      const { db } = portal.school;
      const tables = (await tableNames(db)).filter((name) => name !== 'sessions');
      const counts = tables.map((name) => sql`(select count(*) from ${sql.table(name)}) as ${sql.ref(name)}`);
      return (await sql`select ${sql.join(counts)}`.execute(db)).rows[0];
    }

    itOf(calls, 'each answers in words, whatever comes', async (each) => {
      const { schema, call } = each;
      const row = table[each.name];
      const inputs = fc.tuple(
        likeParams(call.path, row.params),
        schema.query ? likeSchema(schema.query, row.query) : fc.constant(undefined),
        schema.body && call.body !== 'multipart' ? likeSchema(schema.body, row.body) : fc.constant(undefined),
        fc.oneof(fc.uuid(), fc.constantFrom(undefined, 'short', 'x'.repeat(65), 'one-and-the-same')),
        fc.boolean(),
      );
      await fc.assert(
        fc.asyncProperty(inputs, async ([params, query, body, key, isPage]) => {
          const request = { params: inAddress(params), query: inAddress(query), body };
          await (isPage ? ask(each, request, key) : send(each, request, { key }));
        }),
        inputsOn(engine, takesAny(each) ? (call.result === 'file' ? Math.min(INPUTS, INPUTS_OF_A_PAPER) : INPUTS) : 1),
      );
    });

    // Input is parsed before the database is used: one engine is enough.
    if (engine === 'sqlite' && isDeep) {
      itOf(calls, 'each takes odd values in every field', async (each) => {
        const request = good(each);
        // An address is always well-formed text: a lone half of a character cannot be written in one.
        const segments = texts.filter((text) => text !== '' && text.isWellFormed());
        for (const one of [
          ...variants(request, 'params', segments),
          ...variants(request, 'query', texts),
          ...variants(request, 'body', values),
        ]) {
          await send(each, one, { key: randomUUID() });
        }
        // JSON has no −0, a call by value does.
        for (const one of variants(request, 'body', [-0])) await ask(each, one, randomUUID());
      });
    }

    itOf(ofParser(), 'each answers in words to a missing and to an unknown field', async (each) => {
      const request = good(each);
      for (const part of ['query', 'body'] as const) {
        const fields = request[part];
        if (!isRecord(fields)) continue;
        for (const field of Object.keys(fields)) {
          const { [field]: _left, ...rest } = fields;
          await send(each, { ...request, [part]: rest });
        }
        await send(each, { ...request, [part]: {} });
        await send(each, { ...request, [part]: { ...fields, constructor: 'x', hasOwnProperty: 'x', unknown: 'x' } });
      }
    });

    itOf(ofParser(), 'each refuses NUL in every field, and stores nothing of it', async (each) => {
      const request = good(each);
      const before = await rows();
      for (const one of [...variants(request, 'query', ['a\0b']), ...variants(request, 'body', ['a\0b'])])
        expect(await send(each, one)).toEqual(refusal);
      expect(await rows()).toEqual(before);
    });

    itOf(
      ofParser(({ schema }) => schema.query),
      'each refuses a query field sent twice',
      async (each) => {
        const request = good(each);
        const address = addressOf(each.call, request);
        const [field = 'x'] = Object.keys(request.query ?? {});
        const twice = `${address}${address.includes('?') ? '&' : '?'}${field}=x&${field}=y`;
        expect(await send(each, request, { path: twice })).toBe(422);
      },
    );

    itOf(
      ofParser(isWritten),
      'each refuses a body field sent twice, broken bodies and other types, and stores nothing of them',
      async (each) => {
        const request = good(each);
        const before = await rows();
        const fields = isRecord(request.body) ? request.body : {};
        const [field = 'x', first = 'x'] = Object.entries(fields)[0] ?? [];
        if (each.call.body === 'form') {
          const form = formBody(fields);
          expect(await send(each, request, { body: `${form}&${field}=x&${field}=y` })).toBe(422);
        } else {
          const [name, value] = [field, first].map((part) => JSON.stringify(part));
          expect(await send(each, request, { body: `{${name}:${value},${name}:${value}}` })).toBe(422);
          const text = JSON.stringify(request.body);
          for (const body of ['', '{', text.slice(0, -1), `${text}x`, '"x"', '7', 'null'])
            expect(await send(each, request, { body }), body.slice(0, 50)).toBe(422);
          expect(await send(each, request, { body: isRecord(request.body) ? '[]' : '{}' })).toEqual(refusal);
          expect(await send(each, request, { body: '['.repeat(30_000) + ']'.repeat(30_000) })).toEqual(refusal);
        }
        expect(await send(each, request, { body: new Uint8Array([123, 34, 255, 254, 34, 125]) })).toBe(422);
        for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x'])
          expect(await send(each, request, { type })).toBe(415);
        const tooLong = Math.max(70_000, (each.call.maxBytes ?? 0) + 1);
        expect(await send(each, request, { body: `${field}=${'x'.repeat(tooLong)}` })).toBe(413);
        expect(await rows()).toEqual(before);
      },
    );

    itOf(
      ofParser((each) => isWritten(each) && each.call.body !== 'form'),
      'each takes __proto__ for a field like any other',
      async (each) => {
        const request = good(each);
        const text = JSON.stringify(request.body);
        await send(each, request, {
          body: `{"__proto__":{"is_club":true}${text.length > 2 ? ',' : ''}${text.slice(1)}`,
        });
        expect(({} as { is_club?: boolean }).is_club).toBeUndefined();
      },
    );

    itOf(
      calls.filter(({ call }) => call.auth !== 'none'),
      'each wants a valid bearer (AUTH-26)',
      async (each) => {
        const { params, query, body } = good(each);
        const init = isRecord(body)
          ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
          : {};
        for (const token of [undefined, 'x', await portal.school.tokens.issueDevice(new Map([[1, 1]]))]) {
          const address = addressOf(each.call, { params, query });
          const answer = await portal.send(each.call.method, address, init, { token });
          expect([answer.status, await answer.json()]).toEqual([
            401,
            { detail: 'Sua sessão terminou. Entre de novo.' },
          ]);
        }
      },
    );

    it('the jobs process all accepted input without errors', async () => {
      await portal.worker.runOnce();
      portal.clock.advance(400 * 86_400_000);
      await portal.worker.runOnce();
    });
  });
});

/** The request once for each of its fields and each other value. */
function variants(request: Request, part: 'params' | 'query' | 'body', others: readonly unknown[]): Request[] {
  const fields = request[part];
  if (!isRecord(fields)) return [];
  return Object.keys(fields).flatMap((field) =>
    others.map((value) => ({ ...request, [part]: { ...fields, [field]: value } })),
  );
}

const inAddress = (fields: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isRecord(fields) ? fields : {})
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, textOf(value)]),
  );

describe.each(engines)('S1 odd addresses on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
  });
  afterAll(() => portal.close());

  it.each(['%00', '%', '%zz', '1%2f2', '1;2', '%ff', 'x'.repeat(5000)])(
    'a path with %j is no error of ours',
    async (segment) => {
      for (const { path } of [account.getUser, account.getAddress]) {
        const answer = await portal.send('GET', `/api/v1/${path.replace(/\{\w+\}/, () => segment)}`, {}, { as: 1 });
        expect(answer.status).toEqual(refusal);
        await expectWords(answer, path);
      }
    },
  );

  it('another method gets 405 with the allowed methods', async () => {
    const answer = await portal.send('DELETE', '/api/v1/users/me/', {}, { as: 1 });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
  });
});
