import { randomBytes } from 'node:crypto';
import { normalForm } from '#lib/format/normal-form.ts';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import { type BankClient, type ClientAnswer, problemOf } from './bank-client.ts';
import { Cob, Devolucao, leftOf, moneyOf, Pix, PixPage, read, Webhook } from './pix-shapes.ts';
import {
  type ChargeState,
  GRACE_MS,
  type PaymentProvider,
  ProviderSilent,
  type Received,
  type Trial,
  WrongSignature,
} from './provider.ts';

interface PixBcbOptions {
  name: string;
  receiver: PaymentProvider['receiver'];
  /** The Pix key of the school's account. */
  chave: string;
  /** The city for codes that we have to generate ourselves. */
  city: string;
  client: BankClient;
  now(): Date;
}

/** A txid has 26 to 35 letters and digits, our references at most 25: this makes them long enough. */
const PREFIX = 'PORTALPIX0';
const txidOf = (reference: string) => PREFIX + reference;
const referenceOf = (txid: string) => (txid.startsWith(PREFIX) ? txid.slice(PREFIX.length) : null);

const PAGE = 500;
const MAX_PAGES = 200;
/** Max. charges read from one message; we find the others by polling. */
const MAX_REFERENCES = 100;

const reais = (centavos: number) => (centavos / 100).toFixed(2);

/**
 * A bank that offers the API Pix of the Central Bank (`openapi.yaml` of bacen/pix-api, 2.8). Each charge is a `cob` whose
 * txid comes from our reference, so a repeated request is about the same charge. It takes no cards.
 */
export function pixBcb({ name, receiver, chave, city, client, now }: PixBcbOptions): PaymentProvider {
  const cobPath = (reference: string) => `/cob/${txidOf(reference)}`;

  async function readCob(reference: string): Promise<Cob | null> {
    const answer = await client.ask('GET', cobPath(reference));
    return answer.status === 404 ? null : read(Cob, answer, 'GET cob');
  }

  const codeOf = (cob: Cob): string => {
    const location = cob.loc?.location ?? cob.location;
    if (cob.pixCopiaECola) return cob.pixCopiaECola;
    if (!location) throw new ProviderSilent('PUT cob: the answer has neither a code nor a location');
    return dynamicCode(location, { name: receiver.nome, city });
  };

  return {
    name,
    receiver,
    methods: ['pix'],
    async createPix({ reference, amount, description, expiresAt }) {
      const answer = await client.ask('PUT', cobPath(reference), {
        calendario: { expiracao: Math.max(60, Math.round((expiresAt.getTime() - now().getTime()) / 1000)) },
        valor: { original: reais(amount) },
        chave,
        solicitacaoPagador: description.slice(0, 140),
      });
      // 400 can also mean that the charge exists and is no longer open.
      const cob =
        answer.status === 400 || answer.status === 409 ? await readCob(reference) : read(Cob, answer, 'PUT cob');
      if (!cob) throw new ProviderSilent(`PUT cob was answered with ${answer.status}${problemOf(answer)}`);
      return { code: codeOf(cob) };
    },
    async chargeCard() {
      throw new Error('The API Pix takes no cards');
    },
    async find(reference, expiresAt) {
      const cob = await readCob(reference);
      return cob && stateOf(cob, now(), expiresAt);
    },
    async refund({ reference, charge, amount }) {
      const all = (await readCob(charge))?.pix ?? [];
      const base = reference.replace(/[^a-zA-Z0-9]/g, '');
      const triedOf = ({ devolucoes }: Pix) =>
        (devolucoes ?? []).filter(({ id }) => id === base || id.startsWith(`${base}x`));
      // A charge that was paid twice has two payments: the full refund is taken from one of them.
      const pix = all.find((one) => triedOf(one).length > 0) ?? all.find((one) => leftOf(one) >= amount) ?? all[0];
      if (!pix) throw new ProviderSilent('The bank knows no payment to give back');
      const tried = triedOf(pix);
      const running = tried.find(({ status }) => status !== 'NAO_REALIZADO');
      // A bank may refuse for lack of balance; then the refund's id cannot be used again.
      const id = running?.id ?? (tried.length === 0 ? base : `${base}x${tried.length}`);
      const path = `/pix/${pix.endToEndId}/devolucao/${id}`;
      const answer = running ? await client.ask('GET', path) : await client.ask('PUT', path, { valor: reais(amount) });
      const { status } = read(Devolucao, answer, 'devolucao');
      if (status !== 'DEVOLVIDO') throw new ProviderSilent(`the bank says of the refund: ${status.slice(0, 20)}`);
    },
    readEvent() {
      throw new WrongSignature('this bank signs no messages');
    },
    referencesIn(body) {
      const { pix } = (body ?? {}) as { pix?: unknown };
      const txids = Array.isArray(pix) ? pix.map((one) => (one as { txid?: unknown } | null)?.txid) : [];
      const references = txids.map((txid) => (typeof txid === 'string' ? referenceOf(txid) : null));
      return [...new Set(references.filter((one) => one !== null))].slice(0, MAX_REFERENCES);
    },
    async endCharge(reference) {
      const answer = await client.ask('PATCH', cobPath(reference), { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
      // 400: it was paid or ended before; 404: it never arrived.
      if (![200, 400, 404].includes(answer.status)) throw new ProviderSilent(`PATCH cob: ${answer.status}`);
    },
    async sendMessagesTo(url) {
      const answer = await client.ask('PUT', `/webhook/${encodeURIComponent(chave)}`, { webhookUrl: url });
      if (answer.status < 200 || answer.status > 299) {
        throw new ProviderSilent(`PUT webhook was answered with ${answer.status}${problemOf(answer)}`);
      }
    },
    async messages(url) {
      const answer = await client.ask('GET', `/webhook/${encodeURIComponent(chave)}`);
      if (answer.status === 404) return 'ausente';
      return read(Webhook, answer, 'GET webhook').webhookUrl === url ? 'registrada' : 'ausente';
    },
    received: (from, to) => receivedBetween(client, from, to),
    tryOut: (at) => tryOutPix({ client, chave, txid: txidOf(randomBytes(12).toString('hex').toUpperCase()), at }),
  };
}

async function* receivedBetween(client: BankClient, from: Date, to: Date): AsyncGenerator<Received> {
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = new URLSearchParams({
      inicio: from.toISOString(),
      fim: to.toISOString(),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(PAGE),
    });
    const { pix, parametros } = read(PixPage, await client.ask('GET', `/pix?${query}`), 'GET pix');
    for (const one of pix ?? []) {
      const { success, data } = Pix.safeParse(one);
      const reference = success && data.txid ? referenceOf(data.txid) : null;
      if (success && reference !== null) yield { reference, paidAt: data.horario ?? undefined, ...moneyOf([data]) };
    }
    if (page + 1 >= parametros.paginacao.quantidadeDePaginas) return;
  }
  throw new ProviderSilent('GET pix: the list has no end');
}

/**
 * An expired code stays `ATIVA` at the bank, but cannot be paid any more. Our own expiry takes precedence over that of the bank,
 * because some banks write the time of Brasília as UTC.
 */
function stateOf({ status, pix, calendario }: Cob, at: Date, expiresAt: Date | undefined): ChargeState {
  const [first] = pix ?? [];
  if (status === 'CONCLUIDA' || first) {
    const paid = { paidAt: first?.horario ?? undefined, authorization: first?.endToEndId };
    return { status: 'paga', ...paid, ...moneyOf(pix ?? []) };
  }
  if (status !== 'ATIVA') return { status: 'expirada' };
  const { criacao, expiracao = 0 } = calendario ?? {};
  const ends = expiresAt?.getTime() ?? (criacao ? criacao.getTime() + expiracao * 1000 : Number.POSITIVE_INFINITY);
  return { status: ends + GRACE_MS <= at.getTime() ? 'expirada' : 'pendente' };
}

/**
 * The text of a dynamic Pix (BR Code) for banks that return only the address of the charge: `pixCopiaECola` is optional in the
 * API Pix. The fields and the checksum are those of the "Manual de Padrões para Iniciação do Pix".
 */
function dynamicCode(location: string, receiver: { name: string; city: string }): string {
  const account = field('00', 'br.gov.bcb.pix') + field('25', location);
  const code = [
    field('00', '01'),
    field('01', '12'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', plain(receiver.name, 25)),
    field('60', plain(receiver.city, 15)),
    field('62', field('05', '***')),
    '6304',
  ].join('');
  return code + checksum(code);
}

const field = (id: string, value: string) => id + String(value.length).padStart(2, '0') + value;

const plain = (text: string, length: number) =>
  normalForm(text, 'NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, length)
    .trim() || 'Escola';

/** CRC-16/CCITT-FALSE in four hexadecimal digits. */
function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Makes the calls of the API Pix that the portal uses: a code is created and then ended, so nothing remains. */
async function* tryOutPix(of: { client: BankClient; chave: string; txid: string; at: Date }): AsyncGenerator<Trial> {
  const { client, chave, txid, at } = of;
  const cob = `/cob/${txid}`;
  const body = { calendario: { expiracao: 300 }, valor: { original: '0.01' }, chave, solicitacaoPagador: 'Teste' };
  const span = new URLSearchParams({ inicio: new Date(at.getTime() - MINUTE_MS).toISOString(), fim: at.toISOString() });
  const token = await trial('token de acesso (OAuth2, certificado)', () => client.token());
  yield token;
  // Without a token every other call fails in the same way.
  if (token.problem !== null) return;
  const call = (what: string, good: readonly number[], method: string, path: string, sent?: unknown) =>
    trial(what, async () => refuse(await client.ask(method, path, sent), good));
  yield await call('consulta a uma cobrança que não existe (GET /cob)', [404], 'GET', cob);
  yield await call('cobrança de R$ 0,01 com a chave da escola (PUT /cob)', [200, 201], 'PUT', cob, body);
  yield await call('consulta à cobrança (GET /cob)', [200], 'GET', cob);
  yield await call('fim da cobrança (PATCH /cob)', [200], 'PATCH', cob, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  yield await call('Pix recebidos no último minuto (GET /pix)', [200], 'GET', `/pix?${span}`);
  yield await call('endereço dos avisos (GET /webhook)', [200], 'GET', `/webhook/${encodeURIComponent(chave)}`);
}

function refuse(answer: ClientAnswer, good: readonly number[]): void {
  if (good.includes(answer.status)) return;
  throw new ProviderSilent(`o banco respondeu ${answer.status}${problemOf(answer)}`);
}

async function trial(what: string, work: () => Promise<unknown>): Promise<Trial> {
  try {
    await work();
    return { what, problem: null };
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    return { what, problem: error.message };
  }
}
