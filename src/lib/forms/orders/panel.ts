import { ApiError, type Client } from '#lib/api/client.ts';
import { updateOrderStatus } from '#lib/contract/orders.ts';
import { STATUS } from '#lib/rules/orders/status.ts';
import type { StepForm } from '#lib/rules/orders/steps.ts';
import { orderMessages } from '#lib/words/orders.ts';

/**
 * Moves an order of the school on.
 *
 * @returns null once it moved, else the form as it was sent, with its errors.
 */
export async function takeStep(api: Client, id: number | string, form: FormData): Promise<StepForm | null> {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const given = {
    to: Number(text('para')),
    nota: text('nota'),
    transportadora: text('transportadora'),
    codigo: text('codigo'),
    url: text('url'),
  };
  const refused = (problem: string, fields: Record<string, string> = {}): StepForm => ({ ...given, problem, fields });
  if (given.to === STATUS.cancelled && !given.nota) {
    return refused(orderMessages.checkFields, { motivo: orderMessages.reasonMissing });
  }
  const { transportadora, codigo, url } = given;
  const tracking = [transportadora, codigo, url];
  const missing = tracking.some(Boolean) ? missingTracking(given) : {};
  if (Object.keys(missing).length > 0) return refused(orderMessages.checkFields, missing);
  try {
    await api(updateOrderStatus, {
      params: { id },
      body: {
        status_id: given.to,
        ...(given.nota && { nota: given.nota }),
        ...(transportadora && { rastreio: { transportadora, codigo, url } }),
      },
    });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([name, words]) => [name.replace(/^rastreio\./, ''), words]),
    );
    return refused(error.detail || orderMessages.notMoved, fields);
  }
}

/** A code without a carrier, or an address that opens nothing, follows nothing. */
function missingTracking({ transportadora, codigo, url }: Pick<StepForm, 'transportadora' | 'codigo' | 'url'>) {
  return {
    ...(!transportadora && { transportadora: 'Diga quem transporta' }),
    ...(!codigo && { codigo: 'Informe o código de rastreio' }),
    ...(!/^https:\/\/\S+\.\S+/.test(url) && { url: 'Cole o endereço completo, começando com https://' }),
  };
}
