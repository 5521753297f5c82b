import { scansKey } from '#lib/unit-cache.ts';

/** A scan that waits for a connection: what was read, where and when, under its own key. */
export interface WaitingScan {
  texto: string;
  campaign_id: number;
  chave: string;
  lido_em: string;
}

/** Who reads this page; the session may be another's by now, so each scan says whose it is. */
export const userOfPage = (): number | undefined => Number(document.body.dataset.userId) || undefined;

/** One box for each user of this browser: nobody sends another's scans. */
const keyOf = () => scansKey(document.body.dataset.userId ?? '');

export function readBox(): WaitingScan[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function writeBox(scans: readonly WaitingScan[]): void {
  if (scans.length === 0) localStorage.removeItem(keyOf());
  else localStorage.setItem(keyOf(), JSON.stringify(scans));
}

/** Kept before it is sent: a page that closes, or a lost connection, loses none. */
export const keepScan = (scan: WaitingScan): void => writeBox([...readBox(), scan]);
export const forgetScan = (chave: string): void => writeBox(readBox().filter((each) => each.chave !== chave));
