import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOn } from '../listen.ts';
import { bareAnswer } from './bare-answers.ts';
import { callOf, type Reply } from './calls.ts';
import { ana, everybody } from './people.ts';
import type { Brand, Deed, Manner, Seen, Side } from './steering.ts';

// A host of the franchise in a process of its own: `node tests/support/specified/process.ts portal|drive [bare [brand]]`.
// It is written from the text of the specification, and from the field lists where the text shows no fields; a bare one from the
// text alone. The portal host of a brand has the users of that brand. It imports nothing of the portal. Tests control it by
// messages.
const [side, style, brand = null] = process.argv.slice(2) as [Side, 'bare' | undefined, Brand | undefined];
const known = everybody.filter((each) => brand === null || each.brand === brand);
let manners: Manner[] = [];
let except: string[] = [];
let seen: Seen[] = [];

const NOT_HERE = '<!DOCTYPE html><html><body><h1>Not Found</h1><p>nginx</p></body></html>';

/** The fault set for a call; calls in `except` keep working. */
const mannerOf = (name: string) =>
  except.some((each) => name.startsWith(each)) ? undefined : manners.find(({ at }) => name.startsWith(at));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', headers } = request;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
  const path = pathname.replace(/^\/api\/v1\//, '');
  const body = await bodyOf(await buffer(request), headers['content-type'] ?? '');
  const found = pathname.startsWith('/api/v1/') ? callOf(method, path, side) : null;
  const name = found?.name ?? `${method} ${path}`;
  const hasBearer = headers.authorization !== undefined;
  const fields = { ...Object.fromEntries(searchParams), ...body };
  seen.push({ name, side, path: pathname, brand, hasBearer, tmz: (headers.tmz as string) ?? null, fields });
  if (!found) return void response.writeHead(404, { 'content-type': 'text/html' }).end(NOT_HERE);
  const manner = mannerOf(found.name);
  if (manner?.does === 'silent') return;
  if (manner?.does === 'slow') await new Promise((done) => setTimeout(done, manner.ms));
  const { line, params } = found;
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  const student = known.find((each) => each.token === token);
  const refused = refusalOf(manner, !line.noBearer && !student, headers.tmz === undefined);
  const requested = { student: student ?? known[0] ?? ana, params, query: searchParams, body };
  const isBare = style === 'bare' && !name.includes('/download-');
  send(response, refused ?? (isBare ? bareAnswer(name, requested) : line.reply(requested)), manner);
}

/** "A timezone offset header tmz (in hours) is added to every request except postal-code lookups." */
function refusalOf(manner: Manner | undefined, isStranger: boolean, hasNoClock: boolean): Reply | null {
  if (manner?.does === 'broken') return { status: 500, json: { error: 'NullPointerException' } };
  if (manner?.does === 'no' || isStranger) return { status: 401, json: { detail: 'Could not validate credentials' } };
  if (hasNoClock) return { status: 400, json: { detail: 'tmz is missing' } };
  return manner?.does === 'odd' ? { json: { data: { rows: [null, 1, 'a'] }, ok: true } } : null;
}

function send(response: ServerResponse, { status = 200, json, file }: Reply, manner: Manner | undefined): void {
  if (file !== undefined) return void response.writeHead(status, { 'content-type': 'application/pdf' }).end(file);
  const told = manner?.does === 'without' ? without(json, manner.field.split('.')) : json;
  response.writeHead(status, { 'content-type': 'application/json', server: 'nginx' }).end(JSON.stringify(told));
}

/** A copy without one field, also in every item of a list on the way to it. */
function without(value: unknown, [name = '', ...rest]: string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, [name, ...rest]));
  if (typeof value !== 'object' || value === null) return value;
  const { [name]: given, ...others } = value as Record<string, unknown>;
  return rest.length > 0 ? { ...others, [name]: without(given, rest) } : others;
}

/** The fields of JSON or of a form. */
async function bodyOf(raw: Buffer<ArrayBuffer>, type: string): Promise<Record<string, unknown>> {
  if (raw.length === 0) return {};
  if (type.startsWith('application/json')) return JSON.parse(raw.toString()) as Record<string, unknown>;
  const form = await new Response(raw, { headers: { 'content-type': type } }).formData();
  return Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : '(file)']));
}

function act(deed: Deed): Seen[] {
  if (deed.act === 'behave') ({ manners, except } = deed);
  const taken = seen;
  if (deed.act === 'take-seen') seen = [];
  return taken;
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    response.destroy();
  });
});
process.on('message', ({ id, deed }: { id: number; deed: Deed }) => process.send?.({ id, result: act(deed) }));
process.on('disconnect', () => process.exit());
process.send?.({ port: await listenOn(server), scheme: 'http' });
