import type { Db } from '../core/db/connection.ts';
import type { SecretPart } from '../core/http/once.ts';

export interface Redeemed {
  id: number;
  codigo_digital?: string | null | undefined;
}

/** The code of a digital reward stays with its redemption: a stored answer names the redemption alone. */
export const codeOfRedemption = <T extends Redeemed>(): SecretPart<T> => ({
  without: (answer) => ({ ...answer, codigo_digital: null }),
  again: async (tx, stored) => ({ ...stored, codigo_digital: await codeOf(tx, stored) }),
});

/** The same for an answer that has the redemption in it. */
export const codeOfPurchase = <T extends { resgate: Redeemed }>(): SecretPart<T> => ({
  without: (answer) => ({ ...answer, resgate: { ...answer.resgate, codigo_digital: null } }),
  again: async (tx, stored) => ({
    ...stored,
    resgate: { ...stored.resgate, codigo_digital: await codeOf(tx, stored.resgate) },
  }),
});

async function codeOf(tx: Db, { id }: Redeemed): Promise<string | null> {
  const row = await tx.selectFrom('redemptions').select('codigo_digital').where('id', '=', id).executeTakeFirst();
  return row?.codigo_digital ?? null;
}
