import type { RefusedDecision } from '#lib/abroad-form.ts';
import { ApiError, type Client } from '#lib/api/client.ts';
import { decideRequest, reviewDocument } from '#lib/contract/abroad.ts';
import { abroadMessages } from '#lib/messages/abroad.ts';

/** Takes a decision of the staff about one document, or about the request. @returns null once it is written down */
export async function takeDecision(api: Client, id: string, form: FormData): Promise<RefusedDecision | null> {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const [documento, resultado, motivo] = [text('documento'), text('resultado'), text('motivo')];
  const where = documento ? `documento:${documento}` : 'pedido';
  if ((resultado === 'recusado' || resultado === 'recusada') && !motivo) {
    return { problem: abroadMessages.reasonMissing, where, motivo };
  }
  try {
    if (documento) {
      const body = { resultado: resultado as 'aceito' | 'recusado', ...(motivo && { motivo }) };
      await api(reviewDocument, { params: { id: documento }, body });
    } else {
      const body = { resultado: resultado as 'em_analise' | 'aprovada' | 'recusada', ...(motivo && { motivo }) };
      await api(decideRequest, { params: { id }, body });
    }
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: error.detail || abroadMessages.notDecided, where, motivo };
  }
}
