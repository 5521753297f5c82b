#!/usr/bin/env node
// A small client for the school's other systems: Node 22 or newer, and nothing else.
//
//   PORTAL=https://aluno.escola.example CHAVE=chave_… node sync-client.mjs put alunos alunos.csv
//   PORTAL=… CHAVE=chave_… node sync-client.mjs changes cursor.txt
//   SEGREDO=whsec_… node sync-client.mjs listen 8080
//
// The key is made in the panel: Equipe, Chaves. The secret: Equipe, Webhooks.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { PORTAL = 'http://127.0.0.1:4321', CHAVE = '', SEGREDO = '' } = process.env;

/** Asks the portal. It is asked again when it is busy (429, 503) or no answer came. */
async function ask(method, path, { headers = {}, body } = {}) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(new URL(`/api/v1/portal/sync/${path}`, PORTAL), {
      method,
      headers: { authorization: `Bearer ${CHAVE}`, ...headers },
      body,
    }).catch((error) => ({ ok: false, status: 0, error }));
    if (answer.ok) return answer.json();
    const mayTryAgain = [0, 429, 503].includes(answer.status) && attempt < 5;
    if (!mayTryAgain) throw new Error(`${answer.status} ${answer.error ?? (await answer.text())}`);
    const seconds = Number(answer.headers?.get('retry-after')) || 2 ** attempt;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

/**
 * Sends a table of up to 5,000 rows. The same file on the same day is one intent: sent again because no answer came, it
 * counts once.
 */
async function put(table, file) {
  const body = readFileSync(file);
  const day = new Date().toISOString().slice(0, 10);
  const key = createHash('sha256').update(`${day} ${table} `).update(body).digest('hex');
  const type = file.endsWith('.json') ? 'application/json' : 'text/csv';
  const result = await ask('PUT', `${table}/?modo=linha`, {
    headers: { 'content-type': type, 'idempotency-key': key },
    body,
  });
  console.log(JSON.stringify(result));
}

/** Tells what changed since the cursor in a file, a line for each thing, and keeps the new cursor. */
async function changes(cursorFile) {
  let cursor = '';
  try {
    cursor = readFileSync(cursorFile, 'utf8').trim();
  } catch {
    // The first time everything comes.
  }
  for (;;) {
    const query = new URLSearchParams({ limite: '500', ...(cursor && { desde: cursor }) });
    const page = await ask('GET', `changes/?${query}`);
    // Keep the things first: after a crash the same page comes again, and nothing is lost.
    for (const change of page.items) console.log(JSON.stringify(change));
    cursor = page.proximo;
    writeFileSync(cursorFile, cursor);
    if (!page.tem_mais) return;
  }
}

/** Whether a message comes from the portal and is not older than five minutes (Standard Webhooks). */
function isFromPortal(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1000 - Number(seconds)) > 300) return false;
  const key = Buffer.from(SEGREDO.slice('whsec_'.length), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest();
  return signatures.split(' ').some((each) => {
    const [version, value = ''] = each.split(',');
    const provided = Buffer.from(value, 'base64');
    return version === 'v1' && provided.length === mac.length && timingSafeEqual(provided, mac);
  });
}

/** Takes webhooks, and tells each one once: the portal may send a message twice, with the same id. */
function listen(port) {
  const known = new Set();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (!isFromPortal(request.headers, body)) return response.writeHead(401).end();
    const id = request.headers['webhook-id'];
    if (!known.has(id)) console.log(body);
    known.add(id);
    return response.writeHead(204).end();
  });
  server.listen(Number(port), () => console.error(`listening on ${server.address().port}`));
}

const [command, ...values] = process.argv.slice(2);
const commands = { put, changes, listen };
if (!commands[command]) throw new Error('say put, changes or listen');
await commands[command](...values);
