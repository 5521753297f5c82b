import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import { type BankDoor, type DoorAnswer, problemOf } from './bank-door.ts';
import { ProviderSilent, type Trial } from './provider.ts';

/** The calls of the API Pix that the portal makes, in an order that ends as it began: a code is made and ended. */
export async function* tryOutPix(of: { door: BankDoor; chave: string; txid: string; at: Date }): AsyncGenerator<Trial> {
  const { door, chave, txid, at } = of;
  const cob = `/cob/${txid}`;
  const body = { calendario: { expiracao: 300 }, valor: { original: '0.01' }, chave, solicitacaoPagador: 'Teste' };
  const span = new URLSearchParams({ inicio: new Date(at.getTime() - MINUTE_MS).toISOString(), fim: at.toISOString() });
  const token = await trial('token de acesso (OAuth2, certificado)', () => door.token());
  yield token;
  // Without a token every other call fails in the same way.
  if (token.problem !== null) return;
  const call = (what: string, good: readonly number[], method: string, path: string, sent?: unknown) =>
    trial(what, async () => refuse(await door.ask(method, path, sent), good));
  yield await call('consulta a uma cobrança que não existe (GET /cob)', [404], 'GET', cob);
  yield await call('cobrança de R$ 0,01 com a chave da escola (PUT /cob)', [200, 201], 'PUT', cob, body);
  yield await call('consulta à cobrança (GET /cob)', [200], 'GET', cob);
  yield await call('fim da cobrança (PATCH /cob)', [200], 'PATCH', cob, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  yield await call('Pix recebidos no último minuto (GET /pix)', [200], 'GET', `/pix?${span}`);
  yield await call('endereço dos avisos (GET /webhook)', [200], 'GET', `/webhook/${encodeURIComponent(chave)}`);
}

function refuse(answer: DoorAnswer, good: readonly number[]): void {
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
