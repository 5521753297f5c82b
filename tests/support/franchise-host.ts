import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export type HostAnswer = (request: IncomingMessage, response: ServerResponse) => void;

export interface FranchiseHost {
  /** `http://127.0.0.1:port` */
  address: string;
  /** Received requests, the oldest first; tests clear them. */
  seen: { line: string; headers: IncomingHttpHeaders }[];
  /** Answers a request; tests replace it. */
  answer: HostAnswer;
  close(): Promise<void>;
}

/** A host of the franchise that answers as the test defines, and records its requests. */
export async function openFranchiseHost(): Promise<FranchiseHost> {
  const server: Server = createServer((request, response) => {
    host.seen.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    host.answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host: FranchiseHost = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    answer: jsonAnswer(200, []),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return host;
}

/** Answers after it has read the whole request. */
export const jsonAnswer =
  (status: number, body: unknown, headers: Record<string, string> = {}): HostAnswer =>
  (request, response) => {
    request.resume().once('end', () => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    });
  };

/** A list of installments with this one, as `at-home/financeiro/` answers. */
export const financeWith = (id: number) => ({
  resumo: { aberto_centavos: 100, vencido_centavos: 0 },
  contratos: [],
  parcelas: [
    {
      ...{ id, contrato_id: 1, descricao: 'Mensalidade', numero: 1, total: 12, competencia: '2026-03' },
      ...{ vencimento: '2026-03-10', valor_centavos: 100, desconto_centavos: 0, multa_centavos: 0, juros_centavos: 0 },
      ...{ valor_atualizado_centavos: 100, status: 'a_vencer', formas: ['pix', 'cartao'], parcelas_max: 1 },
    },
  ],
});

/** A login answer with a token. */
export const loginWith = (access_token: string) => ({
  access_token,
  users: [],
  token_type: 'bearer',
  expires_at: null,
});

/** Answers the look-up of bills, so that the last request is the call itself. */
export const knowingBill =
  (id: number, rest: HostAnswer): HostAnswer =>
  (request, response) =>
    (request.url?.includes('/at-home/financeiro/') ? jsonAnswer(200, financeWith(id)) : rest)(request, response);
