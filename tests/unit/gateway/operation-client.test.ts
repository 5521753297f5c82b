import { expect, it } from 'vitest';
import { z } from 'zod';
import { operationClients } from '../../../src/gateway/operation-client.ts';
import type { NamedOperation } from '../../../src/lib/api/request.ts';

const named = (name: NamedOperation['name']): NamedOperation => ({
  name,
  call: { method: 'POST', path: name },
  input: z.object({ motivo: z.string().min(1).max(40) }),
  isForIslands: false,
});
const clients = operationClients([named('leads.updateLeads'), named('leads.undoLeads'), named('units.getUnit')]);

it('each page calls through its own sender, although the functions are shared', async () => {
  const of = (page: string) => clients(async ({ name }, input, options) => [page, name, input, options]);
  const [one, other] = [of('one'), of('other')];
  const key = { idempotencyKey: 'a key' };
  expect(await one.leads.updateLeads({ ids: [1], nota: 'x' }, key)).toEqual([
    'one',
    'leads.updateLeads',
    { ids: [1], nota: 'x' },
    key,
  ]);
  expect(await other.units.getUnit({ id: 2 })).toEqual(['other', 'units.getUnit', { id: 2 }, undefined]);
  expect(one.leads.updateLeads).toBe(other.leads.updateLeads);
});

it('an operation provides the fields of its form, with the limits of the server', () => {
  const { leads } = clients(async () => undefined);
  expect(leads.updateLeads.fields({ motivo: 'Motivo' }).motivo).toEqual({
    name: 'motivo',
    label: 'Motivo',
    required: true,
    maxlength: 40,
  });
});

it('union and intersection inputs have the fields of all their parts', () => {
  const all = z.object({ todos: z.literal(true), unidade: z.int().max(99).nullish() });
  const either = { ...named('students.inviteStudents'), input: z.union([z.object({ ids: z.array(z.int()) }), all]) };
  const both = {
    ...named('sync.replayWebhook'),
    input: z.object({ id: z.int() }).and(z.object({ desde: z.string() })),
  };
  const { students, sync } = operationClients([either, both])(async () => undefined);
  expect(Object.keys(students.inviteStudents.fields())).toEqual(['ids', 'todos', 'unidade']);
  expect(Object.keys(sync.replayWebhook.fields())).toEqual(['id', 'desde']);
});
