import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tokenOf } from '../../scripts/portal-process.ts';
import type { ExternalUser } from '../../src/lib/api/request.ts';
import type { User } from '../../src/lib/contract/account.schema.ts';
import type { OperationName } from '../../src/lib/page/operations.ts';
import { sessionOfExternal } from '../../src/server/identity/auth/find-session.ts';
import { advanceClasses } from '../../src/server/study/teaching/advance-classes.ts';
import { audience, written } from '../support/broadcasts.ts';
import { openForeignHost, setQuirks, takeRequests } from '../support/foreign-host.ts';
import { operationPage, postOperation } from '../support/operation-page.ts';
import { openTestPortal, type RunningPortal, sendRaw } from '../support/portal.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const OWN = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
const ANA = 'aluna@demo.example';
/** The answer to a page whose session the host does not know, or no longer. */
const toLogin = { status: 303, location: '/login/main?motivo=sessao' };

describe('own calls with two external hosts', () => {
  const data = mkdtempSync(join(tmpdir(), 'franchise-'));
  let hosts: Awaited<ReturnType<typeof openForeignHost>>[];
  let portal: RunningPortal;
  let ana: string;
  beforeAll(async () => {
    const first = await openForeignHost('portal', data);
    hosts = [first, await openForeignHost('drive', data)];
    portal = await openTestPortal(
      { PORTAL_API_URL: first.address, DRIVE_API_URL: hosts[1]?.address ?? '', UPSTREAM_PAUSE_MS: '100' },
      { pageHandler: operationPage },
    );
    ana = await tokenOf(portal.address, ANA);
  });
  afterAll(async () => {
    await portal.close();
    for (const host of hosts) await host.close();
    rmSync(data, { recursive: true, force: true });
  });
  beforeEach(async () => {
    for (const { address } of hosts) {
      await setQuirks(address, { quirks: [] });
      await takeRequests(address);
    }
  });
  const behave = (...quirks: Parameters<typeof setQuirks>[1]['quirks']) =>
    setQuirks(hosts[0]?.address ?? '', { quirks });
  const send = async (path: string, token: string | null = ana, init: Parameters<typeof sendRaw>[2] = {}) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...init.headers };
    const answer = await sendRaw(portal, `/api/v1/${path}`, { ...init, headers });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return { ...answer, body: isJson ? JSON.parse(answer.text) : null };
  };
  /** Calls an operation as a page does. */
  const ask = async (operation: OperationName, input: object = {}, token: string | null = ana) => {
    // biome-ignore lint/suspicious/noExplicitAny: each test knows what its operation answers
    const { value: body, ...answer } = await postOperation<any>(portal.address, { operation, input }, token);
    return { ...answer, body };
  };
  const db = () => portal.running.school.db;

  it('connected mode has no demo school', async () => {
    expect(await db().selectFrom('livros').select('id').execute()).toEqual([]);
  });

  it('AUTH-25 own calls accept users that the host confirms, and nobody else', async () => {
    const [notices, unread] = [await ask('inbox.listNotices'), await send('do/inbox.countUnreadNotices/')];
    expect([notices.status, notices.body.items, unread.body]).toEqual([200, [], { unread: 0 }]);
    expect(await ask('inbox.listNotices', {}, null)).toMatchObject({ status: 401, location: null });
    for (const token of ['nobody', `${ana}x`]) expect(await ask('inbox.listNotices', {}, token)).toMatchObject(toLogin);
    for (const token of [null, 'nobody', `${ana}x`]) {
      expect((await send('do/inbox.countUnreadNotices/', token)).status).toBe(401);
    }
    const { tokens } = portal.running.school;
    const { token } = await tokens.issue({ userId: 1, version: 1, scope: 'full' }, new Date());
    expect((await send('do/inbox.countUnreadNotices/', token)).status).toBe(401);
    expect(await ask('inbox.listNotices', {}, token)).toMatchObject(toLogin);
  });

  it('a user of a host gets a row at the first call, once, without rights and without a password', async () => {
    const nina = await tokenOf(portal.address, 'phenom@demo.example');
    await Promise.all([1, 2, 3, 4].map(() => ask('inbox.listNotices', {}, nina)));
    const rows = await db()
      .selectFrom('vouched_users')
      .innerJoin('users', 'users.id', 'vouched_users.user_id')
      .selectAll()
      .where('email', '=', 'phenom@demo.example')
      .execute();
    expect(rows).toMatchObject([
      { full_name: 'Nina Rocha', password_hash: '-', foreign_id: 12, phone: null, cpf: null },
    ]);
    expect(await db().selectFrom('user_actions').selectAll().execute()).toEqual([]);
  });

  it('the panel lists, shows and deletes messages of the host', async () => {
    const helena = await tokenOf(portal.address, 'gestora@demo.example');
    const headers = { authorization: `Bearer ${helena}`, 'content-type': 'application/json' };
    const write = async (title: string) => {
      const body = JSON.stringify(written({ title, audience: audience({ company_ids: [101] }) }));
      const url = `${portal.address}/api/v1/push-notifications-sending/`;
      return ((await (await fetch(url, { method: 'POST', headers, body })).json()) as { id: number }).id;
    };
    const ids = [await write('Um'), await write('Dois'), await write('Três')];
    const list = async (input: object) => (await ask('broadcasts.listSchoolBroadcasts', input, helena)).body;
    const first = await list({ limit: 2 });
    expect(first).toMatchObject({
      items: [
        { id: ids[2], titulo: 'Três', publico: 'Alunos da unidade KNN Vila Nova' },
        { id: ids[1], titulo: 'Dois' },
      ],
      total: 3,
    });
    expect(await list({ limit: 2, depois: first.next })).toMatchObject({ items: [{ id: ids[0] }], next: null });
    expect(await list({ saiu: 'true' })).toMatchObject({ items: [], total: 0 });
    const one = await ask('broadcasts.getSchoolBroadcast', { id: ids[0] }, helena);
    expect(one.body).toMatchObject({ id: ids[0], titulo: 'Um', log: { counts: { devices: 0 } } });
    const { body: devices } = await ask('broadcasts.listOutcomes', { id: ids[0] }, helena);
    expect(devices).toEqual(one.body.log.items);
    const gone = await ask('broadcasts.deleteBroadcasts', { ids: [ids[0], 99_999] }, helena);
    expect(gone.body.itens).toEqual([
      { id: ids[0], problema: null },
      { id: 99_999, problema: expect.stringContaining('envio') },
    ]);
    expect((await ask('broadcasts.deleteBroadcasts', { ids: [99_999] }, helena)).status).toBe(404);
    expect((await ask('broadcasts.listSchoolBroadcasts', {})).status).toBe(403);
  });

  it('a session that the host no longer knows ends in the portal too', async () => {
    const bruno = await tokenOf(portal.address, 'visitante@demo.example');
    expect((await send('users/me/', bruno)).status).toBe(200);
    await behave('unauthorized');
    // A 401 of another call drops the cached confirmation of this token.
    expect((await send('at-home/turmas/', bruno)).status).toBe(401);
    expect(await ask('inbox.listNotices', {}, bruno)).toMatchObject(toLogin);
  });

  it('S12 a host that does not answer ends no session', async () => {
    const felipe = await tokenOf(portal.address, 'menor@demo.example');
    await behave('html-502');
    expect((await ask('inbox.listNotices', {}, felipe)).status).toBe(502);
  });

  it('a page confirms the user at the host once, however many own calls it makes', async () => {
    await send('users/me/');
    await takeRequests(hosts[0]?.address ?? '');
    for (const _ of [1, 2, 3]) await send('do/inbox.countUnreadNotices/');
    expect(await takeRequests(hosts[0]?.address ?? '')).toEqual([]);
  });

  it.each([
    ['account.listFamily', () => ask('account.listFamily')],
    ['finance.downloadStatement', () => send('portal/transactions/csv/')],
    ['practice.getWeeklyGoal', () => ask('practice.getWeeklyGoal')],
    ['people.listAudit', () => ask('people.listAudit')],
  ])('%s is disabled, with a message and a code', async (_name, sent) => {
    const { status, body } = await sent();
    expect([status, body.code]).toEqual([501, 'not_connected']);
    expect(body.detail).toMatch(/escola\b.*\.$/);
  });

  it('AUTH-07 a printed code alone exports no data', async () => {
    const answer = await fetch(`${portal.address}/api/v1/login/access-token/book-code/`, {
      method: 'POST',
      body: new URLSearchParams({ username: ANA, uuid: 'KNN-LIVRO-0001' }),
    });
    const { access_token } = (await answer.json()) as { access_token: string };
    expect((await ask('inbox.listNotices', {}, access_token)).status).toBe(403);
    expect((await ask('account.exportData', {}, access_token)).status).toBe(403);
    expect((await ask('account.exportData')).status).toBe(200);
  });

  it('a level test belongs to its user', async () => {
    expect((await ask('englishTest.startTest')).status).toBe(200);
    const owners = await db()
      .selectFrom('english_tests')
      .innerJoin('users', 'users.id', 'english_tests.user_id')
      .select('email')
      .execute();
    expect(owners).toEqual([{ email: ANA }]);
    expect((await ask('englishTest.startTest', {}, null)).status).toBe(401);
  });

  it('an order and bills are found in the lists of the host', async () => {
    expect((await ask('orders.getOrder', { id: 4 })).body).toMatchObject({ id: 4 });
    expect((await ask('orders.getOrder', { id: 9999 })).status).toBe(404);
    const bills = await ask('finance.listBills', { ids: '105,106' });
    expect(bills.body.map(({ parcela_id }: { parcela_id: number }) => parcela_id)).toEqual([105, 106]);
    expect((await ask('finance.listBills', { ids: '105,999' })).status).toBe(404);
  });

  it('the statement has the paid bills of the host’s list, with a filter and sums', async () => {
    const bills = (await send('at-home/financeiro/')).body.parcelas as {
      id: number;
      status: string;
      pago_em: string;
    }[];
    const paid = bills.filter(({ status }) => status === 'paga');
    expect(paid.length).toBeGreaterThan(1);
    const { status, body } = await ask('finance.listTransactions');
    const days = body.items.map(({ em }: { em: string }) => em);
    expect([status, body.total, days]).toEqual([200, paid.length, days.toSorted().toReversed()]);
    expect(body.pago_centavos).toBe(body.meses.reduce((sum: number, { soma }: { soma: number }) => sum + soma, 0));
    const [newest] = days;
    const few = await ask('finance.listTransactions', { de: newest.slice(0, 10), tipo: 'parcela', limit: 1 });
    expect([few.body.items.length, few.body.limit]).toEqual([1, 1]);
    expect((await ask('finance.listTransactions', { tipo: 'cambio' })).body).toMatchObject({
      items: [],
      total: 0,
      pago_centavos: 0,
    });
    expect((await ask('finance.listTransactions', { de: 'ontem' })).status).toBe(422);
    expect((await ask('finance.listTransactions', {}, null)).status).toBe(401);
  });

  it('the events are those of the own tickets', async () => {
    const tickets = (await send('travel-campaigns/qr-codes/')).body as { campaign_id: number }[];
    const { status, body } = await ask('travel.listCampaigns');
    const ids = [...new Set(tickets.map(({ campaign_id }) => campaign_id))];
    expect([status, body.map(({ id }: { id: number }) => id)]).toEqual([200, ids]);
    expect(ids.length).toBeGreaterThan(0);
    await setQuirks(hosts[0]?.address ?? '', { quirks: ['html-500'], only: 'travel-campaigns/\\d' });
    expect((await ask('travel.listCampaigns')).status).toBe(500);
  });

  it('a manager finds a book whose reader the host does not name, and cannot link it', async () => {
    const helena = await tokenOf(portal.address, 'gestora@demo.example');
    const [book] = (await send('users/1/book/', helena)).body as { id: number; uuid: string }[];
    const found = await ask('books.findBook', { key: book?.uuid }, helena);
    expect(found.body).toMatchObject({ livro: { id: book?.id, is_empty: false }, leitor: null, de_outra_escola: true });
    expect((await ask('books.findBook', { key: 'NADA-9999' }, helena)).status).toBe(404);
    expect((await ask('books.linkUserBook', { id: 1 }, helena)).status).toBe(501);
  });

  it('a quote follows the price list of the host, and passes on a coupon that only the host can compute', async () => {
    const quote = (body: unknown) =>
      send('do/orders.quoteOrder/', ana, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const itens = [{ codigo_produto: 'WAY-2', quantidade: 3 }];
    const { body } = await quote({ itens, entrega: { tipo: 'escola' }, cupom: 'X' });
    expect(body).toMatchObject({ total_centavos: 164_400, economia_centavos: 6_000, frete_centavos: 0 });
    // A remark would remove the coupon from the order.
    expect(body).toMatchObject({ cupom_aviso: null, desconto_cupom_centavos: 0 });
    const home = await quote({ itens, entrega: { tipo: 'endereco', endereco: { state: 'SP' } } });
    expect([home.status, home.body.fields]).toEqual([422, { entrega: 'Escolha retirar na escola' }]);
    for (const wrong of [
      {},
      null,
      { itens: [] },
      { itens: [null] },
      { itens: [{ codigo_produto: '..', quantidade: 1 }] },
    ]) {
      expect((await quote(wrong)).status).toBeGreaterThanOrEqual(400);
      expect((await quote(wrong)).status).toBeLessThan(500);
    }
    const long = await quote({ itens, entrega: { tipo: 'escola' }, cupom: 'X'.repeat(70_000) });
    expect([long.status, long.body]).toEqual([413, { detail: 'Os dados enviados passam do tamanho permitido.' }]);
  });

  it('AUTH-26 the portal lets only the owner pay a bill: the host does not check', async () => {
    const pix = (bill: string, token: string | null) =>
      send(`financeiro-parcelas/${bill}/cobranca/execute/pix/portal/`, token);
    const bruno = await tokenOf(portal.address, 'visitante@demo.example');
    expect((await pix('105', null)).status).toBe(404);
    expect((await pix('105', bruno)).status).toBe(404);
    expect((await pix('105?com=106,1', ana)).status).toBe(404);
    expect(await takeRequests(hosts[1]?.address ?? '')).toEqual([]);
    const charge = await pix('105', ana);
    expect(charge.body.br_code).toMatch(/^000201/);
    expect(charge.body.qr_svg_url).toMatch(/^data:image\/svg\+xml,/);
  });

  it('a bill takes five card attempts an hour', async () => {
    const pay = () =>
      send('financeiro-parcelas/107/cobranca/execute/cartao-credito/portal/', ana, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
    for (const _ of [1, 2, 3, 4, 5]) expect((await pay()).status).not.toBe(429);
    expect((await pay()).status).toBe(429);
  });

  it.each([['a password', 'login/access-token/', { username: 'familia@demo.example', password: 'portal-demo' }]])(
    'AUTH-05, AUTH-06 a login with several accounts behind %s: one is chosen without typing again',
    async (_what, path, typed) => {
      const form = { ...OWN, 'content-type': 'application/x-www-form-urlencoded' };
      const listed = await sendRaw(portal, `/api/v1/${path}`, {
        method: 'POST',
        headers: form,
        body: new URLSearchParams(typed).toString(),
      });
      const { users } = JSON.parse(listed.text) as { users: { id: number }[] };
      expect(users).toHaveLength(2);
      const ticket = [listed.headers['set-cookie']].flat().find((line) => line?.startsWith('portal_choice='));
      expect(ticket).toMatch(/HttpOnly/);
      const cookie = ticket?.split(';')[0] ?? '';
      const chosen = await sendRaw(portal, '/api/v1/login/access-token/', {
        method: 'POST',
        headers: { ...form, cookie },
        body: `user_id=${users[1]?.id}`,
      });
      expect(chosen.status).toBe(200);
      const session = [chosen.headers['set-cookie']].flat().find((line) => line?.startsWith('portal_session='));
      expect(session).toMatch(/HttpOnly/);
      const related = await sendRaw(portal, '/api/v1/users/related/', {
        method: 'PUT',
        headers: { ...OWN, 'content-type': 'application/json', cookie: session?.split(';')[0] ?? '' },
        body: JSON.stringify({
          drive_users_ids: (users as unknown as { drive_user_id: number }[]).map((each) => each.drive_user_id),
        }),
      });
      expect([related.status, JSON.parse(related.text).related_users.length]).toEqual([200, 1]);
    },
  );
});

describe.each(engines)('a row for somebody that a host confirms, on %s', (engine) => {
  let school: TestSchool;
  const external = (user: Partial<User>, host = 'portal.example'): ExternalUser => ({
    user: {
      ...{ id: 7, drive_user: null, user_actions: [], is_club: true, driver_tour: {}, updated_at: null },
      ...{ pwa_installed: false, phone: null, cep: null, cpf: null, email: 'A@b.example', full_name: 'Ana Lá' },
      ...{ street_number: null, street: null, birth_date: null, is_minor: false, email_verified: true },
      ...{ related_users: [], notification_preferences: {}, created_at: '2026-01-01T00:00:00Z' },
      ...user,
    },
    tokenId: 'digest',
    scope: 'full',
    host,
  });
  const company = {
    ...{ id: 5, escola_id: 3, venda_direta_allow: true, nome: 'KNN Lá', marca: 'knn' as const, cidade: 'Recife' },
    ...{ uf: 'PE', timezone: 'America/Recife' },
  };
  const drive = { id: 70, company, matricula: 'x', nome: 'Ana Lá', papel: 'aluno' as const };
  beforeAll(async () => {
    school = await openTestSchool(engine);
  });
  afterAll(() => school.close());
  const enter = (person: ExternalUser) => sessionOfExternal(school.school, person);

  it('ids of two hosts never collide, nor with own ids', async () => {
    const [one, again, other] = [
      await enter(external({})),
      await enter(external({})),
      await enter(external({}, 'other.example')),
    ];
    expect(one.userId).toBe(again.userId);
    expect(one.userId).not.toBe(other.userId);
    expect(one.userId).not.toBe(7);
  });

  it('ten concurrent first calls create one row and one unit', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => enter(external({ id: 8, drive_user: drive }))));
    expect(new Set(all.map(({ userId }) => userId)).size).toBe(1);
    const rows = await school.school.db.selectFrom('users').select('id').where('full_name', '=', 'Ana Lá').execute();
    expect(rows).toHaveLength(3);
    const units = await school.school.db.selectFrom('companies').select('id').where('nome', '=', 'KNN Lá').execute();
    expect(units).toHaveLength(1);
  });

  it.each([
    [21, '', 'America/Sao_Paulo'],
    [22, 'GMT menos 3', 'America/Sao_Paulo'],
    [23, 'America/Manaus', 'America/Manaus'],
  ])(
    'a unit whose host names its zone %i as "%s" gets one that clocks know, and jobs go on',
    async (id, given, zone) => {
      const nome = `KNN ${id}`;
      await enter(external({ id, drive_user: { ...drive, company: { ...company, id, nome, timezone: given } } }));
      const { db } = school.school;
      const unit = await db
        .selectFrom('companies')
        .select('timezone')
        .where('nome', '=', nome)
        .executeTakeFirstOrThrow();
      expect(unit.timezone).toBe(zone);
      await db.updateTable('companies').set({ timezone: given }).where('nome', '=', nome).execute();
      await advanceClasses(school.school);
      await db.updateTable('companies').set({ timezone: zone }).where('nome', '=', nome).execute();
    },
  );

  it('roles follow the host’s answer, and a new name is stored', async () => {
    const session = await enter(external({ full_name: 'Ana Nova', user_actions: [{ action_id: 4, name: 'x' }] }));
    expect([...session.actionIds]).toEqual([4]);
    expect((await enter(external({ full_name: 'Ana Nova' }))).actionIds.size).toBe(0);
    const { full_name, email_key } = await school.school.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', session.userId)
      .executeTakeFirstOrThrow();
    expect([full_name, email_key]).toEqual(['Ana Nova', 'a@b.example']);
  });
});
