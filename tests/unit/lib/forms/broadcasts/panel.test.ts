import { expect, it, vi } from 'vitest';
import { ApiError, type Client } from '../../../../../src/lib/api/client.ts';
import type { Broadcast } from '../../../../../src/lib/contract/broadcasts.schema.ts';
import type { Call } from '../../../../../src/lib/contract/core.ts';
import { serveBroadcast, serveBroadcastList, serveWriting } from '../../../../../src/lib/forms/broadcasts/panel.ts';
import { blank, inputOf, nobody } from '../../../../../src/lib/rules/broadcasts/broadcast-form.ts';

const at = '2026-11-20T12:00:00.000Z';
const zone = 'America/Sao_Paulo';
const broadcast = (more: Partial<Broadcast> = {}): Broadcast => ({
  ...{ ...inputOf(blank), title: 'Aula', body: 'Hoje', audience: { ...nobody, all: true } },
  ...{ id: 7, status: 'rascunho', created_by: { id: 1, full_name: 'Helena Prado' }, version: 3 },
  ...{ created_at: at, updated_at: at },
  ...more,
});
const post = (values: Record<string, string>) =>
  new Request('http://portal.example/x', { method: 'POST', body: new URLSearchParams(values) });

/** A server of which each call is answered by its method and path. */
function serverOf(answers: Record<string, (input: { body?: never }) => unknown>) {
  const sent = vi.fn(async (call: Call, input: { body?: never }, options?: object) => {
    void options;
    const handler = answers[`${call.method} ${call.path}`];
    if (!handler) throw new ApiError(404, {});
    return handler(input);
  });
  const keys = () => sent.mock.calls.flatMap(([, , options]) => (options ? [options] : []));
  return { api: sent as unknown as Client, sent, keys };
}
const list = (of: Broadcast) => ({ 'GET push-notifications-sending/': () => ({ items: [of] }) });
const reaches = (people: number) => ({
  'GET portal/manager/audience/preview/': () => ({ people, devices: 0, without_push: people, opted_out: 0 }),
});

it('text that was written stays when somebody else was faster; sent again, it is meant', async () => {
  const theirs = broadcast({ title: 'A da Júlia', version: 4 });
  const { api, sent } = serverOf({
    ...list(theirs),
    'PUT push-notifications-sending/': () => {
      throw new ApiError(409, { code: 'changed', detail: 'mudou' });
    },
  });
  const form = { title: 'A minha', body: 'Hoje', link: '/dashboard', version: '3', acao: 'salvar' };
  const page = await serveWriting(api, '7', post(form));
  expect(page).toMatchObject({
    broadcast: { version: 4 },
    initial: { title: 'A minha' },
    refused: { problem: 'Outra pessoa mudou esta mensagem', fields: { version: 'A da Júlia — Hoje' } },
  });
  expect(sent.mock.calls.find(([{ method }]) => method === 'PUT')?.[1]).toMatchObject({ body: { version: 3 } });
});

it('nothing goes out before its number of people was confirmed; another number is shown first', async () => {
  const send = vi.fn(() => ({}));
  const server = {
    ...list(broadcast()),
    'PUT push-notifications-sending/': () => broadcast({ version: 4 }),
    'POST push-notifications-sending/send/': send,
  };
  const first = serverOf({ ...server, ...reaches(12) });
  const page = await serveBroadcast(first.api, '7', post({ acao: 'enviar', quem: 'todos', quando: 'agora' }), zone);
  expect(page).toMatchObject({ reach: { people: 12 }, confirm: { at: null } });
  expect(send).not.toHaveBeenCalled();

  const confirm = post({ acao: 'confirmar', pessoas: '12', em: '', chave: 'abcdefgh' });
  const grown = serverOf({ ...server, ...reaches(13) });
  expect(await serveBroadcast(grown.api, '7', confirm, zone)).toMatchObject({
    reach: { people: 13 },
    confirm: { key: 'abcdefgh' },
    refused: { problem: expect.stringContaining('mudou') },
  });
  expect(send).not.toHaveBeenCalled();

  const again = post({ acao: 'confirmar', pessoas: '13', em: '', chave: 'abcdefgh' });
  expect(await serveBroadcast(grown.api, '7', again, zone)).toBe('/manager-panel/push-notification/history/7');
  expect(grown.keys()).toEqual([{ idempotencyKey: 'abcdefgh' }]);
});

it('a time other than the saved one is not sent', async () => {
  const send = vi.fn((_input: object) => ({}));
  const scheduled_at = '2030-11-25T13:30:00.000Z';
  const { api } = serverOf({
    ...list(broadcast({ scheduled_at })),
    ...reaches(2),
    'POST push-notifications-sending/send/': send,
  });
  const form = { acao: 'confirmar', pessoas: '2', em: '2040-01-01T00:00:00.000Z', chave: 'abcdefgh' };
  await serveBroadcast(api, '7', post(form), zone);
  expect(send.mock.calls[0]?.[0]).toEqual({ body: { id: 7, scheduled_at } });
});

it('a copy has the text and the audience, not the time', async () => {
  const create = vi.fn((_input: object) => broadcast({ id: 8 }));
  const { api } = serverOf({
    ...list(broadcast({ scheduled_at: '2030-11-25T13:30:00.000Z', repeat: 'diaria', repeat_until: '2031-01-01' })),
    'POST push-notifications-sending/': create,
  });
  expect(await serveBroadcastList(api, post({ acao: 'duplicar', id: '7' }))).toEqual({
    to: '/manager-panel/push-notification/create/8?feito=copia',
  });
  const body = create.mock.calls.map(([input]) => (input as { body: object }).body)[0] ?? {};
  expect(body).toMatchObject({ title: 'Aula', audience: { all: true } });
  expect(Object.keys(body)).not.toContain('scheduled_at');
});
