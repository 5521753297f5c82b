import type { PageSession } from '#gateway/page-session.ts';
import { ApiError } from '#lib/api/client.ts';
import { createDocument } from '#lib/contract/account.ts';

/** Where the browser goes next, or why there is no report. */
type Outcome = { redirect: string } | { problem: string };

/** Takes the form of the grades page that asks for the report as PDF. @returns null for any other request. */
export async function askForReport(
  { api }: Pick<PageSession, 'api'>,
  request: Request,
  turmaId: number,
): Promise<Outcome | null> {
  if (request.method !== 'POST') return null;
  try {
    const { url } = await api(createDocument, { body: { tipo: 'boletim', referencia: String(turmaId) } });
    return { redirect: url };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: error.detail };
  }
}
