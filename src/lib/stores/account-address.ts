import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { partOf } from '#lib/api/part.ts';
import type { Address } from '#lib/contract/account.schema.ts';
import { getAddress } from '#lib/contract/account.ts';
import { digitsOf } from '#lib/format/documents.ts';
import { registrationMessages } from '#lib/words/account.ts';

export const $isFindingAddress = atom(false);
/** Why the address was not found and must be typed; null without a reason. */
export const $addressProblem = atom<string | null>(null);

/**
 * @returns null if the code is unknown or the service does not answer: the user then types the address, and
 * `$addressProblem` has the reason
 */
export async function findAddress(cep: string): Promise<Address | null> {
  $isFindingAddress.set(true);
  $addressProblem.set(null);
  const part = await partOf(api(getAddress, { params: { cep: digitsOf(cep) } }));
  $isFindingAddress.set(false);
  if (part.ok) return part.data;
  $addressProblem.set(part.status === 404 ? registrationMessages.cepUnknown : registrationMessages.cepDown);
  return null;
}
