import type { Documento, KnnUsaRequestIn, UsaRequest } from '#lib/contract/abroad.schema.ts';
import { maskEmail } from '#lib/format/text.ts';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { schoolDay } from '../../money/finance/amount-due.ts';
import { openPixOf, presentUsaPayment, readPlan } from './payment.ts';
import { type DocumentRow, documentsOf, historyOf, studentOf } from './queries.ts';
import { tripFor } from './read-trips.ts';
import { mayDelete, type RequestRow } from './transitions.ts';

export const presentDocument = (row: DocumentRow): Documento => ({
  id: row.id,
  tipo: row.tipo,
  arquivo: {
    n: row.n,
    nome: row.nome,
    mime: row.mime,
    tamanho_bytes: row.tamanho_bytes,
    enviado_em: row.enviado_em,
  },
  status: row.status,
  motivo: row.motivo,
  analisado_em: row.analisado_em,
});

/** The sent data, as it is stored. */
export const sentData = (row: Pick<RequestRow, 'dados'>): KnnUsaRequestIn => JSON.parse(row.dados) as KnnUsaRequestIn;

/** A sent request with everything that belongs to it. */
export async function presentRequest(school: School, db: Db, row: RequestRow): Promise<UsaRequest> {
  const now = school.now();
  const student = await studentOf(db, row.user_id);
  const today = await schoolDay(school, db, row.user_id, now);
  const [turma, documents, history, plan] = await Promise.all([
    tripFor(db, student, today, row.turma_id ?? 0),
    documentsOf(db, row.id),
    historyOf(db, row.id),
    readPlan(db, row.id),
  ]);
  if (!turma) throw new Error(`request ${row.id} is for no trip`);
  const dados = sentData(row);
  return {
    id: row.id,
    protocolo: row.protocolo,
    status: row.status,
    turma,
    dados,
    documentos: documents.map(presentDocument),
    pagamento: plan && (await presentUsaPayment(school, plan, await openPixOf(db, plan, now))),
    historico: history.map(({ status, em, nota }) => ({ status, em, nota })),
    pode_excluir: mayDelete(row.status),
    preferencia: row.forma_preferida && { forma: row.forma_preferida, parcelas: row.parcelas_preferidas ?? 1 },
    consentimento: row.exige_responsavel
      ? {
          enviado_para: maskEmail(dados.responsavel?.email ?? ''),
          expira_em: row.consentimento_expira_em,
          dado_em: row.consentimento_em,
        }
      : null,
  };
}
