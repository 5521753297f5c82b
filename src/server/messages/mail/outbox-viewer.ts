import type { IncomingMessage, ServerResponse } from 'node:http';
import type { School } from '../../core/http/ctx.ts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'";

/**
 * `/dev/outbox`: the mails that would have been sent, for development and demos. It shows reset links, so it exists
 * only without SMTP on a loopback address.
 */
export function outboxViewer(school: School) {
  return (url: URL, _request: IncomingMessage, response: ServerResponse): boolean => {
    const id = /^\/dev\/outbox(?:\/(\d{1,9}))?\/?$/.exec(url.pathname);
    if (!id) return false;
    void (id[1] ? oneMail(school, Number(id[1])) : allMails(school)).then(
      (html) => send(response, html === null ? 404 : 200, html ?? 'Mensagem não encontrada.'),
      () => send(response, 500, 'Não foi possível ler as mensagens.'),
    );
    return true;
  };
}

function send(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  });
  response.end(html);
}

async function oneMail(school: School, id: number): Promise<string | null> {
  const mail = await school.db.selectFrom('outbox').select('html').where('id', '=', id).executeTakeFirst();
  return mail?.html ?? null;
}

async function allMails(school: School): Promise<string> {
  const mails = await school.db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'subject', 'created_at', 'text'])
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  const rows = mails.map(
    (mail) =>
      `<article><h2><a href="/dev/outbox/${mail.id}">${escapeHtml(mail.subject)}</a></h2>` +
      `<p>Para ${escapeHtml(mail.recipient)} · ${escapeHtml(mail.created_at)}</p><pre>${escapeHtml(mail.text)}</pre></article>`,
  );
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mensagens de desenvolvimento</title>
<style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}article{border-top:1px solid #ccc;padding:1rem 0}
h2{font-size:1.1rem;margin:0}pre{white-space:pre-wrap;background:#f5f5f5;padding:.75rem;border-radius:.5rem}</style>
<h1>Mensagens</h1>${rows.join('') || '<p>Nenhuma mensagem ainda.</p>'}</html>`;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
