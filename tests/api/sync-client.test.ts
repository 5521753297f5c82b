import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import type { AnswerOf, InputOf } from '../../src/lib/page/operations.ts';
import { sendWebhooks } from '../../src/server/operate/sync/send-webhooks.ts';
import { askOperation, operationNamed } from '../support/api-door.ts';
import { openTestPortal, type RunningPortal } from '../support/portal.ts';

const CLIENT = 'docs/examples/sync-client.mjs';
const run = promisify(execFile);
const HELENA = 7;

/** The example for other systems does what it says. */
let portal: RunningPortal;
let folder: string;
let erp: ReturnType<typeof spawn>;
let erpAt: string;
let bearer: string;

/** Calls as the pages of the manager do. */
const ask = async <Name extends 'sync.createKey' | 'sync.createWebhook'>(name: Name, input: InputOf<Name>) => {
  const answer = await askOperation(portal.running.api, operationNamed(name), input, { authorization: bearer });
  expect(answer.status).toBe(200);
  return answer.value as AnswerOf<Name>;
};
const listen = async (secret: string, port: string) => {
  const child = spawn(process.execPath, [CLIENT, 'listen', port], { env: { ...process.env, SEGREDO: secret } });
  const [line] = (await once(createInterface(child.stderr), 'line')) as [string];
  return { child, address: `http://127.0.0.1:${line.split(' ').at(-1)}` };
};
const client = async (chave: string, ...values: string[]) => {
  const env = { ...process.env, PORTAL: portal.address, CHAVE: chave };
  const { stdout } = await run(process.execPath, [CLIENT, ...values], { env });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sync-client-'));
  ({ child: erp, address: erpAt } = await listen('whsec_', String(await freePort())));
  portal = await openTestPortal({ WEBHOOK_HOSTS: erpAt });
  const { tokens, now } = portal.running.school;
  bearer = `Bearer ${(await tokens.issue({ userId: HELENA, version: 1, scope: 'full', isProven: true }, now())).token}`;
});
afterAll(async () => {
  erp.kill();
  await portal.close();
  rmSync(folder, { recursive: true });
});

const keyOf = () =>
  ask('sync.createKey', {
    ...{ nome: 'Exemplo', tabelas: ['alunos'], leituras: ['pessoas'], unidades: null, dias: 1 },
  });

it('PUT is idempotent: a table that is sent twice counts once', async () => {
  const { chave } = await keyOf();
  const file = join(folder, 'alunos.csv');
  writeFileSync(file, 'unidade;matricula;nome;email\nKNN Vila Nova;EX-1;Zoé Prado;zoe.ex1@teste.example\n');
  const [first] = await client(chave, 'put', 'alunos', file);
  expect(first).toMatchObject({ novas: 1, recusadas: 0 });
  expect((await client(chave, 'put', 'alunos', file))[0]).toEqual(first);
});

it('the client reads changes, and continues from its cursor', async () => {
  const { chave } = await keyOf();
  const cursor = join(folder, 'cursor');
  const all = await client(chave, 'changes', cursor);
  expect(all.length).toBeGreaterThan(5);
  expect(readFileSync(cursor, 'utf8')).toMatch(/^[\w-]{36}\.\d+$/);
  await portal.running.school.db
    .updateTable('users')
    .set({ full_name: 'Ana do Exemplo' })
    .where('id', '=', 1)
    .execute();
  expect(await client(chave, 'changes', cursor)).toMatchObject([
    { tipo: 'pessoas', id: 1, dados: { nome: 'Ana do Exemplo' } },
  ]);
  expect(await client(chave, 'changes', cursor)).toEqual([]);
});

it('the receiver accepts a webhook of the portal, and refuses an unsigned one', async () => {
  const key = await keyOf();
  const made = await ask('sync.createWebhook', {
    ...{ url: `${erpAt}/avisos`, chave_id: key.id, eventos: ['pessoas'] },
  });
  // The secret is known only now: the receiver restarts with it, at the same address.
  erp.kill();
  await once(erp, 'exit');
  ({ child: erp } = await listen(made.segredo, new URL(erpAt).port));
  const { school } = portal.running;
  await school.db.updateTable('users').set({ full_name: 'Ana do Aviso' }).where('id', '=', 1).execute();
  const exported = once(createInterface(erp.stdout as NodeJS.ReadableStream), 'line') as Promise<[string]>;
  const forged = await fetch(erpAt, { method: 'POST', body: '{}', headers: { 'webhook-id': 'msg_1' } });
  expect(forged.status).toBe(401);
  await sendWebhooks(school);
  expect(JSON.parse((await exported)[0])).toMatchObject({
    type: 'pessoas.mudou',
    data: { dados: { nome: 'Ana do Aviso' } },
  });
});
