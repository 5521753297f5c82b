import { randomBytes } from 'node:crypto';
import { type BankDoor, problemOf } from './bank-door.ts';
import { dynamicCode } from './dynamic-code.ts';
import { Cob, Devolucao, leftOf, moneyOf, Pix, PixPage, read, Webhook } from './pix-shapes.ts';
import {
  type ChargeState,
  GRACE_MS,
  type PaymentProvider,
  ProviderSilent,
  type Received,
  WrongSignature,
} from './provider.ts';
import { tryOutPix } from './try-out-pix.ts';

interface PixBcbOptions {
  name: string;
  receiver: PaymentProvider['receiver'];
  /** The Pix key of the school's account. */
  chave: string;
  /** For codes that we have to write ourselves. */
  city: string;
  door: BankDoor;
  now(): Date;
}

/** A txid has 26 to 35 letters and digits, our references at most 25: this makes them long enough. */
const PREFIX = 'PORTALPIX0';
const txidOf = (reference: string) => PREFIX + reference;
const referenceOf = (txid: string) => (txid.startsWith(PREFIX) ? txid.slice(PREFIX.length) : null);

const PAGE = 500;
const MAX_PAGES = 200;
/** A message names more charges than this: the others are found by asking. */
const MAX_REFERENCES = 100;

const reais = (centavos: number) => (centavos / 100).toFixed(2);

/**
 * A bank that offers the API Pix of the Central Bank (`openapi.yaml` of bacen/pix-api, 2.8). Each charge is a `cob` whose
 * txid comes from our reference, so a repeated request is about the same charge. It takes no cards.
 */
export function pixBcb({ name, receiver, chave, city, door, now }: PixBcbOptions): PaymentProvider {
  const cobPath = (reference: string) => `/cob/${txidOf(reference)}`;

  async function readCob(reference: string): Promise<Cob | null> {
    const answer = await door.ask('GET', cobPath(reference));
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
    ways: ['pix'],
    async createPix({ reference, amount, description, expiresAt }) {
      const answer = await door.ask('PUT', cobPath(reference), {
        calendario: { expiracao: Math.max(60, Math.round((expiresAt.getTime() - now().getTime()) / 1000)) },
        valor: { original: reais(amount) },
        chave,
        solicitacaoPagador: description.slice(0, 140),
      });
      // 400 also says that the charge stands already and is no longer open.
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
      // A charge that was paid twice has two: one gives the whole refund.
      const pix = all.find((one) => triedOf(one).length > 0) ?? all.find((one) => leftOf(one) >= amount) ?? all[0];
      if (!pix) throw new ProviderSilent('The bank knows no payment to give back');
      const tried = triedOf(pix);
      const running = tried.find(({ status }) => status !== 'NAO_REALIZADO');
      // A bank may refuse for lack of balance; its id is used up then.
      const id = running?.id ?? (tried.length === 0 ? base : `${base}x${tried.length}`);
      const path = `/pix/${pix.endToEndId}/devolucao/${id}`;
      const answer = running ? await door.ask('GET', path) : await door.ask('PUT', path, { valor: reais(amount) });
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
      const answer = await door.ask('PATCH', cobPath(reference), { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
      // 400: it was paid or ended before; 404: it never arrived.
      if (![200, 400, 404].includes(answer.status)) throw new ProviderSilent(`PATCH cob: ${answer.status}`);
    },
    async sendMessagesTo(url) {
      const answer = await door.ask('PUT', `/webhook/${encodeURIComponent(chave)}`, { webhookUrl: url });
      if (answer.status < 200 || answer.status > 299) {
        throw new ProviderSilent(`PUT webhook was answered with ${answer.status}${problemOf(answer)}`);
      }
    },
    async messages(url) {
      const answer = await door.ask('GET', `/webhook/${encodeURIComponent(chave)}`);
      if (answer.status === 404) return 'ausente';
      return read(Webhook, answer, 'GET webhook').webhookUrl === url ? 'registrada' : 'ausente';
    },
    received: (from, to) => receivedBetween(door, from, to),
    tryOut: (at) => tryOutPix({ door, chave, txid: txidOf(randomBytes(12).toString('hex').toUpperCase()), at }),
  };
}

async function* receivedBetween(door: BankDoor, from: Date, to: Date): AsyncGenerator<Received> {
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = new URLSearchParams({
      inicio: from.toISOString(),
      fim: to.toISOString(),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(PAGE),
    });
    const { pix, parametros } = read(PixPage, await door.ask('GET', `/pix?${query}`), 'GET pix');
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
 * A code past its time stays `ATIVA` in the books of the bank, and is not paid any more. Our own hour counts before that of
 * the bank: some banks stamp the hour of Brasília as UTC.
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
