import { fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NewApiKey } from '../../src/lib/contract/sync.schema.ts';
import type { ChangeKind } from '../../src/lib/contract/sync-changes.schema.ts';
import type { NewWebhook } from '../../src/lib/contract/sync-webhooks.schema.ts';
import { sendWebhooks } from '../../src/server/operate/sync/send-webhooks.ts';
import { SECRET } from '../support/bare-env.ts';
import { sharedDatabase } from '../support/databases.ts';
import { Erp, type Received } from '../support/erp/steering.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const people = { ana: 1, davi: 4, elsewhere: 0 };
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Whether one of the signatures of a message fits the secret. */
const isSigned = ({ headers, body }: Received, secret: string) => {
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(text)
    .digest('base64');
  return (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${mac}`);
};
const idOf = ({ headers }: Received) => headers['webhook-id'];
const exported = ({ body }: Received) =>
  JSON.parse(body) as { type: string; data: { id: number; dados: { nome: string } } };

describe.each(engines)('webhooks on %s', (engine) => {
  let erp: Erp;
  let portal: TestSchool;
  let env: Record<string, string>;
  let remove: () => Promise<void>;
  let as: number;
  beforeAll(async () => {
    ({ env, remove } = await sharedDatabase(engine));
    erp = await Erp.start();
    env = { ...env, WEBHOOK_HOSTS: erp.url };
    portal = await openTestSchool(engine, { env, limits: noLimits });
    people.elsewhere = await addStaff(portal, { company: 102 });
    as = await addStaff(portal, {});
  });
  afterAll(async () => {
    await portal.close();
    await Promise.all([erp.close(), remove()]);
  });
  beforeEach(async () => {
    await db().deleteFrom('webhooks').execute();
    await erp.meets();
    await erp.forget();
  });

  const db = () => portal.school.db;
  const keyOf = async (body: Partial<NewApiKey> = {}, by = as) => {
    const made = await portal.ops.sync.createKey(
      { nome: 'ERP', tabelas: [], leituras: ['pessoas', 'parcelas'], unidades: null, dias: 400, ...body },
      { as: by },
    );
    expect(made.status).toBe(200);
    return made.body;
  };
  const create = (body: Partial<NewWebhook> & { chave_id: number }, by: number | undefined = as) =>
    portal.ops.sync.createWebhook({ url: `${erp.url}/avisos`, eventos: ['pessoas'], ...body }, { as: by });
  const open = async (eventos: ChangeKind[] = ['pessoas']) => {
    const made = await create({ chave_id: (await keyOf()).id, eventos });
    expect(made.status).toBe(200);
    return made.body;
  };
  const one = async (id: number) => (await portal.ops.sync.getWebhook({ id }, { as })).body;
  const rename = (id: number, full_name: string) =>
    db().updateTable('users').set({ full_name }).where('id', '=', id).execute();
  const work = () => sendWebhooks(portal.school);
  const later = async (ms: number) => {
    portal.clock.advance(ms);
    await work();
  };

  it('a webhook sends signed changes from now on, and stores neither secret nor personal data', async () => {
    await rename(people.ana, 'Antes');
    const { segredo, ...made } = await open();
    expect(segredo).toMatch(/^whsec_/);
    await rename(people.ana, 'Ana Nova');
    await work();
    const [first, ...more] = await erp.received();
    expect(more).toEqual([]);
    expect(first && isSigned(first, segredo)).toBe(true);
    expect(first?.headers['content-type']).toBe('application/json');
    expect(exported(first as Received)).toMatchObject({
      type: 'pessoas.mudou',
      data: { tipo: 'pessoas', id: people.ana, dados: { nome: 'Ana Nova' } },
    });
    await work();
    expect(await erp.received()).toHaveLength(1);
    const { entregas, ...rest } = await one(made.id);
    expect(rest).toEqual(made);
    expect(entregas).toMatchObject([
      { estado: 'entregue', status: 204, tentativas: 1, evento: 'pessoas', codigo: first && idOf(first) },
    ]);
    const stored = JSON.stringify([
      await db().selectFrom('webhooks').selectAll().execute(),
      await db().selectFrom('webhook_deliveries').selectAll().execute(),
    ]);
    expect(stored).not.toContain(segredo);
    expect(stored).not.toContain('Ana Nova');
  });

  it.each(['lost', 'fail', 'busy', 'slow'] as const)(
    'tries again after “%s”, later each time, with one id',
    async (does) => {
      const { id } = await open();
      await erp.meets({ does, times: 2 });
      await rename(people.ana, `Ana ${does}`);
      await work();
      await rename(people.davi, `Davi ${does}`);
      await work();
      // The address fails: nothing else is sent meanwhile. (A broken keep-alive connection is retried at once.)
      expect(new Set((await erp.received()).map(idOf)).size).toBe(1);
      expect(await one(id)).toMatchObject({ na_fila: 2, falha_desde: expect.any(String) });
      await later(3 * MINUTE_MS);
      await later(5 * MINUTE_MS);
      await later(5 * MINUTE_MS);
      const all = await erp.received();
      const ofAna = all.filter((each) => exported(each).data.id === people.ana);
      expect(new Set(ofAna.map(idOf)).size).toBe(1);
      expect(all.filter(({ answer }) => answer === 'ok')).toHaveLength(2);
      expect(await one(id)).toMatchObject({ na_fila: 0, falha_desde: null, parado: null });
    },
  );

  it('a webhook follows no redirect, and a refused message delays only changes of its own entity', async () => {
    const { id } = await open();
    await erp.meets({ does: 'redirect', times: 1 });
    await rename(people.ana, 'Um');
    await work();
    await rename(people.ana, 'Dois');
    await rename(people.davi, 'Davi');
    await work();
    expect((await erp.received()).map(({ path }) => path)).toEqual(['/avisos', '/avisos']);
    expect(exported((await erp.received())[1] as Received).data.id).toBe(people.davi);
    const { entregas } = await one(id);
    expect(entregas.map(({ estado, status }) => [estado, status])).toEqual([
      ['entregue', 204],
      ['na_fila', null],
      ['na_fila', 302],
    ]);
    await later(MINUTE_MS);
    const ofAna = (await erp.received()).filter((each) => exported(each).data.id === people.ana);
    // In order, each with the current state of the person.
    expect(ofAna.map(idOf)).toEqual([entregas[2]?.codigo, entregas[2]?.codigo, entregas[1]?.codigo]);
    expect(exported(ofAna.at(-1) as Received).data.dados.nome).toBe('Dois');
  });

  it('a message fails after three days, an address that is silent so long is stopped, and can be resumed', async () => {
    const { id } = await open();
    await erp.meets({ does: 'fail', times: 100 });
    await rename(people.ana, 'Silêncio');
    await work();
    for (let hours = 0; hours < 80; hours += 4) await later(4 * 60 * MINUTE_MS);
    const stopped = await one(id);
    expect(stopped.parado).toMatchObject({ motivo: 'sem_resposta' });
    expect(stopped.entregas).toMatchObject([{ estado: 'desistiu', status: 500 }]);
    const tries = (await erp.received()).length;
    await rename(people.davi, 'Enquanto parado');
    await later(DAY_MS);
    expect(await erp.received()).toHaveLength(tries);
    expect((await portal.ops.sync.testWebhook({ id }, { as })).status).toBe(409);
    const desde = new Date(0).toISOString();
    expect((await portal.ops.sync.replayWebhook({ id, desde }, { as })).status).toBe(409);
    await erp.meets();
    expect((await portal.ops.sync.resumeWebhook({ id }, { as })).body.parado).toBeNull();
    await work();
    expect(exported((await erp.received()).at(-1) as Received).data.dados.nome).toBe('Enquanto parado');
  });

  it('an address that answers three times that it is gone is stopped', async () => {
    const { id } = await open();
    await erp.meets({ does: 'gone', times: 100 });
    await rename(people.ana, 'Extinto');
    await work();
    expect((await one(id)).parado).toBeNull();
    await later(MINUTE_MS);
    await later(10 * MINUTE_MS);
    expect((await one(id)).parado).toMatchObject({ motivo: 'endereco_extinto' });
  });

  it('a webhook stops with its key, and with the key’s creator', async () => {
    const key = await keyOf();
    const { body: made } = await create({ chave_id: key.id });
    await portal.ops.sync.endKey({ id: key.id }, { as });
    await rename(people.ana, 'Chave encerrada');
    await work();
    expect((await one(made.id)).parado).toMatchObject({ motivo: 'chave' });
    const maker = await addStaff(portal, {});
    const { body: orphan } = await create({ chave_id: (await keyOf({}, maker)).id });
    await db().deleteFrom('staff_rights').where('user_id', '=', maker).where('direito', '=', 'alunos').execute();
    await rename(people.ana, 'Sem direito');
    await work();
    expect((await one(orphan.id)).parado).toMatchObject({ motivo: 'chave' });
    expect(await erp.received()).toEqual([]);
  });

  it('a message, or all since an instant, can be sent again with their ids, and a test too', async () => {
    const { id } = await open();
    await rename(people.ana, 'Um');
    await work();
    portal.clock.advance(MINUTE_MS);
    const since = portal.clock.now.toISOString();
    await rename(people.ana, 'Dois');
    await rename(people.davi, 'Três');
    await work();
    const before = await one(id);
    const replay = (body: { entrega: number } | { desde: string }) =>
      portal.ops.sync.replayWebhook({ id, ...body }, { as });
    expect((await replay({ entrega: before.entregas.at(-1)?.id ?? 0 })).body).toEqual({ entregas: 1 });
    expect((await replay({ desde: since })).body).toEqual({ entregas: 2 });
    expect((await replay({ entrega: 999_999 })).status).toBe(404);
    await work();
    const ids = (await erp.received()).map(idOf);
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(3);
    expect((await portal.ops.sync.testWebhook({ id }, { as })).body.na_fila).toBe(1);
    await work();
    expect(exported((await erp.received()).at(-1) as Received).type).toBe('teste');
  });

  it('a renewed secret leaves both valid for a day', async () => {
    const { id, segredo } = await open();
    const renewed = (await portal.ops.sync.renewWebhookSecret({ id }, { as })).body;
    expect(renewed.segredo).not.toBe(segredo);
    await rename(people.ana, 'Dois segredos');
    await work();
    const [both] = await erp.received();
    expect([segredo, renewed.segredo].map((secret) => isSigned(both as Received, secret))).toEqual([true, true]);
    portal.clock.advance(DAY_MS + MINUTE_MS);
    await rename(people.ana, 'Um segredo');
    await work();
    const last = (await erp.received()).at(-1) as Received;
    expect([segredo, renewed.segredo].map((secret) => isSigned(last, secret))).toEqual([false, true]);
  });

  it('after a crash between sending and storing, the next process sends again with the same id', async () => {
    // The killed process uses the clock of the machine.
    portal.clock.now = new Date();
    const { id } = await open();
    await rename(people.ana, 'Morte no meio');
    await erp.meets({ does: 'silent', times: 1 });
    const isSent = erp.untilSilent();
    const child = fork('tests/support/webhook-process.ts', {
      env: { ...process.env, NODE_ENV: 'test', SECRET, DEMO: 'on', ...env },
      stdio: 'inherit',
    });
    const ended = new Promise<NodeJS.Signals | null>((done) => {
      child.once('exit', (_code, signal) => done(signal));
    });
    await Promise.race([isSent, ended]);
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await work();
    expect(await erp.received()).toHaveLength(1);
    await later(DAY_MS);
    const [first, second, ...more] = await erp.received();
    expect([more, second && idOf(second)]).toEqual([[], first && idOf(first)]);
    expect((await one(id)).entregas).toMatchObject([{ estado: 'entregue', tentativas: 2 }]);
  });

  it('other jobs do not wait for an address that is silent', async () => {
    portal.clock.now = new Date();
    await open();
    await rename(people.ana, 'Sem resposta');
    const answer = Promise.withResolvers<{ status: number; retryAfter: null }>();
    const post = vi.spyOn(portal.school.ports.webhooks, 'post').mockReturnValue(answer.promise);
    const ran = vi.spyOn(portal.school.metrics, 'job');
    const names = () => ran.mock.calls.map(([name]) => name);
    portal.worker.start();
    const options = { timeout: 60_000 };
    await vi.waitFor(() => expect(portal.worker.leads()).toBe(true), options);
    portal.worker.wake();
    await vi.waitFor(() => expect(post).toHaveBeenCalled(), options);
    expect(names()).not.toContain('sendWebhooks');
    ran.mockClear();
    portal.worker.wake();
    await vi.waitFor(() => expect(names()).toContain('refreshStatistics'), options);
    expect(names()).not.toContain('sendWebhooks');
    answer.resolve({ status: 204, retryAfter: null });
    await portal.worker.stop();
    expect(names()).toContain('sendWebhooks');
    ran.mockRestore();
    post.mockRestore();
  });

  it('two concurrent processes send each change once', async () => {
    await open();
    await rename(people.ana, 'Ao mesmo tempo');
    await Promise.all([work(), work(), work()]);
    await work();
    expect(await erp.received()).toHaveLength(1);
  });

  it.each([
    ['no address', 'erp'],
    ['no https', 'http://erp.example/x'],
    ['this machine', 'https://localhost/x'],
    ['a private address', 'https://10.0.0.7/x'],
    ['the metadata of a cloud', 'https://169.254.169.254/latest'],
    ['a name inside', 'https://db/x'],
    ['a user', 'https://u:p@erp.example/x'],
    ['another port of an address inside', 'http://127.0.0.1:1/x'],
    ['another protocol', 'ftp://erp.example/x'],
  ])('S-SSRF refuses %s in words', async (_what, url) => {
    const { status, body } = await create({ chave_id: (await keyOf()).id, url });
    expect([status, /\S/.test(body.detail)]).toEqual([422, true]);
  });

  it('a webhook calls no private address behind a public name', async () => {
    const made = await create({ chave_id: (await keyOf()).id, url: 'https://erp.example/x' });
    await db().updateTable('webhooks').set({ url: 'https://127.0.0.1:1/x' }).where('id', '=', made.body.id).execute();
    await rename(people.ana, 'Por dentro');
    await work();
    expect((await one(made.body.id)).entregas).toMatchObject([{ estado: 'na_fila', erro: 'private_address' }]);
  });

  it('ROLE-08 a webhook sends only what its creator sees, and nothing of other schools', async () => {
    const unit = await addUnit(portal, `KNN ${engine}`);
    const key = await keyOf();
    const teamOnly = await addStaff(portal, { rights: ['equipe'] });
    const ofUnit = await addStaff(portal, { company: unit, units: [unit] });
    const { body: made } = await create({ chave_id: key.id });
    expect((await create({ chave_id: key.id }, teamOnly)).status).toBe(403);
    expect((await create({ chave_id: key.id }, ofUnit)).status).toBe(422);
    expect((await create({ chave_id: key.id, eventos: ['pedidos'] })).status).toBe(422);
    expect((await create({ chave_id: key.id, eventos: [] })).status).toBe(422);
    const renew = (by?: number) => portal.ops.sync.renewWebhookSecret({ id: made.id }, { as: by });
    expect([(await renew(teamOnly)).status, (await renew(ofUnit)).status, (await renew(people.ana)).status]).toEqual([
      403, 404, 403,
    ]);
    expect((await renew(people.elsewhere)).status).toBe(404);
    expect((await renew()).status).toBe(401);
    const listed = await portal.ops.sync.listWebhooks({}, { as: teamOnly });
    expect(listed.body.chaves).toEqual([]);
    expect((await portal.ops.sync.listWebhooks({}, { as: people.elsewhere })).body.items).toEqual([]);
    expect((await portal.ops.sync.endWebhook({ id: made.id }, { as: people.elsewhere })).status).toBe(404);
    expect((await portal.ops.sync.endWebhook({ id: made.id }, { as })).status).toBe(200);
    expect((await portal.ops.sync.getWebhook({ id: made.id }, { as })).status).toBe(404);
  });
});
