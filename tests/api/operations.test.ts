import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageApi } from '../../src/lib/page/page-session.ts';
import { whyOff } from '../../src/lib/words/why-off.ts';
import { allOperations } from '../../src/server/app.ts';
import type { ServedOperation } from '../../src/server/core/http/operation.ts';
import { cellsOf, people as names, type PersonName } from '../support/access/cells.ts';
import { type Inputs, operationInputs } from '../support/access/operation-inputs.ts';
import { sampleOf } from '../support/access/sample-input.ts';
import { peopleOf, thingsOf } from '../support/access/things.ts';
import { isDeep } from '../support/deep.ts';
import { expectWords, inputsOn, values } from '../support/odd-input.ts';
import { openTestPortal, type RunningPortal, sendRaw } from '../support/portal.ts';
import { likeSchema } from '../support/schema-input.ts';
import { engines, noLimits, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const INPUTS = 60;
const operations = allOperations();
const areaOf = ({ name }: ServedOperation) => name.slice(0, name.indexOf('.'));
const byArea = [...Map.groupBy(operations, areaOf)];
/** All operations share one parser: the fast run tests one operation of each area. */
const requested = new Set(isDeep ? operations : byArea.map(([, [first]]) => first));
/** Only for the last two people: the others are refused before input is read. */
const SENDERS: readonly PersonName[] = ['owner', 'manager', 'teacher', 'otherStudent'];

describe.each(engines)('S1 bad input to operations on %s', (engine) => {
  let portal: TestSchool;
  let people: Record<PersonName, Sent>;
  let inputs: Inputs;
  const open = async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
    people = await peopleOf(portal);
    inputs = operationInputs(await thingsOf(portal));
  };
  beforeAll(open);
  afterAll(() => portal.close());

  const senderOf = (each: ServedOperation): Sent => {
    const cells = cellsOf(each.name, each.operation);
    const may = (wanted: unknown) => SENDERS.find((person) => cells[person] === wanted);
    return people[may('in') ?? may(404) ?? names[0]];
  };
  const ask = async (each: ServedOperation, input: unknown): Promise<number> => {
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await portal.askOperation(each, input, { ...senderOf(each), headers });
    await expectWords(answer, `${each.name} ${JSON.stringify(input)}`);
    // An earlier input may have blocked the sender.
    if (answer.status !== 401) return answer.status;
    await portal.close();
    await open();
    return ask(each, input);
  };
  /** A good input, as far as one table can say. */
  const good = (each: ServedOperation) => sampleOf(each.input, inputs[each.name]) as Record<string, unknown>;

  it.each(byArea)('the operations of %s answer in words, whatever comes', async (_area, own) => {
    for (const each of own.filter((one) => requested.has(one))) {
      const odd = likeSchema(each.input, inputs[each.name]);
      const check = async (input: unknown) => void (await ask(each, input));
      await fc.assert(fc.asyncProperty(odd, check), inputsOn(engine, INPUTS));
    }
  });

  it.each(byArea)('the operations of %s take odd values and unknown fields, and refuse NUL', async (_area, own) => {
    for (const each of own.filter((one) => requested.has(one))) {
      const input = good(each);
      for (const field of Object.keys(input)) {
        const { [field]: _left, ...rest } = input;
        await ask(each, rest);
        for (const value of [...values, -0]) await ask(each, { ...input, [field]: value });
        expect([422, 403]).toContain(await ask(each, { ...input, [field]: 'a\0b' }));
      }
      await ask(each, { ...input, constructor: 'x', hasOwnProperty: 'x', unknown: 'x' });
    }
  });
});

describe('operations over HTTP', () => {
  let portal: RunningPortal;
  let api: PageApi | undefined;
  beforeAll(async () => {
    const hosts = { PORTAL_API_URL: 'http://127.0.0.1:9', DRIVE_API_URL: 'http://127.0.0.1:9' };
    portal = await openTestPortal(hosts, {
      pageHandler: (_request, response, _next, { session }) => {
        ({ api } = session);
        response.end('<!doctype html>');
      },
    });
    await sendRaw(portal, '/login');
  });
  afterAll(() => portal.close());

  it('only operations for islands have an address, with one method', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    expect(operations.some(({ isForIslands }) => isForIslands)).toBe(true);
    for (const { name, call, isForIslands } of operations) {
      for (const [method, body] of [
        ['GET', undefined],
        ['POST', '{}'],
      ] as const) {
        const { status } = await sendRaw(portal, `/api/v1/do/${name}/`, { method, headers, body });
        const refused = isForIslands ? (call.method === method ? null : 405) : 404;
        expect([name, method, [404, 405].includes(status) ? status : null]).toEqual([name, method, refused]);
      }
    }
  });

  it('an operation that connected mode lacks says so before any other check', async () => {
    const off = operations.filter(({ operation: { connected } }) => connected in whyOff);
    expect(off.length).toBeGreaterThan(200);
    for (const { name } of off) {
      const [area = '', own = ''] = name.split('.');
      const table = api as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>;
      await expect(table[area]?.[own]?.({}), name).rejects.toMatchObject({ status: 501, code: 'not_connected' });
    }
  });
});

describe.each(engines)('S1 what an island sends on %s', (engine) => {
  let portal: TestSchool;
  let test: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    ({ test } = await thingsOf(portal));
  });
  afterAll(() => portal.close());
  const as = 1;
  const send = (name: string, body: string, type = 'application/json') =>
    portal.send('POST', `/api/v1/do/${name}/`, { headers: { 'content-type': type }, body }, { as });
  const read = (name: string, input: string) =>
    portal.send('GET', `/api/v1/do/${name}/?input=${encodeURIComponent(input)}`, {}, { as });

  it('an operation answers as for a page, and only with a session', async () => {
    const { body } = await portal.ops.practice.getPracticeTest({ id: test }, { as });
    const answer = await read('practice.getPracticeTest', `{"id":${test}}`);
    expect([answer.status, await answer.json()]).toEqual([200, body]);
    expect((await send('practice.updateWeeklyGoal', '{"dias_por_semana":3}')).status).toBe(200);
    const visit = await portal.send('GET', `/api/v1/do/practice.getPracticeTest/?input={"id":${test}}`);
    expect(visit.status).toBe(401);
  });

  it.each([
    ['no JSON', () => send('practice.updateWeeklyGoal', '{'), 422],
    ['a form', () => send('practice.updateWeeklyGoal', 'dias_por_semana=3', 'text/plain'), 415],
    ['a field twice', () => send('practice.updateWeeklyGoal', '{"dias_por_semana":3,"dias_por_semana":4}'), 422],
    ['a wrong value', () => send('practice.updateWeeklyGoal', '{"dias_por_semana":8}'), 422],
    ['too much', () => send('practice.updateWeeklyGoal', ' '.repeat(70_000)), 413],
    ['an input that is no JSON', () => read('practice.getPracticeTest', '{id}'), 422],
    ['no input', () => read('practice.getPracticeTest', ''), 422],
    ['somebody else’s thing', () => read('practice.getPracticeTest', '{"id":99999}'), 404],
  ])('refuses %s in words', async (_what, ask, status) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    await expectWords(answer, 'an island');
  });
});
