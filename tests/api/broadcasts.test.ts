import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import * as calls from '../../src/lib/contract/broadcasts.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { addAccount } from '../support/accounts.ts';
import { addBroadcast, addDevice, addReader, audience, send, written } from '../support/broadcasts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, helena: 7, igor: 8, nina: 12 };
const HOUR = 3_600_000;

describe.each(engines)('what managers send on %s (API-65…70, MANAGER-02…05)', (engine) => {
  let portal: TestSchool;
  let nina: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    // A manager of Nina's school.
    nina = (await addAccount(portal, { company: 103, full_name: 'Norma Sales' })).id;
    await portal.school.db.insertInto('user_actions').values({ user_id: nina, action_id: 4 }).execute();
  });
  afterAll(() => portal.close());

  const helena = { as: people.helena };
  const list = (query: object = {}, as = people.helena) => portal.call(calls.listBroadcasts, { query }, { as });
  const one = async (id: number, as = people.helena) => (await list({ id }, as)).body.items[0];
  const later = (ms: number) => new Date(portal.clock.now.getTime() + ms).toISOString();
  const lastAudit = () =>
    portal.school.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

  it.each(Object.entries(calls as Record<string, Call>))('%s is for managers', async (name, call) => {
    const bodies: Record<string, unknown> = {
      createBroadcast: written(),
      updateBroadcast: { ...written(), id: 1, version: 1 },
      sendBroadcast: { id: 1 },
      createTemplate: { nome: 'x', title: 'x', body: 'x', link: '/', category: 'aviso' },
    };
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const init = call.method === 'GET' ? {} : { headers, body: JSON.stringify(bodies[name] ?? {}) };
    const path = addressOf(call, { params: { id: 1 } });
    expect((await portal.send(call.method, path, init)).status).toBe(401);
    expect((await portal.send(call.method, path, init, { as: people.ana })).status).toBe(403);
    expect((await portal.send(call.method, path, init, { ...helena, scope: 'book' })).status).toBe(403);
  });

  it('a manager without a school gets a message', async () => {
    const { id } = await addAccount(portal, { company: null });
    await portal.school.db.insertInto('user_actions').values({ user_id: id, action_id: 4 }).execute();
    expect(await list({}, id)).toMatchObject({ status: 403, body: { detail: expect.stringContaining('escola') } });
  });

  it('MANAGER-07 broadcasts are written, listed newest first, changed and deleted', async () => {
    const first = await addBroadcast(portal, { audience: audience() });
    const second = await addBroadcast(portal, { title: 'Segunda' });
    expect(first).toMatchObject({
      ...written({ audience: audience() }),
      status: 'rascunho',
      version: 1,
      created_by: { id: people.helena, full_name: 'Helena Prado' },
    });
    const drafts = (await list({ status: 'rascunho' })).body;
    expect((await list()).body.contagens?.rascunho).toBe(drafts.total);
    expect((await list({}, nina)).body.contagens).toEqual({ com_falhas: 0 });
    expect((await list({ status: 'rascunho', limit: 2 })).body.items.map(({ id }) => id)).toEqual([
      second.id,
      first.id,
    ]);
    expect((await list({ id: first.id })).body).toMatchObject({ total: 1, items: [{ id: first.id }] });
    const body = { ...written({ title: 'Outra' }), id: first.id, version: 1 };
    const changed = await portal.call(calls.updateBroadcast, { body }, helena);
    expect(changed.body).toMatchObject({ title: 'Outra', version: 2 });
    expect(await lastAudit()).toMatchObject({ action: 'sending-update', target: `sending:${first.id}` });
    expect((await portal.call(calls.deleteBroadcast, { params: { id: first.id } }, helena)).status).toBe(200);
    expect(await one(first.id)).toBeUndefined();
  });

  it('a change over somebody else’s change is refused, and nothing is lost', async () => {
    const { id } = await addBroadcast(portal);
    const change = (title: string) =>
      portal.call(calls.updateBroadcast, { body: { ...written({ title }), id, version: 1 } }, helena);
    const answers = await Promise.all([change('Uma'), change('Duas')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('changed');
    expect((await one(id))?.version).toBe(2);
  });

  it('MANAGER-08 broadcasts of another school are not found', async () => {
    const { id } = await addBroadcast(portal);
    const as = { as: nina };
    expect(await one(id, nina)).toBeUndefined();
    const body = { ...written(), id, version: 1 };
    expect((await portal.call(calls.updateBroadcast, { body }, as)).status).toBe(404);
    expect((await portal.call(calls.deleteBroadcast, { params: { id } }, as)).status).toBe(404);
    expect((await portal.ops.broadcasts.cancelBroadcast({ id }, as)).status).toBe(404);
    expect((await portal.call(calls.getBroadcastLog, { params: { id }, query: {} }, as)).status).toBe(404);
    expect((await send(portal, { id }, as)).status).toBe(404);
    expect((await send(portal, { id, test: true }, as)).status).toBe(404);
    expect((await one(id, people.igor))?.id).toBe(id);
  });

  describe('errors are reported by field', () => {
    const fieldsOf = async (given: Parameters<typeof written>[0]) => {
      const { status, body } = await portal.call(calls.createBroadcast, { body: written(given) }, helena);
      expect([status, body.detail]).toEqual([422, expect.stringMatching(/\S/)]);
      return body.fields;
    };

    it('unknown placeholders are named by field', async () => {
      expect(await fieldsOf({ title: 'Oi, {nome}', body: '{turma} {saldo}' })).toEqual({
        title: '{nome} não existe. Use {primeiro_nome}, {turma}, {vencimento}.',
        body: '{saldo} não existe. Use {primeiro_nome}, {turma}, {vencimento}.',
      });
    });

    it('times', async () => {
      expect(Object.keys((await fieldsOf({ scheduled_at: later(-1) })) ?? {})).toEqual(['scheduled_at']);
      expect(Object.keys((await fieldsOf({ repeat: 'diaria' })) ?? {})).toEqual(['scheduled_at']);
      const scheduled_at = later(HOUR);
      const itsDay = dayIn('America/Sao_Paulo', new Date(scheduled_at));
      const times = { scheduled_at, repeat: 'diaria' as const, repeat_until: itsDay };
      expect(Object.keys((await fieldsOf(times)) ?? {})).toEqual(['repeat_until']);
    });

    it('MANAGER-08 units, classes and people of other schools are refused, all together', async () => {
      const { id: turma } = await portal.school.db
        .selectFrom('turmas')
        .select('id')
        .where('company_id', '=', 101)
        .limit(1)
        .executeTakeFirstOrThrow();
      const named = audience({
        company_ids: [101],
        turma_ids: [turma],
        livro_ids: [999_999],
        user_ids: [people.ana, people.ana],
        exclude_user_ids: [people.ana],
      });
      expect(Object.keys((await fieldsOf({ audience: named })) ?? {})).toEqual(['audience.livro_ids']);
      const { status, body } = await portal.call(
        calls.createBroadcast,
        { body: written({ audience: named }) },
        { as: nina },
      );
      expect([status, Object.keys(body.fields ?? {}).toSorted()]).toEqual([
        422,
        [
          'audience.company_ids',
          'audience.exclude_user_ids',
          'audience.livro_ids',
          'audience.turma_ids',
          'audience.user_ids',
        ],
      ]);
      const anywhere = audience({ company_ids: [103], user_ids: [people.nina] });
      expect((await addBroadcast(portal, { audience: anywhere }, people.igor)).audience).toEqual(anywhere);
    });

    it('a draft may have no audience, a sent broadcast may not', async () => {
      const { id } = await addBroadcast(portal, { audience: audience({ exclude_user_ids: [people.ana] }) });
      const now = await send(portal, { id });
      expect([now.status, now.body.fields]).toEqual([422, { audience: 'Escolha para quem é este envio.' }]);
      expect((await send(portal, { id, scheduled_at: later(HOUR) })).status).toBe(422);
      expect((await one(id))?.status).toBe('rascunho');
      const { id: other } = await addBroadcast(portal);
      await send(portal, { id: other, scheduled_at: later(HOUR) });
      const change = (given: object) =>
        portal.call(calls.updateBroadcast, { body: { ...written(given), id: other, version: 2 } }, helena);
      expect((await change({ audience: audience(), scheduled_at: later(HOUR) })).body.fields).toHaveProperty(
        'audience',
      );
      expect((await change({})).body.fields).toHaveProperty('scheduled_at');
      expect((await change({ scheduled_at: later(2 * HOUR) })).body).toMatchObject({ status: 'agendada', version: 3 });
    });

    it('a link to another site is refused', async () => {
      for (const link of ['https://evil.example', '//evil.example', '/\\evil', 'javascript:alert(1)']) {
        expect(Object.keys((await fieldsOf({ link })) ?? {})).toEqual(['link']);
      }
    });
  });

  describe('sending', () => {
    it('a broadcast is sent once, also when two managers send it concurrently', async () => {
      const { id } = await addBroadcast(portal);
      const answers = await Promise.all([send(portal, { id }), send(portal, { id }, { as: people.igor })]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const { body } = answers.find(({ status }) => status === 200) ?? {};
      expect(body?.sending).toMatchObject({ status: 'enviando', version: 2, scheduled_at: null });
      expect(body?.counts.people).toBeGreaterThan(3);
      expect((await send(portal, { id })).status).toBe(409);
      expect((await portal.call(calls.deleteBroadcast, { params: { id } }, helena)).status).toBe(409);
      const change = { ...written(), id, version: 2 };
      expect((await portal.call(calls.updateBroadcast, { body: change }, helena)).status).toBe(409);
    });

    it('a repeated key gets the same answer, and is refused with another body', async () => {
      const { id } = await addBroadcast(portal);
      const key = randomUUID();
      const first = await send(portal, { id }, { key });
      expect(await send(portal, { id }, { key })).toMatchObject({ status: 200, body: first.body });
      expect((await send(portal, { id, scheduled_at: later(HOUR) }, { key })).status).toBe(409);
      const page = { caller: { token: await portal.tokenOf(7) } };
      expect((await portal.call(calls.sendBroadcast, { body: { id } }, page)).status).toBe(400);
    });

    it('a broadcast waits for its time, can be put off, cancelled and deleted', async () => {
      const { id } = await addBroadcast(portal);
      expect((await send(portal, { id, scheduled_at: later(-HOUR) })).body.fields).toHaveProperty('scheduled_at');
      const waiting = await send(portal, { id, scheduled_at: later(HOUR) });
      expect(waiting.body.sending).toMatchObject({ status: 'agendada', scheduled_at: later(HOUR), sent_at: null });
      expect((await send(portal, { id, scheduled_at: later(2 * HOUR) })).body.sending.scheduled_at).toBe(
        later(2 * HOUR),
      );
      const cancel = () => portal.ops.broadcasts.cancelBroadcast({ id }, helena);
      expect((await cancel()).body.status).toBe('cancelada');
      expect((await cancel()).status).toBe(409);
      expect((await send(portal, { id })).status).toBe(409);
      expect((await portal.call(calls.deleteBroadcast, { params: { id } }, helena)).status).toBe(200);
    });

    it('a broadcast that repeats needs a time', async () => {
      const { id } = await addBroadcast(portal, { repeat: 'semanal', scheduled_at: later(HOUR) });
      expect((await send(portal, { id })).body.fields).toHaveProperty('scheduled_at');
      expect((await send(portal, { id, scheduled_at: later(HOUR) })).body.sending.repeat).toBe('semanal');
      await portal.ops.broadcasts.cancelBroadcast({ id }, helena);
    });

    it('a test is for the own devices, at any hour, and leaves the draft alone', async () => {
      await addDevice(portal, people.helena);
      await addDevice(portal, people.ana);
      const { id } = await addBroadcast(portal, { title: 'Oi, {primeiro_nome}', respect_quiet_hours: true });
      const { body } = await send(portal, { id, test: true });
      expect(body).toMatchObject({ sending: { status: 'rascunho', version: 1 }, counts: { people: 1, devices: 1 } });
      const [row, ...more] = await portal.school.db
        .selectFrom('deliveries')
        .select(['user_id', 'kind', 'due_at', 'content'])
        .where('content', 'like', `%"teste-${id}"%`)
        .execute();
      expect(more).toEqual([]);
      expect(row).toMatchObject({ user_id: people.helena, kind: 'teste', due_at: later(0) });
      const expected = { title: 'Oi, Helena', urgency: 'high', respect_quiet_hours: false };
      expect(JSON.parse(row?.content ?? '')).toMatchObject(expected);
      const log = await portal.call(calls.getBroadcastLog, { params: { id }, query: {} }, helena);
      expect(log.body.counts.devices).toBe(0);
    });
  });

  describe('templates', () => {
    const templates = async (as = people.helena) => (await portal.ops.broadcasts.listTemplates({}, { as })).body.items;
    const remove = (id: number, sent = helena) => portal.ops.broadcasts.deleteTemplates({ ids: [id] }, sent);
    const body = {
      nome: 'Prova',
      title: 'Prova, {primeiro_nome}!',
      body: 'Boa sorte.',
      link: '/',
      category: 'aula',
    } as const;

    it('templates of the portal cannot be changed', async () => {
      const before = await templates();
      expect(before.length).toBeGreaterThanOrEqual(5);
      expect(before.every(({ is_own }) => !is_own)).toBe(true);
      for (const { id } of before) {
        expect((await remove(id)).status).toBe(404);
      }
      expect(await templates()).toEqual(before);
    });

    it('own templates come first, and no other school sees them', async () => {
      const { body: made } = await portal.ops.broadcasts.createTemplate({ ...body }, helena);
      expect((await templates())[0]).toEqual({ ...body, id: made.id, is_own: true });
      expect((await templates(nina)).map(({ id }) => id)).not.toContain(made.id);
      expect((await remove(made.id, { as: nina })).status).toBe(404);
      expect((await remove(made.id)).status).toBe(200);
      const wrong = await portal.ops.broadcasts.createTemplate({ ...body, body: '{x}' }, helena);
      expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([422, ['body']]);
    });
  });

  it('the choices for an audience are those of the own school', async () => {
    const { body } = await portal.ops.broadcasts.listAudienceChoices({}, helena);
    expect(body.companies.toSorted((a, b) => a.id - b.id)).toEqual([
      { id: 101, nome: 'KNN Vila Nova' },
      { id: 104, nome: 'KNN Campolim' },
    ]);
    expect(body.brands).toEqual(['knn']);
    expect(new Set(body.turmas.map(({ company }) => company))).toEqual(new Set(['KNN Vila Nova', 'KNN Campolim']));
    expect(body.livros.length).toBeGreaterThan(0);
    const all = (await portal.ops.broadcasts.listAudienceChoices({}, { as: people.igor })).body;
    expect(all.brands).toEqual(['knn', 'phenom']);
    expect(all.companies.map(({ id }) => id).toSorted()).toEqual([101, 102, 103, 104]);
  });

  it('a preview counts people, devices and who gets no push, with some first names', async () => {
    const reader = await addReader(portal, 2, { full_name: 'Zélia Pires' });
    const silent = await addReader(portal, 1, { full_name: 'Yara Pires' });
    const without = await addReader(portal, 0, { full_name: 'Xisto Pires' });
    await portal.school.db
      .insertInto('notification_preferences')
      .values([
        { user_id: silent, category: 'campanha', enabled: false },
        { user_id: without, category: 'campanha', enabled: false },
        { user_id: reader, category: 'aula', enabled: false },
      ])
      .execute();
    const ids = [reader, silent, without, people.nina].join(',');
    const preview = (query: object, as = people.helena) => portal.ops.broadcasts.previewAudience({ ...query }, { as });
    expect((await preview({ user_ids: ids, category: 'campanha' })).body).toMatchObject({
      people: 3,
      devices: 3,
      without_push: 1,
      opted_out: 1,
      first_names: ['Zélia', 'Yara', 'Xisto'],
    });
    expect((await preview({ user_ids: ids }, people.igor)).body.people).toBe(4);
    expect((await preview({})).body).toMatchObject({ people: 0, first_names: [] });
    expect((await preview({ user_ids: '9999999999' })).body.people).toBe(0);
    expect((await preview({ all: 'true' })).body.people).toBeGreaterThan(5);
    expect((await preview({ user_ids: 'x' })).status).toBe(422);
  });
});
