import { formatDate } from '#lib/format/dates.ts';
import { formatPoints } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import { clubParts } from '#lib/rules/club/panel-parts.ts';
import { redemptionWords } from '#lib/words/club-panel.ts';
import type { ListOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { stateFilter } from '../kit/options.ts';
import { type Redemption, redemption } from './redemption.tsx';

/** What distinguishes it from others: its code, else its bill, or why it was refused. */
const detailOf = ({ codigo_retirada, codigo_digital, parcela, motivo }: Redemption) =>
  motivo ?? codigo_retirada ?? codigo_digital ?? parcela?.descricao;

export const redemptionList: ListOf<Redemption, 'club.listManagedRedemptions'> = {
  ...redemption,
  title: 'Trocas',
  words: ['troca', 'trocas'],
  path: routes.manager.clubRedemptions(),
  tabs: clubParts,
  search: 'Nome do aluno ou código de retirada',
  read: 'club.listManagedRedemptions',
  filters: [stateFilter({ a_entregar: 'A entregar', ...redemptionWords }, { all: 'Todas', field: 'status' })],
  columns: [
    { label: 'Aluno', cell: ({ aluno, reward }) => draw.title(aluno.full_name, reward.nome) },
    { label: 'Recompensa', width: 176, cell: ({ reward }) => reward.nome },
    { label: 'Pontos', width: 74, from: 1500, isNumeric: true, cell: ({ pontos }) => formatPoints(pontos) },
    {
      label: 'Pedido em',
      width: 104,
      from: 1340,
      cell: ({ pedido_em }, { timeZone }) => formatDate(pedido_em, timeZone),
    },
    { label: 'Detalhe', width: 150, cell: detailOf },
    {
      label: 'Situação',
      width: 164,
      endsPhoneLine: true,
      cell: ({ status, situacao }) => draw.state({ ...redemptionWords[status], name: situacao }),
    },
  ],
  note: (each, { timeZone }) => [each.reward.nome, formatDate(each.pedido_em, timeZone), detailOf(each)],
  empty: {
    title: 'Nenhuma troca ainda',
    text: 'Quando um membro trocar pontos por uma recompensa, o pedido aparece aqui.',
  },
};

/** Rewards that members redeemed: approve, prepare, hand over. */
export const RedemptionList = (props: ViewProps<'club.listManagedRedemptions'>) => (
  <List list={redemptionList} {...props} />
);
