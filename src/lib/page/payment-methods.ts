import { partOf } from '../api/part.ts';
import type { AnswerOf } from './operations.ts';
import type { PageSession } from './page-session.ts';

/** How a unit takes money in the portal, and whether foreign money can be paid there. */
export type PaymentMethods = AnswerOf<'finance.listPaymentMethods'>;

interface Asking {
  session: PageSession;
  settings: { connected: boolean };
}

/** How the user's unit takes money in the portal. @returns null if the school's host does not tell, or did not answer */
export async function paymentMethodsOf({ session, settings }: Asking): Promise<PaymentMethods | null> {
  if (settings.connected) return null;
  const part = await partOf(session.api.finance.listPaymentMethods());
  return part.ok ? part.data : null;
}
