import { formatDay } from '#lib/format/dates.ts';
import { routes } from '#lib/routes.ts';
import type { ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { type Campaign, campaign, createCampaign, drawState, eventOf, ticketsInWords, ticketsOf } from './campaign.tsx';

const joining = ({ inicio, fim }: Campaign) => `${formatDay(inicio)} a ${formatDay(fim)}`;

export const campaignList: ListOf<Campaign, 'travel.listManagedCampaigns'> = {
  ...campaign,
  title: 'Eventos',
  words: ['evento', 'eventos'],
  path: routes.manager.campaigns(),
  links: () => [{ label: 'Conferir ingressos', href: routes.travel.check() }],
  read: 'travel.listManagedCampaigns',
  columns: [
    { label: 'Evento', cell: ({ nome }) => nome },
    { label: 'Dia', width: 168, cell: eventOf },
    { label: 'Inscrições', width: 204, from: 1500, cell: joining },
    { label: 'Ingressos', width: 110, isNumeric: true, cell: ticketsOf },
    { label: 'Entraram', width: 92, from: 1340, isNumeric: true, cell: ({ usados }) => usados || '' },
    { label: 'Situação', width: 190, endsPhoneLine: true, cell: drawState },
  ],
  note: (each) => [eventOf(each), ticketsInWords(each)],
  create: createCampaign,
  mayCreate: ({ pode_criar }) => pode_criar,
  empty: { title: 'Nenhum evento', text: 'Crie o primeiro e publique quando estiver pronto.' },
};

/** Meetings and trips with tickets, the newest first. */
export const CampaignList = (props: ViewProps<'travel.listManagedCampaigns'>) => (
  <List list={campaignList} {...props} />
);
