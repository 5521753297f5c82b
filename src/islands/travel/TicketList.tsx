import { useState } from 'react';
import { formatDate, formatTime } from '#lib/format/dates.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { campaignFields } from '#lib/words/travel.ts';
import Enter from '~icons/material-symbols/login-rounded';
import Person from '~icons/material-symbols/person-outline-rounded';
import type { Act, ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { stateFilter } from '../kit/options.ts';
import { Chip } from '../ui/Chip.tsx';

type Ticket = AnswerOf<'travel.listParticipants'>['items'][number];

const whoseOf = ({ is_companion, aluno }: Ticket) =>
  aluno === null ? 'Avulso' : is_companion ? `Com ${aluno}` : 'Aluno';

const acts: readonly Act<Ticket>[] = [
  {
    name: 'entrar',
    label: 'Dar entrada',
    icon: Enter,
    key: 'e',
    isFirst: true,
    may: ({ usado_em }) => usado_em === null,
    operation: 'travel.admitTicket',
  },
  {
    name: 'pessoa',
    label: 'Ver a pessoa',
    icon: Person,
    isFirst: true,
    isForOne: true,
    may: ({ user_id }, { rights }) => user_id !== null && rights.includes('alunos'),
    href: ({ user_id }) => routes.manager.person(user_id ?? 0),
  },
  {
    name: 'cancelar',
    label: 'Cancelar a inscrição',
    isDanger: true,
    may: ({ pode_cancelar }) => pode_cancelar,
    form: {
      fields: [{ name: 'motivo', isRequired: true, isWide: true }],
      note: ({ rows: [row] }) => row && `Os ingressos de ${row.aluno} e de quem vem junto deixam de valer.`,
    },
    operation: 'travel.cancelParticipation',
    sent: ({ motivo }, [row]) => ({ id: row?.participacao_id, motivo }),
    done: () => 'Inscrição cancelada. O aluno foi avisado.',
  },
];

/** @param id of the event */
export const ticketList = (id: string): ListOf<Ticket, 'travel.listParticipants'> => ({
  kind: 'ingresso',
  titleOf: ({ nome }) => nome,
  acts,
  labels: campaignFields,
  title: 'Participantes',
  words: ['ingresso', 'ingressos'],
  path: routes.manager.campaignPeople(id),
  links: ({ evento }) => [{ label: evento, href: routes.manager.campaign(id) }],
  search: 'Nome ou código do ingresso',
  read: 'travel.listParticipants',
  inputOf: (address) => ({ ...address, id }),
  filters: [
    stateFilter({ falta: 'A entrar', entrou: 'Já entraram' }, { name: 'entrada', label: 'Entrada', all: 'Todos' }),
  ],
  columns: [
    { label: 'Nome', cell: ({ nome }) => nome },
    { label: 'Quem é', width: 190, cell: whoseOf },
    { label: 'E-mail', width: 220, from: 1500, cell: ({ email }) => email },
    { label: 'Telefone', width: 150, from: 1340, cell: ({ telefone }) => telefone },
    {
      label: 'Inscrição',
      width: 104,
      from: 1500,
      cell: ({ inscrito_em, timezone }) => inscrito_em && formatDate(inscrito_em, timezone),
    },
    { label: 'Código', width: 150, cell: ({ codigo }) => <span className="num">{codigo}</span> },
    {
      label: 'Entrada',
      width: 184,
      endsPhoneLine: true,
      cell: ({ usado_em, timezone }) =>
        usado_em && (
          <Chip tone="success">
            {formatDate(usado_em, timezone)} às {formatTime(usado_em, timezone)}
          </Chip>
        ),
    },
  ],
  note: (each) => [whoseOf(each), each.codigo, each.telefone],
  download: () => `/api/v1/portal/manager/travel/campaigns/${id}/participants/csv/`,
  empty: { title: 'Ninguém se inscreveu ainda', text: 'Quando um aluno se inscrever, ele aparece aqui.' },
});

/** The tickets of an event: participants, companions, and check-ins. @prop id of the event */
export function TicketList({ id, ...props }: ViewProps<'travel.listParticipants'> & { id: string }) {
  const [list] = useState(() => ticketList(id));
  return <List list={list} {...props} />;
}
