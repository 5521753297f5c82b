import { describe, expect, it } from 'vitest';
import { composedOperations } from '../../../src/connected/composed-operations.ts';
import { everyCall } from '../../../src/lib/contract/index.schema.ts';
import { syncTables } from '../../../src/lib/rules/sync/tables.ts';
import { allEndpoints, allOperations, connectedModes } from '../../../src/server/app.ts';
import type { Who } from '../../../src/server/core/http/who.ts';
import { operationNamed } from '../../support/api-door.ts';

const operations = allOperations();
const endpointOf = (name: string) => allEndpoints().find((each) => each.name === name)?.endpoint;

describe('operations', () => {
  it('with an HTTP address are exactly the calls of the contract, under their names', () => {
    const ofContract = everyCall().map(({ name, call }) => [name, call] as const);
    const endpoints = allEndpoints().map(({ name, endpoint }) => [name, endpoint.address] as const);
    const byName = <T>(all: readonly (readonly [string, T])[]) => all.toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(byName(endpoints)).toEqual(byName(ofContract));
  });

  it('that connected mode composes are exactly those with a function there', () => {
    const composed = [...connectedModes()].flatMap(([name, how]) => (how === 'composed' ? [name] : []));
    expect(Object.keys(composedOperations).toSorted()).toEqual(composed.toSorted());
  });
});

describe('operations that ask for re-authentication', () => {
  it('include all that change rights, roles and access of the staff', () => {
    for (const name of ['endUserRole', 'inviteStaff', 'resetFactors', 'updateRights']) {
      expect(operationNamed(`people.${name}`).operation.reauthenticate).toBe('always');
    }
  });

  it.each<[string, string, Record<string, unknown>, boolean]>([
    ['a change of a person', 'people.updateUser', { full_name: 'Ana' }, false],
    ['a course whose end keeps the access', 'students.endCourse', { manter_acesso: true }, false],
    ['a course whose end ends the access', 'students.endCourse', {}, true],
    ['another e-mail', 'people.updateUser', { full_name: 'Ana', email: 'a@b.example' }, true],
    ['an order that moves on', 'orders.updateOrders', { status_id: 4 }, false],
    ['an order that is cancelled', 'orders.updateOrders', { status_id: -2 }, true],
    ['a block', 'people.setUserBlock', { bloqueado: true }, true],
    ['the whole log', 'people.listAudit', { limit: 20, offset: 0 }, true],
    ['the log of one person', 'people.listAudit', { alvo: 'user:7' }, false],
    ['the limit itself', 'finance.updateReauthenticationLimits', { centavos: 1, pontos: 1 }, true],
    ['a payment at the counter', 'finance.payAtCounter', { forma: 'dinheiro' }, false],
  ])('%s', (_what, name, input, asks) => {
    const { reauthenticate } = operationNamed(name).operation;
    expect(
      reauthenticate === 'always' || (typeof reauthenticate === 'function' && reauthenticate(input as never)),
    ).toBe(asks);
  });
});

/** Operations that move money or points, end access, grant rights or export data. */
const rightsOfStaff: Readonly<Record<string, string>> = {
  'broadcasts.sendBroadcast': 'mensagens',
  'club.adjustPoints': 'clube',
  'club.createBonus': 'clube',
  'club.downloadMembers': 'clube',
  'club.setPointsWorth': 'clube of the whole school',
  'finance.cancelSchoolBill': 'financeiro',
  'finance.discountBill': 'financeiro',
  'finance.downloadMonthClose': 'financeiro',
  'finance.listPaymentAccounts': 'financeiro',
  'finance.noteRefund': 'financeiro',
  'finance.payAtCounter': 'financeiro',
  'finance.refundSchoolBill': 'financeiro',
  'finance.renegotiateBills': 'financeiro',
  'finance.undoCounterPayment': 'financeiro',
  'finance.updateReauthenticationLimits': 'financeiro of the whole school',
  'finance.updateSchoolTerms': 'financeiro',
  'leads.downloadLeads': 'contatos',
  'orders.createSchoolCoupon': 'financeiro of the whole school',
  'orders.updateSchoolProduct': 'financeiro of the whole school',
  'people.endUserRole': 'equipe',
  'people.inviteStaff': 'equipe',
  'people.joinAccount': 'alunos',
  'people.listAudit': 'equipe',
  'people.resetFactors': 'equipe',
  'people.setUserBlock': 'alunos',
  'people.updateRights': 'equipe',
  'people.updateUser': 'alunos',
  'promo.publishPromo': 'paginas of the whole school',
  'students.downloadStudents': 'alunos',
  'students.endCourse': 'alunos',
  'sync.createKey': 'equipe',
  'sync.createWebhook': 'equipe',
  'sync.renewWebhookSecret': 'equipe',
  'travel.downloadParticipants': 'viagens',
  'units.closeUnit': 'equipe of the whole school',
};

describe('S2 who may call an operation', () => {
  const all = [
    ...allEndpoints().map(({ name, endpoint: { who } }) => ({ name, who })),
    ...operations.map(({ name, operation: { who } }) => ({ name, who })),
  ];

  /** Open to everybody of a kind, without a check of ownership, role or right. */
  const openTo = {
    'without a session': (who: Who) => who.kind === 'visitor' && !who.secret,
    'with a secret in place of a session': (who: Who) => who.kind === 'visitor' && who.secret,
    'every user': (who: Who) => who.kind === 'user' && !who.of && !who.may && !who.right,
  };

  // The access matrix reads `who`, so it takes a wrong one for right. An operation that opens is a line of the diff here,
  // which a reader of the change sees.
  it('each operation open without further checks is listed by name (npm run lists writes the list)', async () => {
    const lines = Object.entries(openTo).flatMap(([title, isOpen]) => [
      `${title}:`,
      ...all.flatMap(({ name, who }) => (isOpen(who) ? [`  ${name}`] : [])).toSorted(),
    ]);
    await expect(`${lines.join('\n')}\n`, 'run: npm run lists').toMatchFileSnapshot('open-operations.txt');
  });

  it.each(Object.entries(rightsOfStaff))('%s requires the right %s', (name, right) => {
    const who = all.find((each) => each.name === name)?.who;
    expect(who?.kind === 'staff' && `${who.rights}${who.whole ? ' of the whole school' : ''}`).toBe(right);
  });
});

it.each(Object.entries(syncTables))(
  'the table %s is imported by staff with the right that it needs',
  (_, { right }) => {
    for (const name of ['listTables', 'importSheet', 'getSheet', 'uploadSheet', 'downloadSheetModel']) {
      const who = endpointOf(`sync.${name}`)?.who ?? operationNamed(`sync.${name}`).operation.who;
      expect(who.kind === 'staff' && who.rights).toContain(right);
    }
  },
);
