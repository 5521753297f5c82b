import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getFinance } from '../../src/lib/contract/finance.ts';
import type { PageHandler } from '../../src/process/pages.ts';
import { type FranchiseHost, type HostAnswer, jsonAnswer, openFranchiseHost } from '../support/franchise-host.ts';
import { openTestPortal, type RunningPortal, sendRaw } from '../support/portal.ts';

const ours = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
const form = { ...ours, 'content-type': 'application/x-www-form-urlencoded' };
/** Section 3 of the specification, to the letter. */
const specified = {
  id: 7,
  drive_user: { company: { id: 3, escola_id: 1, venda_direta_allow: true } },
  user_actions: [{ action_id: 4 }],
  is_club: true,
  driver_tour: { dashboard: true, 'pedagogico-list': false },
  updated_at: '2026-11-01T12:00:00Z',
  pwa_installed: false,
  phone: '11987654321',
  cep: '13010100',
  cpf: '52998224725',
  email: 'ana@escola.example',
  full_name: 'Ana Souza',
  street_number: '10',
  street: 'Rua A',
};
/** A page that requests the bills, as real pages do. */
const pageHandler: PageHandler = (_request, response, _next, { session }) => {
  const end = () => response.setHeader('content-type', 'text/html').end('<p>Suas parcelas não carregaram</p>');
  void session.api(getFinance).then(end, end);
};

describe('D19 a franchise that answers exactly what the specification says', () => {
  let host: FranchiseHost;
  let portal: RunningPortal;
  beforeAll(async () => {
    host = await openFranchiseHost();
    portal = await openTestPortal({ PORTAL_API_URL: host.address, DRIVE_API_URL: host.address }, { pageHandler });
  });
  afterAll(async () => {
    await portal.close();
    await host.close();
  });
  beforeEach(() => {
    host.seen.length = 0;
  });
  const get = (path: string, headers: Record<string, string>) =>
    sendRaw(portal, `/api/v1/${path}`, { headers: { ...ours, ...headers } });
  const logIn = () =>
    sendRaw(portal, '/api/v1/login/access-token/', { method: 'POST', headers: form, body: 'username=a&password=b' });
  /** 401, or another refusal, for the path, the user for `users/me`, a token for a login. */
  const refusing =
    (path: string, token = 'tok-1', refusal = 401): HostAnswer =>
    (request, response) => {
      const [status, body] = request.url?.includes(path)
        ? [refusal, { detail: 'Could not validate credentials' }]
        : [200, request.url?.includes('access-token') ? { access_token: token } : specified];
      jsonAnswer(status as number, body)(request, response);
    };

  it.each([
    [{ access_token: 'tok-1' }],
    [{ access_token: 'tok-1', token_type: 'bearer' }],
    [{ access_token: 'tok-1', token_type: 'Bearer' }],
    [{ access_token: 'tok-1', token_type: 'BEARER', users: null, expires_at: null }],
  ])('a login is %j', async (answer) => {
    host.answer = jsonAnswer(200, answer);
    const { status, text, headers } = await logIn();
    expect([status, JSON.parse(text)]).toMatchObject([200, { users: [], access_token: null, token_type: 'bearer' }]);
    expect([headers['set-cookie']].flat().join()).toContain('portal_session=tok-1');
  });

  it('a login answers a list of users if several match', async () => {
    const choice = { drive_user_id: 1, cpf_masked: '***.456.789-**', school_name: 'Centro' };
    const users = [8, 9].map((id) => ({ id, full_name: `Pessoa ${id}`, ...choice }));
    host.answer = jsonAnswer(200, { users });
    const { status, text, headers } = await logIn();
    expect([status, JSON.parse(text)]).toMatchObject([200, { users: [{ id: 8 }, { id: 9 }], access_token: null }]);
    expect([headers['set-cookie']].flat().join()).not.toContain('portal_session=');
  });

  it.each([[{ token_type: 'mac', access_token: 'tok-1' }], [{ ok: true }], [{}], [[]], [{ users: [] }]])(
    'AUTH-11 a login is not %j',
    async (answer) => {
      host.answer = jsonAnswer(200, answer);
      const { status, text } = await logIn();
      expect([status, JSON.parse(text).detail]).toEqual([502, 'Erro ao efetuar login']);
    },
  );

  const post = (body: unknown) => ({
    method: 'POST',
    headers: { ...ours, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  it.each([
    ['Erro ao efetuar login', logIn],
    [
      'Erro ao solicitar recuperação de senha',
      () => sendRaw(portal, '/api/v1/login/recover-password/?email=a@b.example', post({})),
    ],
    [
      'Erro ao resetar senha',
      () => sendRaw(portal, '/api/v1/login/reset-password/?token=t', post({ new_password: 'uma senha bem longa 7' })),
    ],
    ['Erro ao pesquisar por livro', () => get('users/book/KNN-1/', {})],
  ])('AUTH-11, AUTH-18, AUTH-19 a host that says no reason lets the catalogue speak: %s', async (words, send) => {
    const page: HostAnswer = (_request, response) => response.writeHead(500).end('<h1>Internal Server Error</h1>');
    const list = jsonAnswer(422, { detail: [{ loc: ['body'], msg: 'field required' }] });
    for (const answer of [jsonAnswer(404, {}), list, jsonAnswer(500, {}), jsonAnswer(500, { detail: '' }), page]) {
      host.answer = answer;
      expect(JSON.parse((await send()).text).detail).toBe(words);
    }
    host.answer = jsonAnswer(409, { detail: 'Conta suspensa.' });
    expect(JSON.parse((await send()).text).detail).toBe('Conta suspensa.');
  });

  it.each([
    [{ success: false, message: 'Prazo vencido.' }, 422, 'Prazo vencido.'],
    [{ error: 'Prazo vencido.' }, 422, 'Prazo vencido.'],
    [{ ok: false }, 502, 'A escola não confirmou o pedido. Ele pode ter sido feito: confira antes de repetir.'],
    [{ success: true }, 200, 'Feito.'],
  ])('ERR-17 a write that is answered with 200 and %j', async (answer, status, detail) => {
    host.answer = jsonAnswer(200, answer);
    const said = await sendRaw(portal, '/api/v1/login/recover-password/?email=a@b.example', post({}));
    expect([said.status, JSON.parse(said.text).detail]).toEqual([status, detail]);
  });

  it('an empty answer of a host for one thing gives 404, except for the user', async () => {
    const cookie = 'portal_session=tok-none';
    for (const nothing of [{}, [], null]) {
      host.answer = jsonAnswer(200, nothing);
      const one = await get('travel-campaigns/5/', { cookie });
      expect([one.status, JSON.parse(one.text).detail]).toEqual([404, 'A escola ainda não tem nada aqui.']);
      expect((await get('pre-invoice/?limit=5', { cookie })).text).toBe('{"items":[],"total":0,"limit":5,"offset":0}');
      expect((await get('users/me/', { cookie })).status).toBe(502);
    }
  });

  it('a change of the user with an unexpected answer is read back from users/me/', async () => {
    const change = {
      method: 'PUT',
      headers: { ...ours, 'content-type': 'application/json' },
      body: '{"street":"Rua B"}',
    };
    const cookie = 'portal_session=tok-change';
    const sent = () => sendRaw(portal, '/api/v1/users/profile/', { ...change, headers: { ...change.headers, cookie } });
    const empty: HostAnswer = (_request, response) => response.writeHead(204).end();
    for (const body of [{}, { detail: 'ok' }, null, { id: 7, street: 'Rua B' }, [], undefined]) {
      const answer = body === undefined ? empty : jsonAnswer(200, body);
      host.answer = (request, response) =>
        (request.url?.includes('profile') ? answer : jsonAnswer(200, specified))(request, response);
      const { status, text } = await sent();
      expect([status, JSON.parse(text)]).toMatchObject([200, { id: 7, full_name: 'Ana Souza' }]);
    }
    host.answer = jsonAnswer(200, { ...specified, street: 'Rua B' });
    host.seen.length = 0;
    expect(JSON.parse((await sent()).text).street).toBe('Rua B');
    expect(host.seen).toHaveLength(1);
  });

  it.each([
    ['nothing', {}, 200],
    ['the bill and no more', { parcelas: [{ id: '7' }] }, 200],
    ['a plain list', [{ id: 7 }], 200],
    ['the bills of each contract', { contratos: [{ id: 1, parcelas: [{ id: 7 }] }] }, 200],
    ['no bills', { parcelas: [] }, 404],
    ['an empty list', [], 404],
    ['bills of somebody', { parcelas: [{ id: 8 }] }, 404],
    ['a contract of that number', { contratos: [{ id: 7, parcelas: [{ id: 8 }] }] }, 404],
  ])('API-25, API-26 Pix and card where at-home/financeiro says %s', async (what, finance, status) => {
    host.answer = (request, response) => {
      const { url = '' } = request;
      jsonAnswer(200, url.includes('financeiro/') ? finance : url.includes('pre-invoice') ? [] : {})(request, response);
    };
    const path = 'financeiro-parcelas/7/cobranca/execute';
    const headers = { ...ours, cookie: `portal_session=tok-${encodeURIComponent(what)}` };
    const pix = await sendRaw(portal, `/api/v1/${path}/pix/portal/`, { headers });
    const card = post({ card_token: 't', cpf: '52998224725', installments: 1, save_card: false });
    const paid = await sendRaw(portal, `/api/v1/${path}/cartao-credito/portal/`, {
      ...card,
      headers: { ...card.headers, ...headers },
    });
    const isSent = (way: string) => host.seen.some(({ line }) => line.includes(`/${path}/${way}/portal/`));
    expect([isSent('pix'), isSent('cartao-credito')]).toEqual([status === 200, status === 200]);
    if (status === 404) expect([pix.status, paid.status]).toEqual([404, 404]);
  });

  it('the current user has the fields of section 3, and defaults for the rest', async () => {
    host.answer = jsonAnswer(200, specified);
    const { status, text } = await get('users/me/', { cookie: 'portal_session=tok-me' });
    expect([status, JSON.parse(text)]).toMatchObject([
      200,
      {
        ...specified,
        drive_user: { id: 7, nome: 'Ana Souza', company: { id: 3, escola_id: 1, venda_direta_allow: true, nome: '' } },
        user_actions: [{ action_id: 4, name: '' }],
        driver_tour: { dashboard: true },
        birth_date: null,
        is_minor: false,
        email_verified: false,
        related_users: [],
      },
    ]);
    for (const bare of [{ drive_user: null }, { user_actions: null, driver_tour: null, full_name: null }]) {
      host.answer = jsonAnswer(200, { ...specified, ...bare });
      expect((await get('users/me/', { cookie: 'portal_session=tok-me' })).status).toBe(200);
    }
  });

  it('ERR-11 a 401 of any call ends the session until the next login', async () => {
    const cookie = 'portal_session=tok-1';
    host.answer = refusing('at-home');
    expect((await get('users/me/', { cookie })).status).toBe(200);
    expect((await get('at-home/financeiro/', { cookie })).status).toBe(401);
    host.answer = refusing('nowhere');
    host.seen.length = 0;
    const over = await get('users/me/', { cookie });
    expect([over.status, JSON.parse(over.text).detail]).toEqual([401, 'Sua sessão terminou. Entre de novo.']);
    expect((await get('do/inbox.countUnreadNotices/', { cookie })).status).toBe(401);
    expect(host.seen).toEqual([]);
    expect((await get('users/me/', { cookie: 'portal_session=of-somebody-else' })).status).toBe(200);
    expect((await logIn()).status).toBe(200);
    expect((await get('users/me/', { cookie })).status).toBe(200);
  });

  it('ERR-11 a request without a session ends none: a wrong password, a client with a token of its own', async () => {
    const cookie = 'portal_session=tok-2';
    host.answer = refusing('access-token');
    const headers = { ...form, cookie };
    const wrong = await sendRaw(portal, '/api/v1/login/access-token/', { method: 'POST', headers, body: 'username=a' });
    expect(wrong.status).toBe(401);
    host.answer = refusing('at-home');
    expect((await get('at-home/financeiro/', { authorization: 'Bearer tok-2' })).status).toBe(401);
    expect((await get('users/me/', { cookie })).status).toBe(200);
  });

  it('ERR-11, AUTH-25 a page whose call is answered with 401 redirects to the login, and is not shown in part', async () => {
    host.answer = refusing('at-home');
    const page = await sendRaw(portal, '/financial?a=1', { headers: { cookie: 'portal_session=tok-3' } });
    expect([page.status, page.headers.location, page.text]).toEqual([
      302,
      '/login/main?next=%2Ffinancial%3Fa%3D1&motivo=sessao',
      '',
    ]);
    expect([page.headers['set-cookie']].flat().join()).toMatch(/portal_session=;.*Max-Age=0/);
    const visitor = await sendRaw(portal, '/financial');
    expect([visitor.status, visitor.text]).toEqual([200, expect.stringContaining('não carregaram')]);
  });

  it('ERR-12 a page whose call is answered with 405 redirects to the main screen, once a minute', async () => {
    host.answer = refusing('at-home', 'tok-1', 405);
    const ask = (cookie: string) => sendRaw(portal, '/financial', { headers: { cookie } });
    const first = await ask('portal_session=tok-405');
    expect([first.status, first.headers.location, first.text]).toEqual([302, '/main/dashboard', '']);
    const marks = [first.headers['set-cookie']].flat().map((line) => String(line));
    expect(marks.join()).toMatch(/portal_405=[^,]*Max-Age=60/);
    expect(marks.join()).not.toContain('portal_session=;');
    const second = await ask('portal_session=tok-405; portal_405=1');
    expect([second.status, second.text]).toEqual([200, expect.stringContaining('não carregaram')]);
    const form = await sendRaw(portal, '/financial', {
      method: 'POST',
      headers: { cookie: 'portal_session=tok-405', 'content-type': 'application/x-www-form-urlencoded', ...ours },
      body: 'a=b',
    });
    expect(form.status).toBe(200);
  });

  it.each([
    [
      {
        user_id: 7,
        endpoint: 'https://push.example/1',
        p256dh: 'p',
        auth: 'abc',
        is_pwa: false,
        device_type: 'mobile',
      },
    ],
    [{}],
  ])('PUSH-12 a device is found, updated and deleted by its auth value: the host answers %j', async (record) => {
    const device = { user_id: 7, auth: 'abc', is_pwa: false, device_type: 'mobile' };
    const whole = { ...device, endpoint: 'https://push.example/1', p256dh: 'p' };
    const send = (method: string, path: string, body?: object) =>
      sendRaw(portal, `/api/v1/push-notifications/${path}`, {
        method,
        headers: { ...ours, cookie: 'portal_session=tok-push', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    host.answer = jsonAnswer(200, record);
    expect((await send('GET', 'abc/')).status).toBe(200);
    expect((await send('PUT', 'update/', device)).status).toBe(200);
    expect((await send('POST', 'subscribe/', whole)).status).toBe(200);
    host.answer = jsonAnswer(200, {});
    expect((await send('DELETE', 'unsubscribe/abc/')).status).toBe(200);
    host.answer = jsonAnswer(404, {});
    expect((await send('GET', 'abc/')).status).toBe(404);
    expect(host.seen.map(({ line }) => line)).toEqual([
      'GET /api/v1/push-notifications/abc/',
      'PUT /api/v1/push-notifications/update/',
      'POST /api/v1/push-notifications/subscribe/',
      'DELETE /api/v1/push-notifications/unsubscribe/abc/',
      'GET /api/v1/push-notifications/abc/',
    ]);
  });
});

describe('BRAND-01 each brand has its portal host', () => {
  it('calls go to the host of the visited brand, and never mix two people', async () => {
    const [knn, phenom, drive] = await Promise.all([openFranchiseHost(), openFranchiseHost(), openFranchiseHost()]);
    const portal = await openTestPortal({
      ...{ PORTAL_API_URL: knn.address, BRAND2_PORTAL_API_URL: phenom.address, DRIVE_API_URL: drive.address },
      ALLOWED_HOSTS: 'aluno.example,phenom.example',
    });
    const ask = (path: string, host: string) =>
      sendRaw(portal, `/api/v1/${path}`, { headers: { host, authorization: 'Bearer tok-of-both' } });
    knn.answer = jsonAnswer(200, specified);
    phenom.answer = jsonAnswer(200, { ...specified, full_name: 'Davi Prado' });
    const names = [];
    for (const host of ['aluno.example', 'phenom.example']) {
      const { text } = await ask('users/me/', host);
      names.push(JSON.parse(text).full_name, JSON.parse(text).drive_user.company.marca);
    }
    expect(names).toEqual(['Ana Souza', 'knn', 'Davi Prado', 'phenom']);
    // The same id at the two hosts means two users.
    for (const host of ['aluno.example', 'phenom.example']) {
      expect((await ask('do/inbox.countUnreadNotices/', host)).status).toBe(200);
    }
    const known = await portal.running.school.db.selectFrom('vouched_users').select(['host', 'user_id']).execute();
    expect(new Set(known.map(({ host }) => host)).size).toBe(2);
    expect(new Set(known.map(({ user_id }) => user_id)).size).toBe(2);
    // An unavailable host does not affect the other brand.
    await phenom.close();
    for (let tries = 0; tries < 4; tries += 1) expect((await ask('users/me/', 'phenom.example')).status).toBe(502);
    expect((await ask('users/me/', 'aluno.example')).status).toBe(200);
    expect(drive.seen).toEqual([]);
    await Promise.all([portal.close(), knn.close(), drive.close()]);
  });

  it('with one host for both brands a school without a brand has that of the requested address', async () => {
    const host = await openFranchiseHost();
    const portal = await openTestPortal({
      ...{ PORTAL_API_URL: host.address, DRIVE_API_URL: host.address },
      ALLOWED_HOSTS: 'aluno.example,phenom.example',
    });
    host.answer = jsonAnswer(200, specified);
    const brandAt = async (name: string) => {
      const headers = { host: name, authorization: 'Bearer tok-of-both' };
      const { text } = await sendRaw(portal, '/api/v1/users/me/', { headers });
      return JSON.parse(text).drive_user.company.marca;
    };
    expect([await brandAt('aluno.example'), await brandAt('phenom.example')]).toEqual(['knn', 'phenom']);
    await Promise.all([portal.close(), host.close()]);
  });
});
