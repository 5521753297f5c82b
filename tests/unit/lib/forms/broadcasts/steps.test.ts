import { expect, it, vi } from 'vitest';
import { ApiError } from '../../../../../src/lib/api/client.ts';
import type { Broadcast } from '../../../../../src/lib/contract/broadcasts.schema.ts';
import type { Call } from '../../../../../src/lib/contract/core.ts';
import { openSending, sendForms } from '../../../../../src/lib/forms/broadcasts/send.ts';
import { openWriting, writeMessage } from '../../../../../src/lib/forms/broadcasts/write.ts';
import { type FormPage, submit } from '../../../../../src/lib/forms/submit.ts';
import type { PageApi } from '../../../../../src/lib/page/page-session.ts';
import { blank, inputOf, nobody } from '../../../../../src/lib/rules/broadcasts/broadcast-form.ts';

const at = '2026-11-20T12:00:00.000Z';
const zone = 'America/Sao_Paulo';
const broadcast = (more: Partial<Broadcast> = {}): Broadcast => ({
  ...{ ...inputOf(blank), title: 'Aula', body: 'Hoje', audience: { ...nobody, all: true } },
  ...{ id: 7, status: 'rascunho', created_by: { id: 1, full_name: 'Helena Prado' }, version: 3 },
  ...{ created_at: at, updated_at: at },
  ...more,
});
const post = (api: PageApi, values: Record<string, string>): FormPage => ({
  request: new Request('http://portal.example/x', { method: 'POST', body: new URLSearchParams(values) }),
  url: new URL('http://portal.example/x'),
  locals: { session: { api } as FormPage['locals']['session'] },
});
/** The state of the page of message 7 after a form, or where it redirects. */
async function sendPage(api: PageApi, values: Record<string, string>) {
  const page = await openSending(api, '7', zone);
  return { page, ...(await submit(post(api, values), sendForms(page, zone))) };
}

/** A server that answers each call by its method and path. */
function serverOf(answers: Record<string, (input: { body?: never }) => unknown>) {
  const sent = vi.fn(async (call: Call, input: { body?: never }, options?: object) => {
    void options;
    const handler = answers[call.path === '' ? 'broadcasts.previewAudience' : `${call.method} ${call.path}`];
    if (!handler) throw new ApiError(404, {});
    return handler(input);
  });
  const keys = () => sent.mock.calls.flatMap(([, , options]) => (options ? [options] : []));
  const broadcasts = { previewAudience: (input: object) => sent({ method: 'GET', path: '' }, input) };
  return { api: Object.assign(sent, { broadcasts }) as unknown as PageApi, sent, keys };
}
const list = (of: Broadcast) => ({ 'GET push-notifications-sending/': () => ({ items: [of] }) });
const reaches = (people: number) => ({
  'broadcasts.previewAudience': () => ({ people, devices: 0, without_push: people, opted_out: 0 }),
});

it('after a conflicting edit the typed text stays in the form, which then has the new version', async () => {
  const theirs = broadcast({ title: 'A da Júlia', version: 4 });
  const { api, sent } = serverOf({
    ...list(theirs),
    'PUT push-notifications-sending/': () => {
      throw new ApiError(409, { code: 'changed', detail: 'mudou' });
    },
  });
  const form = { title: 'A minha', body: 'Hoje', link: '/dashboard', version: '3', acao: 'salvar' };
  const page = await openWriting(api, '7', null);
  const { to, refused } = await submit(post(api, form), writeMessage(page));
  expect(to).toBeNull();
  expect(page).toMatchObject({ broadcast: { version: 4 }, initial: { title: 'A minha' } });
  expect(refused).toMatchObject({
    problem: 'Outra pessoa mudou esta mensagem',
    fields: { version: 'A da Júlia — Hoje' },
  });
  expect(sent.mock.calls.find(([{ method }]) => method === 'PUT')?.[1]).toMatchObject({ body: { version: 3 } });
});

it('a message is sent only after its number of recipients is confirmed, and asked again if it changes', async () => {
  const send = vi.fn(() => ({}));
  const server = {
    ...list(broadcast()),
    'PUT push-notifications-sending/': () => broadcast({ version: 4 }),
    'POST push-notifications-sending/send/': send,
  };
  const first = serverOf({ ...server, ...reaches(12) });
  const requested = await sendPage(first.api, { acao: 'enviar', quem: 'todos', quando: 'agora' });
  expect(requested).toMatchObject({ to: null, refused: null, page: { reach: { people: 12 }, confirm: { at: null } } });
  expect(send).not.toHaveBeenCalled();

  const confirm = { acao: 'confirmar', em: '', chave: 'abcdefgh' };
  const grown = serverOf({ ...server, ...reaches(13) });
  expect(await sendPage(grown.api, { ...confirm, pessoas: '12' })).toMatchObject({
    to: null,
    page: { reach: { people: 13 }, confirm: { key: 'abcdefgh' } },
    refused: { problem: expect.stringContaining('mudou') },
  });
  expect(send).not.toHaveBeenCalled();

  const { to } = await sendPage(grown.api, { ...confirm, pessoas: '13' });
  expect(to).toBe('/manager-panel/push-notification/history/7');
  expect(grown.keys()).toEqual([{ idempotencyKey: 'abcdefgh' }]);
});

it('a message is sent at its saved time, not at another time in the form', async () => {
  const send = vi.fn((_input: object) => ({}));
  const scheduled_at = '2030-11-25T13:30:00.000Z';
  const { api } = serverOf({
    ...list(broadcast({ scheduled_at })),
    ...reaches(2),
    'POST push-notifications-sending/send/': send,
  });
  const form = { acao: 'confirmar', pessoas: '2', em: '2040-01-01T00:00:00.000Z', chave: 'abcdefgh' };
  expect((await sendPage(api, form)).refused).toBeNull();
  expect(send.mock.calls[0]?.[0]).toEqual({ body: { id: 7, scheduled_at } });
});

it('a copy has the text and audience of a message, but not its time', async () => {
  const { api, sent } = serverOf(
    list(broadcast({ scheduled_at: '2030-11-25T13:30:00.000Z', repeat: 'diaria', repeat_until: '2031-01-01' })),
  );
  const page = await openWriting(api, undefined, null, '7');
  expect(page).toMatchObject({ broadcast: null, initial: { title: 'Aula', audience: { all: true } } });
  expect(page.initial).toMatchObject({ scheduled_at: null, repeat: null, repeat_until: null });
  // Opening a copy stores nothing.
  expect(sent.mock.calls.every(([{ method }]) => method === 'GET')).toBe(true);
});

const stored = {
  ...list(broadcast()),
  'PUT push-notifications-sending/': ({ body }: { body?: never }) => ({
    ...broadcast({ version: 4 }),
    ...(body ?? {}),
  }),
};

it.each<[string, Record<string, string>, number, string]>([
  ['nobody is chosen', { quem: 'alguns' }, 0, 'Escolha quem recebe.'],
  ['nobody answers to what is chosen', { quem: 'todos' }, 0, 'Com esta escolha, ninguém recebe.'],
  ['its time is missing', { quem: 'todos', quando: 'depois', hora: '10:00' }, 5, 'Confira o campo marcado.'],
])('a message is saved without asking for confirmation when %s', async (_why, form, people, words) => {
  const { api, sent } = serverOf({ ...stored, ...reaches(people) });
  const { page, refused } = await sendPage(api, { quando: 'agora', ...form, acao: 'enviar' });
  expect(refused?.problem).toContain(words);
  expect(page.confirm).toBeNull();
  expect(sent.mock.calls.some(([{ method }]) => method === 'PUT')).toBe(true);
});

it('a conflict with an identical text counts as saved', async () => {
  const { api } = serverOf({
    ...list(broadcast({ version: 4 })),
    'PUT push-notifications-sending/': () => {
      throw new ApiError(409, { code: 'changed', detail: 'mudou' });
    },
  });
  const page = await openWriting(api, '7', null);
  const form = { title: 'Aula', body: 'Hoje', link: '/dashboard', version: '3', acao: 'continuar' };
  const { to } = await submit(post(api, form), writeMessage(page));
  expect(to).toBe('/manager-panel/push-notification/send/7');
});
