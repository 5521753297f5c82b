import { formatDate } from '#lib/format/dates.ts';
import { routes } from '#lib/routes.ts';
import { abroadParts } from '#lib/rules/abroad/panel-parts.ts';
import { requestStatus, staffStatuses } from '#lib/rules/abroad/status.ts';
import type { ListOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { stateFilter } from '../kit/options.ts';
import { drawStatus, type Request, request, waitsFor } from './request.tsx';

const tripOf = ({ turma, menor }: Request) => `${turma}${menor ? ' · menor de 18' : ''}`;

export const requestList: ListOf<Request, 'abroad.listSchoolRequests'> = {
  ...request,
  title: 'Intercâmbio',
  words: ['pedido', 'pedidos'],
  path: routes.manager.abroad(),
  tabs: abroadParts,
  search: 'Número ou nome do aluno',
  read: 'abroad.listSchoolRequests',
  filters: [
    stateFilter(
      { a_conferir: 'A conferir', ...requestStatus },
      { all: 'Todos', field: 'status', only: ['a_conferir', ...staffStatuses] },
    ),
  ],
  columns: [
    { label: 'Aluno', cell: ({ aluno, protocolo }) => draw.title(aluno, `pedido ${protocolo}`) },
    { label: 'Número', width: 130, from: 1500, cell: ({ protocolo }) => protocolo },
    { label: 'Viagem', width: 230, cell: tripOf },
    { label: 'Enviado em', width: 104, cell: ({ enviada_em }, { timeZone }) => formatDate(enviada_em, timeZone) },
    { label: 'A conferir', width: 92, isNumeric: true, cell: ({ a_conferir }) => a_conferir || '' },
    { label: 'Situação', width: 190, endsPhoneLine: true, cell: drawStatus },
  ],
  note: (row) => [tripOf(row), waitsFor(row) && `falta ${waitsFor(row)}`],
  empty: {
    title: 'Ainda não há pedidos',
    text: 'Quando um aluno da sua escola pedir uma viagem, ela aparece aqui. As viagens você cria em Viagens.',
  },
};

/** Requests for study abroad, the last sent first. */
export const RequestList = (props: ViewProps<'abroad.listSchoolRequests'>) => <List list={requestList} {...props} />;
