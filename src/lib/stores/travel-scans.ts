import { jsonBox, pageUser } from '#lib/rules/device/device-box.ts';
import { scansKey } from '#lib/rules/device/unit-cache.ts';

/** A scan that waits for a connection: the code, the place and the time, under its own key. */
export interface WaitingScan {
  texto: string;
  campaign_id: number;
  chave: string;
  lido_em: string;
}

/** The user of this page. The session may belong to another user by now, so each scan names its user. */
export const userOfPage = (): number | undefined => Number(pageUser()) || undefined;

/** One box for each user of this browser: nobody sends another user's scans. */
const box = () => jsonBox<WaitingScan[]>('local', scansKey(pageUser()), Array.isArray);

export const readBox = (): WaitingScan[] => box().read() ?? [];

/**
 * Keeps a scan before it is sent, so that a closed page or a lost connection loses none. @returns whether it outlives
 * this page
 */
export const keepScan = (scan: WaitingScan): boolean => box().keep([...readBox(), scan]);

export function forgetScan(chave: string): void {
  const others = readBox().filter((each) => each.chave !== chave);
  if (others.length === 0) box().drop();
  else box().keep(others);
}
