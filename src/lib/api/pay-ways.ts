import type { PayWays } from '../contract/finance.schema.ts';
import { listPayWays } from '../contract/finance.ts';
import type { PageSession } from './page-session.ts';
import { partOf } from './part.ts';

interface Asking {
  session: PageSession;
  settings: { connected: boolean };
}

/** How the user's unit takes money in the portal. @returns null if the school's host does not tell, or did not answer */
export async function payWaysOf({ session, settings }: Asking): Promise<PayWays | null> {
  if (settings.connected) return null;
  const part = await partOf(session.api(listPayWays));
  return part.ok ? part.data : null;
}
