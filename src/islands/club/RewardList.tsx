import { formatCount, formatPoints, plural } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import { clubParts } from '#lib/rules/club/panel-parts.ts';
import { deliveryWords } from '#lib/words/club-panel.ts';
import type { ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { stateFilter } from '../kit/options.ts';
import { addReward, daysOf, drawState, type Reward, reward } from './reward.tsx';

const stockOf = ({ estoque }: Reward) => (typeof estoque === 'number' ? formatCount(estoque) : 'sem limite');

export const rewardList: ListOf<Reward, 'club.listManagedRewards'> = {
  ...reward,
  title: 'Recompensas',
  words: ['recompensa', 'recompensas'],
  path: routes.manager.clubRewards(),
  tabs: clubParts,
  read: 'club.listManagedRewards',
  filters: [
    stateFilter(
      { arquivadas: 'Arquivadas', todas: 'Todas' },
      { name: 'mostrar', label: 'Mostrar', all: 'No catálogo' },
    ),
  ],
  columns: [
    { label: 'Recompensa', cell: ({ nome }) => nome },
    { label: 'Categoria', width: 130, from: 1500, cell: ({ categoria }) => categoria },
    { label: 'Como chega', width: 204, from: 1340, cell: ({ entrega }) => deliveryWords[entrega] },
    { label: 'Vale', width: 204, from: 1500, cell: daysOf },
    { label: 'Estoque', width: 92, isNumeric: true, cell: stockOf },
    { label: 'Trocas', width: 74, isNumeric: true, cell: ({ resgatados }) => formatCount(resgatados) },
    { label: 'Pontos', width: 116, isNumeric: true, cell: ({ pontos }) => formatPoints(pontos) },
    { label: 'Situação', width: 164, endsPhoneLine: true, cell: drawState },
  ],
  note: (each) => [
    formatPoints(each.pontos),
    `estoque ${stockOf(each)}`,
    plural(each.resgatados, 'troca', 'trocas'),
    daysOf(each),
  ],
  create: addReward,
  mayCreate: ({ pode_criar }) => pode_criar,
  empty: { title: 'Nenhuma recompensa', text: 'O que os membros podem trocar por pontos aparece aqui.' },
};

/** What members can redeem points for. */
export const RewardList = (props: ViewProps<'club.listManagedRewards'>) => <List list={rewardList} {...props} />;
