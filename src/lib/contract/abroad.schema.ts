import { z } from 'zod';
import { ownCalls } from './abroad-own.schema.ts';
import { Documento, DocumentoTipo, KnnUsaRequestIn, TurmaUsa, UsaPayment, UsaRequest } from './abroad-shapes.schema.ts';
import { Livro } from './books.schema.ts';
import type { CallSchema } from './core.ts';
import { Detail, Id, OneId } from './shapes.schema.ts';

export { UsaDraft } from './abroad-own.schema.ts';
export {
  Documento,
  DocumentoTipo,
  KnnUsaDados,
  KnnUsaRequestIn,
  TurmaUsa,
  UsaPayment,
  UsaRequest,
} from './abroad-shapes.schema.ts';
export type { TripInput, TripPicture, TripState } from './abroad-trips.schema.ts';

const Forma = UsaPayment.shape.forma;
const Parcelas = z.int().min(1).max(24);

export const calls = {
  listGroups: { summary: 'Study-abroad groups', ledger: 'API-79', result: z.array(TurmaUsa) },
  listRequestGroups: { summary: 'Groups of the own request', ledger: 'API-80', result: z.array(TurmaUsa) },
  listGroupBooks: {
    summary: 'Books that count towards a group',
    ledger: 'API-81',
    result: z.array(z.object({ livro: Livro, concluido: z.boolean(), turmas: z.array(Id) })),
  },
  listDocuments: {
    summary: 'Documents that the request needs, and their state',
    ledger: 'API-82',
    result: z.array(z.object({ tipo: DocumentoTipo, documento: Documento.nullish() })),
  },
  getOwnRequest: { summary: 'The own request, if there is one', ledger: 'API-83', result: UsaRequest.nullable() },
  deleteRequest: {
    summary: 'Deletes the own request before it was approved',
    ledger: 'API-84',
    params: OneId,
    result: Detail,
  },
  resendDocuments: {
    summary: 'Sends refused documents again',
    ledger: 'API-85',
    params: OneId,
    body: z.record(z.string(), z.any()),
    result: UsaRequest,
  },
  createRequest: {
    summary: 'Sends the request with its files',
    ledger: 'API-86',
    body: z.object({ knn_usa_request_in: KnnUsaRequestIn }),
    result: UsaRequest,
  },
  createUsaPayment: {
    summary: 'Begins the payment of the request',
    ledger: 'API-87',
    body: z.object({ request_id: Id, forma: Forma, parcelas: Parcelas }),
    result: UsaPayment,
  },
  updateUsaPayment: {
    summary: 'Changes the form of payment',
    ledger: 'API-88',
    body: z.object({ id: Id, forma: Forma, parcelas: Parcelas }),
    result: UsaPayment,
  },
  getUsaPayment: { summary: 'The payment of the request', ledger: 'API-89', params: OneId, result: UsaPayment },
  ...ownCalls,
} satisfies Record<string, CallSchema>;
