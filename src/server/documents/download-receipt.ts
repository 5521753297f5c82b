import { dayIn } from '#lib/registration.ts';
import { zoneOr } from '#lib/time-zone.ts';
import { readReceipt } from '../finance/read-receipt.ts';
import type { Ctx } from '../http/ctx.ts';
import { documentResponse } from './document-response.ts';
import { emitDocument } from './emit-document.ts';
import { type DocumentRow, holderOf } from './queries.ts';
import type { ReceiptSnapshot } from './snapshot.ts';

/** Emits the receipt of an own paid bill, one for all times it is asked for. @throws Refusal 403, 404, 409 while unpaid */
export async function emitReceipt(ctx: Ctx, parcelaId: number): Promise<DocumentRow> {
  const { db, session, config, now } = ctx;
  const { userId } = session;
  const [receipt, holder] = await Promise.all([readReceipt(db, userId, parcelaId), holderOf(db, userId)]);
  const zone = zoneOr(holder.timezone, config.SCHOOL_TIME_ZONE);
  const at = now();
  const dados: ReceiptSnapshot = {
    marca: holder.marca ?? 'knn',
    nome: holder.full_name,
    escola: holder.escola ? { nome: holder.escola, cidade: holder.cidade ?? '' } : null,
    emitido_em: dayIn(zone, at),
    descricao: receipt.descricao,
    valor_centavos: receipt.pagoCentavos,
    pago_em: dayIn(zone, new Date(receipt.pagoEm)),
    forma: receipt.forma,
    detalhe: receipt.detalhe,
    autorizacao: receipt.autorizacao,
  };
  const sameAs = [userId, parcelaId, receipt.pagoEm];
  return emitDocument(db, { tipo: 'recibo', userId, referencia: String(parcelaId), dados, at, sameAs });
}

/** The receipt of an own paid bill as a file. @throws Refusal 403, 404, 409 while unpaid */
export const downloadReceipt = async (ctx: Ctx, parcelaId: number): Promise<Response> =>
  documentResponse(ctx, await emitReceipt(ctx, parcelaId));
