import { randomBytes } from 'node:crypto';
import { brCode } from '../../../src/server/core/ports/payments/sandbox.ts';
import {
  CobRevisada,
  CobSolicitada,
  DevolucaoId,
  DevolucaoSolicitada,
  PixConsulta,
  TxId,
  WebhookSolicitado,
} from './book.ts';

export const CHAVE = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const DAY_MS = 86_400_000;

export interface Devolucao {
  id: string;
  rtrId: string;
  valor: string;
  horario: { solicitacao: string; liquidacao?: string };
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
}
export interface Pix {
  endToEndId: string;
  txid: string;
  valor: string;
  horario: string;
  chave: string;
  /** Banks send data of the payer; the portal must store none of it. */
  pagador: { cpf: string; nome: string };
  devolucoes?: Devolucao[];
}
export interface Cob {
  calendario: { criacao: string; expiracao: number };
  txid: string;
  revisao: number;
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';
  valor: { original: string };
  chave: string;
  solicitacaoPagador?: string;
  location: string;
  pixCopiaECola?: string;
  pix?: Pix[];
}
export interface Reply {
  status: number;
  body: unknown;
}

/** The payer of every Pix at the double. */
export const PAYER = { cpf: '71460238001', nome: 'Pagadora Canarinha' };

const problem = (status: number, kind: string, detail: string): Reply => ({
  status,
  body: { type: `https://pix.bcb.gov.br/api/v2/error/${kind}`, title: kind, status, detail },
});
const id32 = (first: string) => first + randomBytes(16).toString('hex').slice(1);

/** The bank's side of the API Pix: its state, and answers by the specification. Its clock is the test's. */
export class Books {
  readonly cobs = new Map<string, Cob>();
  readonly webhooks = new Map<string, { webhookUrl: string; criacao: string }>();
  /** The result of refunds. `late`: they are pending until the next query. */
  refunds: 'done' | 'late' | 'refused' = 'done';
  /** Without it an answer has only the location. */
  hasCode = true;
  now = (): Date => new Date();

  /** Pays a code. @returns the Pix, or null if the bank no longer accepts it */
  pay(txid: string, valor?: string, again = false): Pix | null {
    const cob = this.cobs.get(txid);
    if (!cob || (cob.status !== 'ATIVA' && !again)) return null;
    const at = this.now();
    if (Date.parse(cob.calendario.criacao) + cob.calendario.expiracao * 1000 <= at.getTime()) return null;
    const pix: Pix = {
      endToEndId: id32('E'),
      txid,
      valor: valor ?? cob.valor.original,
      horario: at.toISOString(),
      chave: CHAVE,
      pagador: PAYER,
    };
    cob.status = 'CONCLUIDA';
    cob.pix = [...(cob.pix ?? []), pix];
    return pix;
  }

  get payments(): Pix[] {
    return [...this.cobs.values()].flatMap(({ pix }) => pix ?? []);
  }

  /** @param path below the base address, without its parameters */
  answer(method: string, path: string, query: Record<string, string>, body: unknown): Reply {
    const [, kind, first = '', second, third = ''] = path.split('/').map(decodeURIComponent);
    if (kind === 'cob' && method === 'PUT') return this.#putCob(first, body);
    if (kind === 'cob' && method === 'GET') return this.#getCob(first);
    if (kind === 'cob' && method === 'PATCH') return this.#patchCob(first, body);
    if (kind === 'pix' && second === 'devolucao') return this.#refund(method, first, third, body);
    if (kind === 'pix' && method === 'GET' && first === '') return this.#list(query);
    if (kind === 'webhook') return this.#webhook(method, first, body);
    return problem(404, 'NaoEncontrado', 'Recurso não encontrado.');
  }

  #putCob(txid: string, body: unknown): Reply {
    const requested = CobSolicitada.safeParse(body);
    if (!TxId.safeParse(txid).success) return problem(400, 'CobOperacaoInvalida', 'O txid tem de 26 a 35 caracteres.');
    if (!requested.success) return problem(400, 'CobOperacaoInvalida', 'A requisição não respeita o schema.');
    const { calendario, valor, chave, solicitacaoPagador } = requested.data;
    if (chave !== CHAVE) return problem(400, 'CobOperacaoInvalida', 'A chave não pertence ao usuário recebedor.');
    const known = this.cobs.get(txid);
    if (known && known.status !== 'ATIVA') return problem(400, 'CobOperacaoInvalida', 'A cobrança não está ATIVA.');
    const location = known?.location ?? `pix.banco.example/qr/v2/${randomBytes(16).toString('hex')}`;
    const cob: Cob = {
      calendario: { criacao: known?.calendario.criacao ?? this.now().toISOString(), ...calendario },
      txid,
      revisao: known ? known.revisao + 1 : 0,
      status: 'ATIVA',
      valor,
      chave,
      solicitacaoPagador,
      location,
      ...(this.hasCode && {
        pixCopiaECola: brCode({ key: CHAVE, name: 'Escola', city: 'Recife', centavos: 1, txid: txid.slice(0, 25) }),
      }),
    };
    this.cobs.set(txid, cob);
    return { status: 201, body: cob };
  }

  #getCob(txid: string): Reply {
    const cob = this.cobs.get(txid);
    if (!cob) return problem(404, 'CobNaoEncontrado', `Cobrança não encontrada: ${txid}`);
    for (const { devolucoes } of cob.pix ?? []) for (const one of devolucoes ?? []) this.#finish(one);
    return { status: 200, body: cob };
  }

  #patchCob(txid: string, body: unknown): Reply {
    const cob = this.cobs.get(txid);
    if (!cob) return problem(404, 'CobNaoEncontrado', `Cobrança não encontrada: ${txid}`);
    if (!CobRevisada.safeParse(body).success || cob.status !== 'ATIVA') {
      return problem(400, 'CobOperacaoInvalida', 'A cobrança não está ATIVA.');
    }
    cob.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
    cob.revisao += 1;
    return { status: 200, body: cob };
  }

  #refund(method: string, endToEndId: string, id: string, body: unknown): Reply {
    const pix = this.payments.find((one) => one.endToEndId === endToEndId);
    if (!pix) return problem(404, 'PixNaoEncontrado', 'Pix não encontrado.');
    const known = pix.devolucoes?.find((one) => one.id === id);
    if (method === 'GET') {
      if (!known) return problem(404, 'PixDevolucaoNaoEncontrada', 'Devolução não encontrada.');
      this.#finish(known);
      return { status: 200, body: known };
    }
    const requested = DevolucaoSolicitada.safeParse(body);
    const bad = (detail: string) => problem(400, 'PixDevolucaoInvalida', detail);
    if (!requested.success || !DevolucaoId.safeParse(id).success) return bad('A requisição não respeita o schema.');
    if (known) return bad('O id já foi usado.');
    const given = (pix.devolucoes ?? []).filter(({ status }) => status !== 'NAO_REALIZADO');
    const sum = given.reduce((total, { valor }) => total + Number(valor), Number(requested.data.valor));
    if (sum > Number(pix.valor) + 0.001) return bad('O valor excede o do Pix.');
    if (this.now().getTime() - Date.parse(pix.horario) > 90 * DAY_MS) return bad('O prazo de 90 dias passou.');
    const status = { done: 'DEVOLVIDO', late: 'EM_PROCESSAMENTO', refused: 'NAO_REALIZADO' } as const;
    const made: Devolucao = {
      id,
      rtrId: id32('D'),
      valor: requested.data.valor,
      horario: { solicitacao: this.now().toISOString() },
      status: status[this.refunds],
    };
    pix.devolucoes = [...(pix.devolucoes ?? []), made];
    return { status: 201, body: { ...made } };
  }

  #finish(one: Devolucao): void {
    if (one.status === 'EM_PROCESSAMENTO' && this.refunds === 'done') one.status = 'DEVOLVIDO';
  }

  #list(query: Record<string, string>): Reply {
    const requested = PixConsulta.safeParse(query);
    if (!requested.success || requested.data.fim < requested.data.inicio) {
      return problem(400, 'PixConsultaInvalida', 'A consulta não respeita o schema.');
    }
    const { inicio, fim, ...paginacao } = requested.data;
    const paginaAtual = paginacao['paginacao.paginaAtual'] ?? 0;
    // A bank may send smaller pages than requested.
    const itensPorPagina = Math.min(paginacao['paginacao.itensPorPagina'] ?? 100, 2);
    const from = Date.parse(inicio);
    const to = Date.parse(fim);
    const all = this.payments.filter(({ horario }) => Date.parse(horario) >= from && Date.parse(horario) <= to);
    return {
      status: 200,
      body: {
        parametros: {
          inicio,
          fim,
          paginacao: {
            paginaAtual,
            itensPorPagina,
            quantidadeDePaginas: Math.max(1, Math.ceil(all.length / itensPorPagina)),
            quantidadeTotalDeItens: all.length,
          },
        },
        pix: all.slice(paginaAtual * itensPorPagina, (paginaAtual + 1) * itensPorPagina),
      },
    };
  }

  #webhook(method: string, chave: string, body: unknown): Reply {
    if (method === 'GET') {
      const known = this.webhooks.get(chave);
      return known
        ? { status: 200, body: { ...known, chave } }
        : problem(404, 'WebhookNaoEncontrado', 'Webhook não encontrado.');
    }
    const requested = WebhookSolicitado.safeParse(body);
    if (!requested.success || chave !== CHAVE) return problem(400, 'WebhookOperacaoInvalida', 'A chave é de outro.');
    this.webhooks.set(chave, { ...requested.data, criacao: this.now().toISOString() });
    return { status: 200, body: {} };
  }
}
