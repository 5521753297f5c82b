import { formatDate, formatTime } from '#lib/format/dates.ts';
import { plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { wallAt } from '#lib/rules/time/zones.ts';
import { campaignStates, promoPages } from '#lib/rules/travel/campaign-form.ts';
import { campaignFields, travelMessages } from '#lib/words/travel.ts';
import People from '~icons/material-symbols/groups-outline-rounded';
import type { Act, Field, Subject, Values } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { optionsOf, textsOf } from '../kit/options.ts';

export type Campaign = AnswerOf<'travel.listManagedCampaigns'>['items'][number];

export const drawState = ({ publicada, status }: Campaign) =>
  draw.state(publicada ? campaignStates[status] : { tone: 'warning', name: 'Rascunho' });
export const eventOf = ({ evento_em, timezone }: Campaign) =>
  evento_em ? `${formatDate(evento_em, timezone)} às ${formatTime(evento_em, timezone)}` : 'Sem evento';
/** The number of tickets, in words. */
export const ticketsInWords = ({ ingressos, vagas }: Campaign) =>
  vagas === null ? travelMessages.tickets(ingressos) : `${ingressos} de ${travelMessages.tickets(vagas)}`;
export const ticketsOf = ({ ingressos, vagas }: Campaign) => (vagas === null ? ingressos : `${ingressos} de ${vagas}`);

const fields: readonly Field[] = [
  { name: 'nome', isRequired: true, isWide: true },
  { name: 'destino', isRequired: true },
  {
    name: 'pagina',
    kind: 'choice',
    options: [{ value: '', label: 'Nenhuma' }, ...optionsOf(promoPages)],
  },
  { name: 'descricao', kind: 'area', isRequired: true },
  { name: 'inicio', kind: 'day', isRequired: true },
  { name: 'fim', kind: 'day', isRequired: true },
  { name: 'evento_dia', kind: 'day', hint: 'O ingresso vale neste dia. Sem evento, vale enquanto houver inscrições.' },
  { name: 'evento_hora', kind: 'time' },
  { name: 'local', isWide: true },
  { name: 'vagas', kind: 'whole', hint: 'Contam também os acompanhantes. Em branco, sem limite.' },
  { name: 'max_acompanhantes', kind: 'whole', isRequired: true, hint: 'De 0 a 10.' },
  { name: 'regulamento', kind: 'area', isRequired: true },
];

/** The initial values of the form. */
function typedOf(campaign?: Campaign) {
  const event = campaign?.evento_em ? wallAt(campaign.evento_em, campaign.timezone) : null;
  return {
    ...textsOf(campaign, 'nome', 'destino', 'pagina', 'descricao', 'inicio', 'fim', 'local', 'vagas', 'regulamento'),
    evento_dia: event?.day ?? '',
    evento_hora: event?.clock ?? '',
    max_acompanhantes: String(campaign?.max_acompanhantes ?? 2),
  };
}

/** The input from the form. */
const campaignOf = (values: Values) => ({ ...values, pagina: values.pagina || null });

export const createCampaign: Act<never> = {
  name: 'criar',
  label: 'Novo evento',
  key: 'n',
  form: {
    fields,
    begin: () => typedOf(),
    note: 'Fica escondido até você publicar. A imagem você envia na página do evento.',
    send: 'Criar evento',
  },
  operation: 'travel.createCampaign',
  sent: campaignOf,
  done: () => 'Evento criado. Confira e publique.',
};

const acts: readonly Act<Campaign>[] = [
  {
    name: 'publicar',
    label: 'Publicar',
    key: 'p',
    isFirst: true,
    may: ({ pode_editar, publicada }) => pode_editar && !publicada,
    operation: 'travel.publishCampaign',
    sent: () => ({ publicada: true }),
    done: () => 'Evento publicado: os alunos já podem ver.',
  },
  {
    name: 'editar',
    label: 'Editar o evento',
    key: 'e',
    may: ({ pode_editar }) => pode_editar,
    form: { fields, begin: ({ rows: [row] }) => typedOf(row), send: 'Salvar' },
    operation: 'travel.updateCampaign',
    sent: (values, [row]) => ({ ...campaignOf(values), atualizada_em: row?.atualizada_em }),
    done: () => 'Evento salvo.',
  },
  {
    name: 'participantes',
    label: 'Participantes',
    icon: People,
    isFirst: true,
    isForOne: true,
    href: ({ id }) => routes.manager.campaignPeople(id),
  },
  {
    name: 'ingressos',
    label: 'Fazer ingressos avulsos',
    key: 'i',
    may: ({ pode_editar }) => pode_editar,
    form: {
      fields: [
        { name: 'quantidade', kind: 'whole', isRequired: true },
        { name: 'rotulo', isRequired: true, hint: 'Cada um leva o nome e um número: Convidado 1, Convidado 2…' },
      ],
      begin: () => ({ rotulo: 'Convidado' }),
      note: 'Para convidados sem conta no portal. Cada um ocupa uma vaga.',
      send: 'Fazer ingressos',
    },
    operation: 'travel.makeTickets',
    done: (_count, { quantidade }) =>
      `${plural(Number(quantidade), 'ingresso pronto', 'ingressos prontos')} para imprimir.`,
  },
  { name: 'conferir', label: 'Conferir na entrada', isForOne: true, href: ({ id }) => routes.travel.check(id) },
  {
    name: 'esconder',
    label: 'Esconder dos alunos',
    isDanger: true,
    may: ({ pode_editar, publicada, participantes }) => pode_editar && publicada && participantes === 0,
    operation: 'travel.publishCampaign',
    sent: () => ({ publicada: false }),
    done: () => 'O evento voltou a ser rascunho.',
  },
];

/** An event of the school, with its tickets. */
export const campaign: Subject<Campaign> = {
  kind: 'evento',
  titleOf: ({ nome }) => nome,
  href: ({ id }) => routes.manager.campaign(id),
  acts,
  labels: campaignFields,
};
