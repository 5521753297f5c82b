import { partOf } from '../api/part.ts';
import type { AnswerOf } from './operations.ts';
import type { PageSession } from './page-session.ts';

/** The payment methods of a unit in the portal, and whether foreign currency can be paid there. */
export type PaymentMethods = AnswerOf<'finance.listPaymentMethods'>;

interface Asking {
  session: PageSession;
  settings: { connected: boolean };
}

/**
 * The payment methods of the user’s unit in the portal. @returns null if the school’s host did not answer, or has none
 */
export async function paymentMethodsOf({ session, settings }: Asking): Promise<PaymentMethods | null> {
  if (settings.connected) return null;
  const part = await partOf(session.api.finance.listPaymentMethods());
  return part.ok ? part.data : null;
}
