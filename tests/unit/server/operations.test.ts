import { describe, expect, it } from 'vitest';
import { composedOperations } from '../../../src/connected/composed-operations.ts';
import { everyCall } from '../../../src/lib/contract/index.schema.ts';
import { syncTables } from '../../../src/lib/rules/sync/tables.ts';
import { allEndpoints, allOperations, connectedModes } from '../../../src/server/app.ts';

const operations = allOperations();
const operationOf = (name: string) => {
  const found = operations.find((each) => each.name === name)?.operation;
  if (!found) throw new Error(`no operation is named ${name}`);
  return found;
};

const endpointOf = (name: string) => allEndpoints().find((each) => each.name === name)?.endpoint;

describe('operations', () => {
  it('with an address are the calls of the contract, each under its own name', () => {
    const ofContract = everyCall().map(({ name, call }) => [name, call] as const);
    const endpoints = allEndpoints().map(({ name, endpoint }) => [name, endpoint.address] as const);
    const byName = <T>(all: readonly (readonly [string, T])[]) => all.toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(byName(endpoints)).toEqual(byName(ofContract));
  });

  it('that connected mode composes have a function there, and no other name has one', () => {
    const composed = [...connectedModes()].flatMap(([name, how]) => (how === 'composed' ? [name] : []));
    expect(Object.keys(composedOperations).toSorted()).toEqual(composed.toSorted());
  });
});

describe('operations that ask for re-authentication', () => {
  it('everything about rights, roles and access of the staff is among them', () => {
    for (const name of ['endUserRole', 'inviteStaff', 'resetFactors', 'updateRights']) {
      expect(operationOf(`people.${name}`).proof).toBe('always');
    }
  });

  it.each<[string, string, Record<string, unknown>, boolean]>([
    ['a change of a person', 'people.updateUser', { full_name: 'Ana' }, false],
    ['a course whose end keeps the access', 'students.endCourse', { manter_acesso: true }, false],
    ['a course whose end ends the access', 'students.endCourse', {}, true],
    ['another e-mail', 'people.updateUser', { full_name: 'Ana', email: 'a@b.example' }, true],
    ['an order that moves on', 'orders.updateOrderStatus', { status_id: 4 }, false],
    ['an order that is cancelled', 'orders.updateOrderStatus', { status_id: -2 }, true],
    ['a block', 'people.setUserBlock', { bloqueado: true }, true],
    ['the whole log', 'people.listAudit', { limit: 20, offset: 0 }, true],
    ['the log of one person', 'people.listAudit', { alvo: 'user:7' }, false],
    ['the limit itself', 'finance.updateProofLimits', { centavos: 1, pontos: 1 }, true],
    ['a payment at the counter', 'finance.payAtCounter', { forma: 'dinheiro' }, false],
  ])('%s', (_what, name, input, asks) => {
    const { proof } = operationOf(name);
    expect(proof === 'always' || (typeof proof === 'function' && proof(input as never))).toBe(asks);
  });
});

it.each(Object.entries(syncTables))(
  'the table %s is imported by staff with the right that it needs',
  (_, { right }) => {
    for (const name of ['listTables', 'importSheet', 'getSheet', 'uploadSheet', 'downloadSheetModel']) {
      const who = endpointOf(`sync.${name}`)?.who ?? operationOf(`sync.${name}`).who;
      expect(who.kind === 'staff' && who.rights).toContain(right);
    }
  },
);
