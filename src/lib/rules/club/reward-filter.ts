import { isReachable as canRedeem } from './reach.ts';

interface Offered {
  categoria: string;
  disponivel: boolean;
  falta_pontos: number;
}

/** The rewards that match an address, and the existing categories; an unknown category shows all. */
export function filterRewards<T extends Offered>(rewards: readonly T[], search: URLSearchParams) {
  const categories = [...new Set(rewards.map(({ categoria }) => categoria))].sort((a, b) =>
    a.localeCompare(b, 'pt-BR'),
  );
  const category = categories.find((each) => each === search.get('categoria')) ?? null;
  const isReachable = search.get('posso') === '1';
  const shown = rewards
    .filter(({ categoria }) => category === null || categoria === category)
    .filter((reward) => !isReachable || canRedeem(reward));
  return { categories, category, isReachable, shown };
}
