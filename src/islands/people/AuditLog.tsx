import { formatDay, formatTime, relativeTime } from '#lib/format/dates.ts';
import type { AnswerOf, InputOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { isDay } from '#lib/rules/time/days.ts';
import { timesWords } from '#lib/words/people.ts';
import type { Env, ListOf, ViewProps } from '../kit/describe.ts';
import { History } from '../kit/History.tsx';
import { List } from '../kit/List.tsx';

type Facts = AnswerOf<'people.listAudit'>;
type Entry = Facts['items'][number];
type Wanted = InputOf<'people.listAudit'> & object;

const NUMBER = /^[1-9]\d{0,8}$/;
const deedOf = ({ acao, vezes }: Entry) => `${acao}${timesWords(vezes)}`;
const whenOf = ({ em, vezes, ultima_em }: Entry, { now, timeZone }: Env) =>
  `${relativeTime(em, new Date(now), timeZone)}${vezes > 1 && ultima_em ? ` até ${formatTime(ultima_em, timeZone)}` : ''}`;
const changesOf = ({ mudancas }: Entry) =>
  mudancas
    .map(({ campo, antes, depois }) => `${campo}: ${antes === 'vazio' ? depois : `${antes} → ${depois}`}`)
    .join('; ');

/** Those with entries first. */
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
      name: 'ver',
      label: 'Ver o que mudou',
      key: 'v',
      isForOne: true,
      may: ({ mudancas }) => mudancas.length > 0,
      form: {
        fields: [],
        note: ({ rows: [entry], env }) =>
          entry && (
            <History
              entries={[
                {
                  key: entry.id,
                  text: (
                    <>
                      <strong>{entry.quem}</strong> {deedOf(entry)}
                    </>
                  ),
                  changes: entry.mudancas,
                  by: [entry.alvo, whenOf(entry, env)],
                },
              ]}
            />
          ),
        send: () => null,
      },
    },
  ],
  forms: [],
  labels: {},
  title: 'Histórico da equipe',
  words: ['registro', 'registros'],
  path: routes.manager.audit(),
  read: 'people.listAudit',
  inputOf: ({ quem, pessoa, tipo, dia, depois }) => ({
    contar: 'true',
    ...(quem && { user_id: quem }),
    ...(pessoa && { alvo: `user:${pessoa}` }),
    ...(tipo && { tipo: tipo as NonNullable<Wanted['tipo']> }),
    ...(dia && { dia }),
    ...(depois && { depois }),
  }),
  filters: [
    {
      name: 'tipo',
      label: 'O que mostrar',
      all: 'Tudo',
      isOpen: true,
      takes: ['mudancas', 'consultas'],
      options: ({ contagens }) => [
        { value: 'mudancas', label: 'Mudanças', count: contagens?.mudancas },
        { value: 'consultas', label: 'Consultas', count: contagens?.consultas },
      ],
    },
    { name: 'quem', label: 'Quem fez', all: 'Toda a equipe', takes: NUMBER, options: peopleIn },
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
      takes: NUMBER,
      options: ({ pessoa }) => (pessoa ? [{ value: String(pessoa.id), label: pessoa.nome }] : []),
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
  note: (entry) => [deedOf(entry), entry.alvo].join(' · '),
  empty: {
    title: 'Nada no histórico ainda',
    text: 'Quando alguém da equipe mudar ou consultar um cadastro, isso aparece aqui.',
  },
};

/** What the staff did in the portal, the newest first. */
export const AuditLog = (props: ViewProps<'people.listAudit'>) => <List list={auditLog} {...props} />;
