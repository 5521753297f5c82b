import { formatDay, formatTime, relativeTime } from '#lib/format/dates.ts';
import type { AnswerOf, InputOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { isDay } from '#lib/rules/time/days.ts';
import { timesWords } from '#lib/words/people.ts';
import { see } from '../kit/acts.ts';
import type { Env, ListOf, ViewProps } from '../kit/describe.ts';
import { changeEntry, History } from '../kit/History.tsx';
import { List } from '../kit/List.tsx';
import { ID, namesOf, stateFilter } from '../kit/options.ts';

type Facts = AnswerOf<'people.listAudit'>;
type Entry = Facts['items'][number];
type Query = InputOf<'people.listAudit'> & object;

const deedOf = ({ acao, vezes }: Entry) => `${acao}${timesWords(vezes)}`;
const whenOf = ({ em, vezes, ultima_em }: Entry, { now, timeZone }: Env) =>
  `${relativeTime(em, new Date(now), timeZone)}${vezes > 1 && ultima_em ? ` até ${formatTime(ultima_em, timeZone)}` : ''}`;
const changesOf = ({ mudancas }: Entry) =>
  mudancas
    .map(({ campo, antes, depois }) => `${campo}: ${antes === 'vazio' ? depois : `${antes} → ${depois}`}`)
    .join('; ');

/** People with entries first. */
const peopleIn = ({ pessoas, contagens }: Facts) =>
  pessoas
    .map(({ id, full_name }) => ({
      value: String(id),
      label: full_name,
      count: contagens?.pessoas.find((each) => each.id === id)?.entradas,
    }))
    .toSorted((a, b) => Number(Boolean(b.count)) - Number(Boolean(a.count)));

export const auditLog: ListOf<Entry, 'people.listAudit'> = {
  kind: 'registro',
  titleOf: (entry) => `${entry.quem} ${deedOf(entry)}`,
  acts: [
    {
      ...see('Ver o que mudou', (entry: Entry, env) => (
        <History
          entries={[{ ...changeEntry({ ...entry, acao: deedOf(entry) }, env), by: [entry.alvo, whenOf(entry, env)] }]}
        />
      )),
      may: ({ mudancas }) => mudancas.length > 0,
    },
  ],
  title: 'Histórico da equipe',
  words: ['registro', 'registros'],
  path: routes.manager.audit(),
  read: 'people.listAudit',
  inputOf: ({ quem, pessoa, tipo, dia, depois }) => ({
    contar: 'true',
    ...(quem && { user_id: quem }),
    ...(pessoa && { alvo: `user:${pessoa}` }),
    ...(tipo && { tipo: tipo as NonNullable<Query['tipo']> }),
    ...(dia && { dia }),
    ...(depois && { depois }),
  }),
  filters: [
    stateFilter(
      { mudancas: 'Mudanças', consultas: 'Consultas' },
      {
        ...{ name: 'tipo', label: 'O que mostrar', all: 'Tudo' },
        counts: ({ contagens }) => ({ mudancas: contagens?.mudancas, consultas: contagens?.consultas }),
      },
    ),
    { name: 'quem', label: 'Quem fez', all: 'Toda a equipe', takes: ID, options: peopleIn },
    {
      name: 'dia',
      label: 'Dia',
      all: 'Todos os dias',
      takes: isDay,
      isDay: true,
      options: ({ contagens }) =>
        (contagens?.dias ?? []).map(({ dia, entradas }) => ({ value: dia, label: formatDay(dia), count: entradas })),
    },
    {
      name: 'pessoa',
      label: 'Sobre',
      all: 'Todas as pessoas',
      takes: ID,
      options: ({ pessoa }) => namesOf(pessoa ? [pessoa] : []),
    },
  ],
  links: ({ pessoa }) => (pessoa ? [{ label: 'Ver o cadastro', href: routes.manager.person(pessoa.id) }] : []),
  columns: [
    { label: 'Quem', width: 160, cell: ({ quem }) => quem },
    { label: 'O que fez', width: 230, cell: deedOf },
    {
      label: 'Sobre',
      width: 210,
      cell: ({ alvo, alvo_id }) =>
        alvo_id ? (
          <a className="kit-above" href={routes.manager.person(alvo_id)}>
            {alvo}
          </a>
        ) : (
          alvo
        ),
    },
    { label: 'O que mudou', cell: (entry) => <span className="text-muted">{changesOf(entry)}</span> },
    { label: 'Quando', width: 150, endsPhoneLine: true, cell: whenOf },
  ],
  note: (entry) => [deedOf(entry), entry.alvo],
  empty: {
    title: 'Nada no histórico ainda',
    text: 'Quando alguém da equipe mudar ou consultar um cadastro, isso aparece aqui.',
  },
};

/** What the staff did in the portal, the newest first. */
export const AuditLog = (props: ViewProps<'people.listAudit'>) => <List list={auditLog} {...props} />;
