import { describe, expect, it, vi } from 'vitest';
import { ApiError, createClient, overHttp, type Transport } from '../../../../src/lib/api/client.ts';
import type { Call } from '../../../../src/lib/contract/core.ts';
import { contract } from '../../../../src/lib/contract/index.schema.ts';

const { account, auth, books, club, finance, onlineClasses, pedagogico } = contract;

/** A client whose requests are recorded and answered by `answer`. */
function clientThat(answer: () => Response | Promise<Response>, more: Partial<Transport> = {}) {
  const sent: Request[] = [];
  const client = createClient({
    send: overHttp((path, init) => {
      sent.push(new Request(new URL(path, 'https://portal.example'), init));
      return Promise.resolve().then(answer);
    }),
    tmz: () => -3,
    ...more,
  });
  return { client, sent, first: () => sent[0] as Request };
}
const ok =
  (body: unknown = {}) =>
  () =>
    Response.json(body);
const refused = (status: number, body: unknown) => () => Response.json(body, { status });
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

describe('what is sent', () => {
  it('API-12: method, address and Accept header', async () => {
    const { client, first } = clientThat(ok({ id: 7 }));
    expect(await client(account.getUser, { params: { id: 7 } })).toEqual({ id: 7 });
    expect(first().method).toBe('GET');
    expect(first().url).toBe('https://portal.example/api/v1/users/id/7/');
    expect(first().headers.get('accept')).toBe('application/json');
    expect(first().headers.has('content-type')).toBe(false);
  });

  it('API-16: a JSON body', async () => {
    const { client, first } = clientThat(ok());
    await client(account.updateClub, { body: { is_club: true, accepted_rules_version: '1' } });
    expect(first().headers.get('content-type')).toBe('application/json');
    expect(await first().json()).toEqual({ is_club: true, accepted_rules_version: '1' });
  });

  it('API-01: the login is sent as a form without empty fields', async () => {
    const { client, first } = clientThat(ok());
    await client(auth.login, {
      body: { username: 'ana@demo.example', password: 'a&b=c+d é', cupom: '', company: undefined },
    });
    expect(first().headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/);
    expect([...new URLSearchParams(await first().text())]).toEqual([
      ['username', 'ana@demo.example'],
      ['password', 'a&b=c+d é'],
    ]);
  });

  it('API-46: an upload keeps the boundary that the browser chooses', async () => {
    const { client, first } = clientThat(ok());
    const body = new FormData();
    body.set('file', new Blob(['abc']), 'licao.txt');
    await client(pedagogico.uploadActivity, { params: { id: 5 }, body });
    expect(first().headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    expect(((await first().formData()).get('file') as File).name).toBe('licao.txt');
  });

  it.each([
    [-3, '-3'],
    [5.5, '5.5'],
    [0, '0'],
  ])('CONST-16: the clock header, %d hours east', async (hours, header) => {
    const { client, first } = clientThat(ok(), { tmz: () => hours });
    await client(account.getMe);
    expect(first().headers.get('tmz')).toBe(header);
  });

  it('CONST-16: postal codes, and calls where the clock is unknown, carry no clock header', async () => {
    const postal = clientThat(ok());
    await postal.client(account.getAddress, { params: { cep: '13010100' } });
    expect(postal.first().headers.has('tmz')).toBe(false);
    const page = clientThat(ok(), { tmz: () => null });
    await page.client(account.getMe);
    expect(page.first().headers.has('tmz')).toBe(false);
  });

  it('an Idempotency-Key is sent only when given', async () => {
    const { client, sent } = clientThat(ok());
    await client(finance.payWithPix, { params: { id: 3 }, query: {} });
    await client(finance.payWithPix, { params: { id: 3 }, query: {} }, { idempotencyKey: 'k-1' });
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, 'k-1']);
  });

  it('AUTH-26: page scripts hold no token, so the client sends none', async () => {
    const { client, first } = clientThat(ok());
    await client(club.listRewards);
    expect(first().headers.has('authorization')).toBe(false);
  });

  it('API-96, CONST-15: the client sets no time-out', async () => {
    const init = vi.fn<Parameters<typeof overHttp>[0]>(() => Promise.resolve(Response.json({})));
    await createClient({ send: overHttp(init), tmz: () => null })(account.getMe);
    expect(init.mock.calls[0]?.[1].signal).toBeUndefined();
  });

  it('a parameter that would change the path is refused before anything is sent', async () => {
    const { client, sent } = clientThat(ok());
    const error = await failure(client(books.getBook, { params: { uuid: '..' } }));
    expect(error).toMatchObject({ status: 404, detail: 'Não encontramos o que você procura.' });
    expect(sent).toEqual([]);
  });
});

describe('what comes back', () => {
  it('API-47: a file is returned as the Response', async () => {
    const { client } = clientThat(() => new Response('bytes'));
    const answers: Response[] = [
      await client(pedagogico.downloadActivity, { params: { id: 1, n: 2 } }),
      // What the schema describes is the text inside.
      (await client(onlineClasses.getFeed, { params: { secret: 's' } })) as unknown as Response,
    ];
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['bytes', 'bytes']);
  });

  it.each([
    [{ fields: { cep: { toString: 1 }, uf: 'Confira' }, code: 7 }, { uf: 'Confira' }],
    [{ fields: ['x', { length: 1 }] }, {}],
    [{ fields: null }, {}],
  ])('only texts are read from the fields of a refusal: %j', (body, stored) => {
    const { fields, code } = new ApiError(422, { detail: 'Confira os dados.', ...body });
    expect([fields, code]).toEqual([stored, undefined]);
  });

  it('API-94: status, detail, fields and code of a refusal', async () => {
    const body = { detail: 'Confira os dados.', fields: { cep: 'Campo obrigatório' }, code: 'invalid' };
    const { client } = clientThat(refused(422, body));
    const error = await failure(client(account.getMe));
    expect(error).toMatchObject({ name: 'ApiError', status: 422, message: 'Confira os dados.', ...body });
  });

  it.each([
    ['a page of a proxy', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
    ['nothing at all', () => new Response(null, { status: 502 })],
    ['half a body', () => new Response('{"detail":"Err', { status: 502 })],
    ['null', refused(502, null)],
    ['a text', refused(502, 'oops')],
    ['a list', refused(502, [])],
    ['a number as detail', refused(502, { detail: 42 })],
    ['a list as detail', refused(502, { detail: [{ msg: 'field required' }] })],
    ['an object as detail', refused(502, { detail: { toString: 'x' } })],
  ])('ERR-17: a refusal with %s has no text to show', async (_name, answer) => {
    const error = await failure(clientThat(answer).client(account.getMe));
    expect(error).toMatchObject({ status: 502, detail: '', fields: {}, code: undefined, message: 'HTTP 502' });
  });

  it.each([
    ['a page of a captive network', () => new Response('<!doctype html>')],
    ['half a body', () => new Response('{"id":7,')],
    ['nothing at all', () => new Response(null)],
  ])('ERR-17: success with %s counts as no answer', async (_name, answer) => {
    const error = await failure(clientThat(answer).client(account.getMe));
    expect(error.status).toBe(0);
    expect(error.detail).toContain('Verifique sua conexão');
  });

  it('ERR-17: a lost connection is status 0 with a sentence that can be shown', async () => {
    const { client } = clientThat(() => Promise.reject(new TypeError('Failed to fetch')));
    const error = await failure(client(account.getMe));
    expect(error.status).toBe(0);
    expect(error.detail).toContain('Verifique sua conexão');
  });

  it('an aborted call rejects with the abort reason, not as a failure', async () => {
    const giveUp = new AbortController();
    giveUp.abort();
    const fetching = clientThat(() => Promise.reject(giveUp.signal.reason));
    await expect(fetching.client(account.getMe, undefined, { signal: giveUp.signal })).rejects.toBe(
      giveUp.signal.reason,
    );
    const reading = clientThat(
      () => new Response(new ReadableStream({ pull: (stream) => stream.error(giveUp.signal.reason) })),
    );
    await expect(reading.client(account.getMe, undefined, { signal: giveUp.signal })).rejects.toBe(
      giveUp.signal.reason,
    );
  });
});

describe('ERR-11, ERR-12: the listener of refusals', () => {
  it.each([401, 403, 405, 500])('the listener is notified of %d and its call before the caller', async (status) => {
    const heard: unknown[] = [];
    const onRefusal = vi.fn((error: ApiError, call: Call) => heard.push(error.status, call.path));
    const { client } = clientThat(refused(status, { detail: 'x' }), { onRefusal });
    await failure(client(account.getMe).finally(() => heard.push('caller')));
    expect(heard).toEqual([status, 'users/me/', 'caller']);
  });

  it('the listener is not notified of success or of a lost connection', async () => {
    const onRefusal = vi.fn();
    await clientThat(ok(), { onRefusal }).client(account.getMe);
    await failure(clientThat(() => Promise.reject(new TypeError('x')), { onRefusal }).client(account.getMe));
    expect(onRefusal).not.toHaveBeenCalled();
  });
});

it('an ApiError of another copy of the module is recognized, and nothing else', () => {
  const other = Object.assign(new Error('HTTP 400'), { isApiError: true, status: 400, detail: 'x' });
  expect(other).toBeInstanceOf(ApiError);
  expect(new ApiError(400, { detail: 'x' })).toBeInstanceOf(ApiError);
  for (const value of [new Error('x'), { isApiError: true }, null, undefined]) {
    expect(value instanceof ApiError).toBe(false);
  }
});
