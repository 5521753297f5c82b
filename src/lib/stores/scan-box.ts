import { jsonBox, pageUser } from '#lib/rules/device/device-box.ts';
import { scansKey } from '#lib/rules/device/unit-cache.ts';

/** A scan that waits for a connection: what was read, where and when, under its own key. */
export interface WaitingScan {
  texto: string;
  campaign_id: number;
  chave: string;
  lido_em: string;
}

/** Who reads this page; the session may be another's by now, so each scan says whose it is. */
export const userOfPage = (): number | undefined => Number(pageUser()) || undefined;

/** One box for each user of this browser: nobody sends another's scans. */
const box = () => jsonBox<WaitingScan[]>('local', scansKey(pageUser()), Array.isArray);

export const readBox = (): WaitingScan[] => box().read() ?? [];

/** Kept before it is sent: a page that closes, or a lost connection, loses none. @returns whether it outlives this page */
export const keepScan = (scan: WaitingScan): boolean => box().keep([...readBox(), scan]);

export function forgetScan(chave: string): void {
  const others = readBox().filter((each) => each.chave !== chave);
  if (others.length === 0) box().drop();
  else box().keep(others);
}
