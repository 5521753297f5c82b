import type { Reward } from '#lib/contract/club.schema.ts';

type Distance = Pick<Reward, 'disponivel' | 'falta_pontos'>;

/** Whether the balance suffices for a reward now. */
export const isReachable = ({ disponivel, falta_pontos }: Distance): boolean => disponivel && falta_pontos === 0;

/** What the redemption dialog needs of the affordable rewards. */
export const offersOf = (rewards: readonly Reward[]) =>
  rewards
    .filter(isReachable)
    .map(({ id, nome, imagem_url, pontos, entrega, regras, desconto_centavos, retirada_dias }) => ({
      id,
      nome,
      imagem_url,
      pontos,
      entrega,
      regras,
      desconto_centavos,
      retirada_dias,
    }));

export interface Shelf<R> {
  /** The next reward to save for, at the end of the arc. null: all are affordable, or there is none. */
  next: R | null;
  /** Affordable rewards, the most expensive first. */
  reachable: R[];
  /** Rewards that are not affordable yet, the nearest first. */
  close: R[];
}

/** The rest is in the catalogue. */
const MAX_CLOSE = 4;

/** The rewards on a member’s home, without those that nobody can redeem now. */
export function shelfOf<R extends Distance & Pick<Reward, 'pontos'>>(rewards: readonly R[]): Shelf<R> {
  const offered = rewards.filter(({ disponivel }) => disponivel);
  const close = offered.filter((each) => !isReachable(each)).toSorted((a, b) => a.falta_pontos - b.falta_pontos);
  return {
    next: close[0] ?? null,
    reachable: offered.filter(isReachable).toSorted((a, b) => b.pontos - a.pontos),
    close: close.slice(0, MAX_CLOSE),
  };
}

/** The balance as a share of a price, in whole per cent. 100 only once the price is reached. */
export const percentOf = (saldo: number, pontos: number): number =>
  pontos <= 0 ? 100 : Math.min(100, Math.floor((Math.max(0, saldo) / pontos) * 100));
