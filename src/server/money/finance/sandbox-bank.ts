import type { IncomingMessage, ServerResponse } from 'node:http';
import { bytesOf, headersOf, type Upstream } from '#lib/api/request.ts';
import { receivePaymentWebhook } from '#lib/contract/finance.ts';
import { formatMoney } from '#lib/format/money.ts';
import type { Sandbox } from '../../core/ports/payments/sandbox.ts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/**
 * `/dev/banco`: the payer's bank for the sandbox. It lists and pays the waiting codes, and takes a payment back, as banks do
 * after a report of fraud. The sandbox then sends its signed message, like an acquirer. Only mounted with the sandbox.
 */
export function sandboxBank(sandbox: Sandbox, api: Upstream) {
  return (url: URL, request: IncomingMessage, response: ServerResponse): boolean => {
    const match = /^\/dev\/banco(?:\/([A-Za-z0-9]{8,35})(\/devolver)?)?\/?$/.exec(url.pathname);
    if (!match) return false;
    request.resume();
    const [, txid, isBack] = match;
    const act = isBack ? giveBack : pay;
    const answer = request.method === 'POST' && txid ? act(sandbox, api, txid) : list(sandbox);
    answer.then(
      ({ status, html, location }) => {
        response.writeHead(status, {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': POLICY,
          'X-Content-Type-Options': 'nosniff',
          'Referrer-Policy': 'same-origin',
          'Cache-Control': 'no-store',
          ...(location && { Location: location }),
        });
        response.end(html);
      },
      () => {
        response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
        response.end('O banco de testes falhou.');
      },
    );
    return true;
  };
}

interface Page {
  status: number;
  html: string;
  location?: string;
}

async function pay(sandbox: Sandbox, api: Upstream, txid: string): Promise<Page> {
  if (!(await sandbox.pay(txid)))
    return { status: 409, html: page('<p>Este código não existe, expirou ou já foi pago.</p>') };
  return notify(sandbox, api, txid);
}

async function giveBack(sandbox: Sandbox, api: Upstream, txid: string): Promise<Page> {
  await sandbox.giveBack(txid);
  return notify(sandbox, api, txid);
}

/** Sends the message of the acquirer. */
async function notify(sandbox: Sandbox, api: Upstream, txid: string): Promise<Page> {
  const { headers, body } = sandbox.messageAbout(txid);
  await api({
    name: 'finance.receivePaymentWebhook',
    call: receivePaymentWebhook,
    params: { provider: sandbox.name },
    query: new URLSearchParams(),
    headers: headersOf(headers),
    body: { bytes: bytesOf(body) },
    caller: { requestId: 'sandbox', address: 'sandbox', host: 'sandbox' },
  });
  return { status: 303, html: '', location: '/dev/banco' };
}

async function list(sandbox: Sandbox): Promise<Page> {
  const rows = (await sandbox.waiting()).map(
    ({ reference, kind, amount, created_at }) =>
      `<li><form method="post" action="/dev/banco/${reference}"><code>${reference}</code> <strong>${formatMoney(amount)}</strong>
 <small>${created_at.slice(0, 19).replace('T', ' ')} UTC</small> <button>Pagar este ${kind === 'boleto' ? 'boleto' : 'Pix'}</button></form></li>`,
  );
  const paid = (await sandbox.paid()).map(
    ({ reference, amount, refunded }) =>
      `<li><form method="post" action="/dev/banco/${reference}/devolver"><code>${reference}</code> <strong>${formatMoney(amount - refunded)}</strong>
 <button>Devolver a quem pagou</button></form></li>`,
  );
  const waiting = rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>Nenhum Pix à espera.</p>';
  const back = paid.length > 0 ? `<h2>Pagos há pouco</h2><ul>${paid.join('')}</ul>` : '';
  return { status: 200, html: page(waiting + back) };
}

const page = (content: string) => `<!doctype html><html lang="pt-BR"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Banco de testes</title>
<style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}li{margin:1rem 0}code{overflow-wrap:anywhere}</style>
<h1>Banco de testes</h1><p>Aqui nenhum dinheiro é de verdade: pague um Pix do portal para ver o que acontece.</p>${content}
<p><a href="/dev/banco">Atualizar</a></p></html>`;
