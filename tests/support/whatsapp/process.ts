import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  ACCOUNT_ID,
  APP_SECRET,
  type Deed,
  DISPLAY,
  type Hook,
  type Oddity,
  PHONE_NUMBER_ID,
  type SentMessage,
  type Template,
  TOKEN,
} from './steering.ts';

// The Cloud API of WhatsApp in a process of its own, by its published documentation. Tests control it by messages.

const body = (text: string, more: Partial<Template> = {}): Template => ({
  ...{ name: 'aviso_de_aula', language: 'pt_BR', category: 'UTILITY', status: 'APPROVED' },
  components: [{ type: 'BODY', text }],
  ...more,
});
let templates: Template[] = [
  body('Olá, {{1}}! Aviso da escola {{2}} sobre as suas aulas: {{3}}. {{4}} Até logo!'),
  body('Olá, {{nome}}! A escola {{escola}} lembra: {{texto}} Veja em {{link}} no portal.', {
    ...{ name: 'lembrete', parameter_format: 'NAMED' },
  }),
  body('Novidades da escola para você.', { name: 'em_analise', status: 'PENDING' }),
  {
    ...body('Olá, {{1}}, veja a foto.', { name: 'com_figura', category: 'MARKETING' }),
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Olá, {{1}}, veja a foto.' },
    ],
  },
];
let oddities: Oddity[] = [];
let callback: string | null = null;
const sent: SentMessage[] = [];
const tries: string[] = [];
/** People who wrote recently, so that plain texts may be sent to them. */
const open = new Set<string>();

const appSecretProof = createHmac('sha256', APP_SECRET).update(TOKEN).digest('hex');
const fault = (status: number, code: number, message = `(#${code})`) => ({
  status,
  body: { error: { message, code } },
});

type Reply = { status: number; body: unknown };
type Parameter = { type: string; parameter_name?: string; text: string };

function sendMessage(requested: Record<string, unknown>): Reply {
  const { messaging_product, to, recipient, type, template, text: plain, biz_opaque_callback_data: token } = requested;
  const reader = String(to ?? recipient ?? '');
  if (messaging_product !== 'whatsapp' || !/^(\d{10,15}|[A-Z]{2}\.\w+)$/.test(reader)) return fault(400, 100);
  tries.push(reader);
  const take = (words: string): Reply => {
    const id = `wamid.${Buffer.from(`${sent.length + 1}`).toString('base64')}${sent.length + 1}`;
    sent.push({ id, to: reader, text: words, token: token as string | undefined });
    const told = { messages: [{ id, message_status: 'accepted' }], contacts: [{ input: reader, wa_id: reader }] };
    return { status: 200, body: { messaging_product, ...told } };
  };
  if (type === 'text') return open.has(reader) ? take((plain as { body: string }).body) : fault(400, 131_047);
  const {
    name,
    language,
    components = [],
  } = template as {
    name: string;
    language: { code: string };
    components?: { type: string; parameters: Parameter[] }[];
  };
  const known = templates.find((each) => each.name === name && each.language === language.code);
  if (!known) return fault(404, 132_001);
  if (known.status === 'PAUSED') return fault(400, 132_015);
  if (known.status !== 'APPROVED') return fault(404, 132_001);
  const words = known.components.find((each) => each.type === 'BODY')?.text ?? '';
  const slots = [...new Set([...words.matchAll(/\{\{(\w+)\}\}/g)].map(([, slot]) => slot))];
  const given = components.find((each) => each.type === 'body')?.parameters ?? [];
  if (given.length !== slots.length) return fault(400, 132_000);
  if (given.some((each) => /[\n\t]| {5}/.test(each.text))) return fault(400, 100);
  const isNamed = known.parameter_format === 'NAMED';
  if (given.some((each) => (each.parameter_name !== undefined) !== isNamed)) return fault(400, 132_012);
  const filling = (slot: string) =>
    (isNamed ? given.find((each) => each.parameter_name === slot) : given[Number(slot) - 1])?.text ?? '';
  return take(words.replace(/\{\{(\w+)\}\}/g, (_whole, slot: string) => filling(slot)));
}

function answer(method: string, path: string, requested: Record<string, unknown>): Reply {
  if (path === `/${PHONE_NUMBER_ID}` && method === 'GET')
    return { status: 200, body: { display_phone_number: DISPLAY, id: PHONE_NUMBER_ID } };
  if (path === `/${ACCOUNT_ID}/message_templates`) return { status: 200, body: { data: templates, paging: {} } };
  if (path === `/${ACCOUNT_ID}/subscribed_apps`) return { status: 200, body: { success: true } };
  if (path === `/${PHONE_NUMBER_ID}/messages` && method === 'POST') return sendMessage(requested);
  return fault(400, 100, 'Unsupported get request. Object does not exist');
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://api');
  const raw = await text(request);
  const send = ({ status, body }: Reply) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return send(fault(401, 190));
  const given = searchParams.get('appsecret_proof');
  if (given !== null && given !== appSecretProof)
    return send(fault(400, 100, 'Invalid appsecret_proof provided in the API argument'));
  const oddity = pathname.endsWith('/messages') ? oddities.find(({ times }) => times > 0) : undefined;
  if (oddity) oddity.times -= 1;
  if (oddity?.does === 'deaf') return request.socket.destroy();
  if (oddity?.does === 'error') {
    tries.push('');
    return send(fault(oddity.status, oddity.code));
  }
  const reply = answer(request.method ?? '', pathname.replace(/^\/v\d+\.\d+/, ''), raw ? JSON.parse(raw) : {});
  if (oddity?.does === 'html') return response.writeHead(502).end('<h1>Bad gateway</h1>');
  if (oddity?.does === 'lost') return request.socket.destroy();
  if (oddity?.does === 'silent') return process.send?.({ silent: pathname });
  send(reply);
  const last = sent.at(-1);
  if (callback && pathname.endsWith('/messages') && reply.status === 200 && last) {
    const at = Math.floor(Date.now() / 1_000);
    const hooks = (['delivered', 'sent', 'delivered'] as const).map((status) => statusOf(last.id, status, at));
    for (const hook of hooks) await post(hook);
  }
  return undefined;
});

const hookOf = (value: object): Hook => {
  const metadata = { display_phone_number: DISPLAY, phone_number_id: PHONE_NUMBER_ID };
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } };
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: ACCOUNT_ID, changes: [change] }] });
  return { body, signature: `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}` };
};

function statusOf(id: string, status: string, at: number, code?: number): Hook {
  const message = sent.find((each) => each.id === id);
  const errors = code === undefined ? {} : { errors: [{ code, title: `(#${code})` }] };
  // Its documentation has the sender's text only for the statuses sent, delivered and read.
  const token = status === 'failed' ? {} : { biz_opaque_callback_data: message?.token };
  return hookOf({ statuses: [{ id, status, timestamp: String(at), recipient_id: message?.to, ...token, ...errors }] });
}

const post = ({ body, signature }: Hook) =>
  fetch(callback ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    body,
  });

let written = 0;

async function act(deed: Deed): Promise<unknown> {
  if (deed.act === 'oddities') oddities = deed.list;
  if (deed.act === 'templates') templates = deed.list;
  if (deed.act === 'callback') callback = deed.url;
  if (deed.act === 'status') return statusOf(deed.id, deed.status, deed.at, deed.code);
  if (deed.act === 'write') {
    written += 1;
    open.add(deed.from ?? deed.sender);
    const id = deed.id ?? `wamid.in${written}`;
    const from = deed.from === null ? {} : { from: deed.from };
    const message = { ...from, from_user_id: deed.sender, id, timestamp: String(deed.at), type: 'text' };
    const hook = hookOf({ messages: [{ ...message, text: { body: deed.text } }] });
    if (callback) await post(hook);
    return hook;
  }
  return { sent, tries };
}

process.on('message', async ({ id, deed }: { id: number; deed: Deed }) =>
  process.send?.({ id, result: await act(deed) }),
);
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port, scheme: 'http' }));
