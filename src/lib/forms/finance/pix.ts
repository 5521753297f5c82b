import type { PageSession } from '#gateway/page-session.ts';
import { ApiError } from '#lib/api/client.ts';
import type { Cobranca } from '#lib/contract/finance.schema.ts';
import { payWithPix } from '#lib/contract/finance.ts';

interface Asked {
  charge: Cobranca | null;
  problem: string | null;
}

/**
 * Takes the form of a pay page that asks for a Pix code, where no script runs.
 *
 * @param link stands for a login where there is none.
 */
export async function askForPix(
  { api }: Pick<PageSession, 'api'>,
  request: Request,
  [first = 0, ...others]: readonly number[],
  link?: string,
): Promise<Asked> {
  if (request.method !== 'POST') return { charge: null, problem: null };
  try {
    const query = { com: others.length > 0 ? others.join(',') : undefined, assinatura: link };
    return { charge: await api(payWithPix, { params: { id: first }, query }), problem: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { charge: null, problem: error.detail };
  }
}
