import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOn } from '../listen.ts';
import { callOf, type Reply } from './calls.ts';
import { ana, people } from './people.ts';
import type { Deed, Manner, Seen } from './steering.ts';

// One of the franchise's two hosts in a process of its own: `node tests/support/specified/process.ts portal|drive`.
// It is written from the text of the specification, and from the field lists where that shows no fields. It imports
// nothing of the portal. Tests steer it by messages.
const side = process.argv[2] === 'drive' ? 'drive' : 'portal';
let manners: Manner[] = [];
let except: string[] = [];
let seen: Seen[] = [];

const NOT_HERE = '<!DOCTYPE html><html><body><h1>Not Found</h1><p>nginx</p></body></html>';

/** What the host does with a call that the test speaks of; the calls of `except` stay well. */
const mannerOf = (name: string) =>
  except.some((each) => name.startsWith(each)) ? undefined : manners.find(({ at }) => name.startsWith(at));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', headers } = request;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
  const path = pathname.replace(/^\/api\/v1\//, '');
  const raw = await text(request);
  const found = pathname.startsWith('/api/v1/') ? callOf(method, path, side) : null;
  seen.push({ name: found?.name ?? `${method} ${path}`, hasBearer: headers.authorization !== undefined });
  if (!found) return void response.writeHead(404, { 'content-type': 'text/html' }).end(NOT_HERE);
  const manner = mannerOf(found.name);
  if (manner?.does === 'silent') return;
  if (manner?.does === 'slow') await new Promise((done) => setTimeout(done, manner.ms));
  const { line, params } = found;
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  const student = people.find((each) => each.token === token);
  const body = bodyOf(raw, headers['content-type'] ?? '');
  const reply = refusalOf(manner, !line.bare && !student, headers.tmz === undefined);
  send(response, reply ?? line.reply({ student: student ?? ana, params, query: searchParams, body }), manner);
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

function bodyOf(raw: string, type: string): Record<string, unknown> {
  if (type.startsWith('application/json')) return JSON.parse(raw) as Record<string, unknown>;
  return type.startsWith('application/x-www-form-urlencoded') ? Object.fromEntries(new URLSearchParams(raw)) : {};
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
