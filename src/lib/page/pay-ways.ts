import { partOf } from '../api/part.ts';
import type { PayWays } from '../contract/finance.schema.ts';
import type { PageSession } from './page-session.ts';

interface Asking {
  session: PageSession;
  settings: { connected: boolean };
}

/** How the user's unit takes money in the portal. @returns null if the school's host does not tell, or did not answer */
export async function payWaysOf({ session, settings }: Asking): Promise<PayWays | null> {
  if (settings.connected) return null;
  const part = await partOf(session.api.finance.listPayWays());
  return part.ok ? part.data : null;
}
