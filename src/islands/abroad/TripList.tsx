import { formatDay } from '#lib/format/dates.ts';
import { formatHundredths, plural } from '#lib/format/money.ts';
import { hundredthsOf } from '#lib/format/typed-amount.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { abroadParts } from '#lib/rules/abroad/panel-parts.ts';
import { tripStates } from '#lib/rules/abroad/status.ts';
import { abroadFields } from '#lib/words/abroad-panel.ts';
import See from '~icons/material-symbols/article-outline-rounded';
import Edit from '~icons/material-symbols/edit-note-outline-rounded';
import { see } from '../kit/acts.ts';
import type { Act, FormContext, ListOf, Values, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { findIn, optionsOf, stateFilter, textsOf } from '../kit/options.ts';

type Facts = AnswerOf<'abroad.listSchoolTrips'>;
type Trip = Facts['items'][number];

const currencies = optionsOf({ USD: 'Dólar americano (US$)', EUR: 'Euro (€)', GBP: 'Libra esterlina (£)' });
const pictures = optionsOf({ mundo: 'Mundo', orlando: 'Orlando', londres: 'Londres' });
const needs = optionsOf({ nao: 'Não pedir', opcional: 'Opcional', obrigatorio: 'Obrigatório' });
const placesOf = ({ ocupadas, vagas }: Trip) => `${ocupadas} de ${vagas}`;
const daysOf = ({ inicio, fim }: Trip) => `${formatDay(inicio)} a ${formatDay(fim)}`;

/** Fields that students agreed to cannot be changed. */
const fields = ({ facts, rows: [trip] }: FormContext<Trip, Facts | null, unknown>) => {
  const agreed = { isRequired: true, isFixed: (trip?.pedidos ?? 0) > 0 };
  return [
    { name: 'nome', isRequired: true, isWide: true, hint: 'Como os alunos a veem: “Flórida · três semanas”.' },
    { ...agreed, name: 'destino', hint: 'Cidade e país.' },
    { ...agreed, name: 'escola_parceira' },
    { name: 'descricao', kind: 'area', isRequired: true },
    { ...agreed, name: 'inicio', kind: 'day' },
    { ...agreed, name: 'fim', kind: 'day' },
    { name: 'inscricoes_ate', kind: 'day', isRequired: true, hint: 'Antes da ida. Este dia ainda conta.' },
    { name: 'vagas', kind: 'whole', isRequired: true },
    { name: 'idade_minima', kind: 'whole', isRequired: true, hint: 'No dia da ida.' },
    { name: 'imagem', kind: 'choice', options: pictures },
    { ...agreed, name: 'preco_minor', kind: 'money', read: hundredthsOf, hint: 'Por aluno, como 2.890,00.' },
    {
      name: 'moeda',
      kind: 'choice',
      options: agreed.isFixed ? currencies.filter(({ value }) => value === trip?.moeda) : currencies,
    },
    {
      ...agreed,
      name: 'inclui',
      kind: 'area',
      isRequired: false,
      hint: 'Aulas, hospedagem, refeições, passeios.',
    },
    {
      ...agreed,
      name: 'regras',
      kind: 'area',
      isRequired: false,
      hint: 'Cancelamento, bagagem, o que a escola combina com quem viaja.',
    },
    {
      name: 'livros',
      kind: 'picks',
      search: 'Procurar um livro que precisa estar concluído',
      find: findIn(
        (facts?.livros ?? []).map(({ id, nome, nivel_cefr }) => ({ value: String(id), label: nome, note: nivel_cefr })),
      ),
      none: draw.about('Nenhum livro com este nome.'),
    },
    ...(facts?.tipos ?? []).map(
      ({ tipo, nome }) => ({ name: `doc_${tipo}`, label: nome, kind: 'choice', options: needs }) as const,
    ),
  ] as const;
};

/** The initial values of the form. */
const begin = ({ facts, rows: [trip] }: FormContext<Trip, Facts | null, unknown>) => {
  const needOf = (tipo: string) => {
    const need = trip?.documentos.find((each) => each.tipo === tipo);
    if (need) return need.obrigatorio ? 'obrigatorio' : 'opcional';
    return !trip && tipo === 'passaporte' ? 'obrigatorio' : 'nao';
  };
  return {
    ...textsOf(trip, 'nome', 'destino', 'escola_parceira', 'descricao', 'inicio', 'fim', 'inscricoes_ate'),
    ...textsOf(trip, 'vagas', 'idade_minima', 'inclui', 'regras', 'livros'),
    imagem: trip?.imagem ?? 'mundo',
    preco_minor: trip ? formatHundredths(trip.preco_minor) : '',
    moeda: trip?.moeda ?? 'USD',
    ...Object.fromEntries((facts?.tipos ?? []).map(({ tipo }) => [`doc_${tipo}`, needOf(tipo)])),
  };
};

/** The input from the form. */
function tripOf(typed: Values) {
  const own = Object.entries(typed);
  const requested = own.filter(([name, need]) => name.startsWith('doc_') && need !== 'nao');
  return {
    ...Object.fromEntries(own.filter(([name]) => !name.startsWith('doc_'))),
    documentos: requested.map(([name, need]) => ({ tipo: name.slice(4), obrigatorio: need === 'obrigatorio' })),
  };
}

const create: Act<never, Facts> = {
  name: 'criar',
  label: 'Nova viagem',
  key: 'n',
  form: {
    fields,
    begin,
    note: 'Fica em rascunho até você publicar. O documento do responsável é pedido sozinho de quem tem menos de 18 anos.',
    send: 'Criar viagem',
  },
  operation: 'abroad.createTrip',
  sent: tripOf,
  done: () => 'Viagem criada. Confira e publique quando estiver pronta.',
};

const setState = (estado: 'publicada' | 'encerrada'): Partial<Act<Trip, Facts>> => ({
  operation: 'abroad.setTripState',
  sent: (_values, [row]) => ({ estado, versao: row?.versao }),
});

const acts: readonly Act<Trip, Facts>[] = [
  {
    ...setState('publicada'),
    name: 'publicar',
    label: 'Publicar',
    key: 'p',
    isFirst: true,
    may: ({ pode_editar, status }) => pode_editar && status !== 'publicada',
    done: () => 'Viagem publicada: os alunos já a veem.',
  },
  {
    name: 'editar',
    label: 'Editar a viagem',
    icon: Edit,
    key: 'e',
    isFirst: true,
    may: ({ pode_editar }) => pode_editar,
    form: {
      fields,
      begin,
      note: ({ rows: [trip] }) =>
        trip &&
        trip.pedidos > 0 && (
          <p className="notice tone-info">
            {trip.pedidos === 1 ? 'Já há 1 pedido' : `Já há ${trip.pedidos} pedidos`} para esta viagem. Destino, escola,
            datas, preço, o que inclui e regras ficam como quem pediu os aceitou, e um documento só pode passar a
            opcional. Idade e livros valem para os próximos pedidos.
          </p>
        ),
      send: 'Salvar',
    },
    operation: 'abroad.updateTrip',
    sent: (values, [row]) => ({ ...tripOf(values), versao: row?.versao }),
    done: () => 'Viagem salva.',
  },
  {
    ...see('Ver a viagem', (trip: Trip) => <About trip={trip} />),
    icon: See,
    isFirst: ({ pode_editar }) => !pode_editar,
  },
  {
    ...setState('encerrada'),
    name: 'encerrar',
    label: 'Encerrar inscrições',
    isDanger: true,
    may: ({ pode_editar, status }) => pode_editar && status === 'publicada',
    done: () => 'Inscrições encerradas. Os pedidos já enviados continuam.',
  },
];

/** The description of a trip for students. */
const About = ({ trip }: { trip: Trip }) => (
  <>
    {trip.da_rede && (
      <p className="text-muted">
        De toda a rede: os alunos da sua escola veem esta viagem, e só a administração pode mudá-la.
      </p>
    )}
    <p>
      {trip.destino}, {daysOf(trip)} · {trip.preco}
    </p>
    {[trip.descricao, trip.inclui, trip.regras].map(
      (text) =>
        text && (
          <p key={text} className="whitespace-pre-line">
            {text}
          </p>
        ),
    )}
  </>
);

export const tripList: ListOf<Trip, 'abroad.listSchoolTrips'> = {
  kind: 'viagem',
  titleOf: ({ nome }) => nome,
  acts,
  labels: abroadFields,
  title: 'Viagens',
  words: ['viagem', 'viagens'],
  path: routes.manager.abroadTrips(),
  tabs: abroadParts,
  read: 'abroad.listSchoolTrips',
  filters: [stateFilter(tripStates, { all: 'Todas' })],
  columns: [
    { label: 'Viagem', cell: ({ nome }) => nome },
    { label: 'Datas', width: 204, cell: daysOf },
    { label: 'Inscrições até', width: 116, from: 1500, cell: ({ inscricoes_ate }) => formatDay(inscricoes_ate) },
    { label: 'Preço', width: 124, isNumeric: true, cell: ({ preco }) => preco },
    { label: 'Vagas', width: 84, isNumeric: true, cell: placesOf },
    { label: 'Pedidos', width: 80, isNumeric: true, cell: ({ pedidos }) => pedidos },
    { label: 'Situação', width: 124, endsPhoneLine: true, cell: ({ status }) => draw.state(tripStates[status]) },
  ],
  note: (each) => [
    daysOf(each),
    `${placesOf(each)} vagas`,
    plural(each.pedidos, 'pedido', 'pedidos'),
    each.da_rede && 'da rede',
  ],
  create,
  mayCreate: ({ pode_criar }) => pode_criar,
  empty: { title: 'Nenhuma viagem ainda', text: 'Crie a primeira: ela fica em rascunho até você publicar.' },
};

/** The trips that students can request: days, places, price, and requirements. */
export const TripList = (props: ViewProps<'abroad.listSchoolTrips'>) => <List list={tripList} {...props} />;
