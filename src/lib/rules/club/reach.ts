import type { Reward } from '#lib/contract/club.schema.ts';

type Distance = Pick<Reward, 'disponivel' | 'falta_pontos'>;

/** Whether the balance buys a reward now. */
export const isReachable = ({ disponivel, falta_pontos }: Distance): boolean => disponivel && falta_pontos === 0;

/** What the dialog of a redemption needs to know of the rewards that the balance buys. */
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
  /** The next reward to save for: the arc leads to it. null: the balance buys all, or there is none. */
  next: R | null;
  /** What the balance buys, the most precious first. */
  reachable: R[];
  /** What it does not buy yet, the nearest first. */
  close: R[];
}

/** More are a catalogue, and that is another page. */
const MAX_CLOSE = 4;

/** The rewards as the home of a member shows them; what nobody can redeem now stays away. */
export function shelfOf<R extends Distance & Pick<Reward, 'pontos'>>(rewards: readonly R[]): Shelf<R> {
  const offered = rewards.filter(({ disponivel }) => disponivel);
  const close = offered.filter((each) => !isReachable(each)).toSorted((a, b) => a.falta_pontos - b.falta_pontos);
  return {
    next: close[0] ?? null,
    reachable: offered.filter(isReachable).toSorted((a, b) => b.pontos - a.pontos),
    close: close.slice(0, MAX_CLOSE),
  };
}

/** How far a balance reaches towards a price, in whole per cent. Full only once the price is reached. */
export const percentOf = (saldo: number, pontos: number): number =>
  pontos <= 0 ? 100 : Math.min(100, Math.floor((Math.max(0, saldo) / pontos) * 100));
