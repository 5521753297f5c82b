import { formatDate, relativeTime } from '#lib/format/dates.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { teamParts } from '#lib/rules/people/team-parts.ts';
import { changeKinds } from '#lib/rules/sync/changes.ts';
import { syncTables } from '#lib/rules/sync/tables.ts';
import { keyFields, keyTerms, keyWords } from '#lib/words/sync.ts';
import type { Act, Env, Field, ListOf, Values, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { Chip } from '../ui/Chip.tsx';
import { CopyField } from '../ui/CopyField.tsx';

type Keys = AnswerOf<'sync.listKeys'>;
type Key = Keys['items'][number];

const picks = (name: string, options: readonly (readonly [value: string, label: string])[]): Field => ({
  name,
  kind: 'picks',
  find: async () => options.map(([value, label]) => ({ value, label })),
});

/** The picked units, or the reader’s only unit; null: the whole school. */
function unitsOf(picked: Values[string] | undefined): readonly number[] | null {
  const ids = (Array.isArray(picked) ? picked : [picked]).filter(Boolean).map(Number);
  return ids.length > 0 ? ids : null;
}

const create: Act<never, Keys> = {
  name: 'criar',
  label: 'Criar uma chave',
  key: 'n',
  form: {
    fields: ({ facts }) => {
      const { tabelas = [], leituras = [], unidades = [], escola_inteira = false } = facts ?? {};
      return [
        { name: 'nome', isRequired: true, hint: 'Por exemplo: sistema da secretaria.' },
        { name: 'dias', kind: 'choice', isNumber: true, options: keyTerms.map(([value, label]) => ({ value, label })) },
        picks(
          'tabelas',
          tabelas.map((table) => [table, syncTables[table].name]),
        ),
        ...(leituras.length > 0
          ? [
              picks(
                'leituras',
                leituras.map((kind) => [kind, changeKinds[kind].name]),
              ),
            ]
          : []),
        unidades.length > 1
          ? {
              ...picks(
                'unidades',
                unidades.map(({ id, nome }) => [String(id), nome]),
              ),
              isRequired: !escola_inteira,
              ...(escola_inteira && { label: keyWords.units }),
            }
          : { name: 'unidades', kind: 'hidden' },
      ];
    },
    begin: ({ facts }) => ({
      dias: '365',
      unidades: facts?.unidades.length === 1 ? String(facts.unidades[0]?.id) : '',
    }),
    note: keyWords.counts,
    send: 'Criar chave',
  },
  operation: 'sync.createKey',
  sent: ({ unidades, ...rest }) => ({ ...rest, unidades: unitsOf(unidades) }),
  shows: ({ nome, chave }: AnswerOf<'sync.createKey'>) => ({
    title: 'Guarde esta chave agora',
    body: (
      <>
        <p className="measure mb-4">{keyWords.once(nome)}</p>
        <CopyField hasFocus label="Chave" value={chave} />
      </>
    ),
  }),
  done: () => keyWords.created,
};

const isOver = ({ vale_ate, encerrada_em }: Key, { now }: Pick<Env, 'now'>) =>
  encerrada_em !== null || (vale_ate !== null && vale_ate <= now);
const places = ({ unidades }: Key) => unidades?.map(({ nome }) => nome).join(', ') ?? 'Toda a escola';
const opens = ({ tabelas, leituras }: Key) =>
  [
    tabelas.length > 0 && `Grava ${tabelas.map((table) => syncTables[table].name).join(', ')}`,
    leituras.length > 0 && `Lê ${leituras.map((kind) => changeKinds[kind].name).join(', ')}`,
  ]
    .filter(Boolean)
    .join(' · ');
/** When and by whom it was created. */
const made = ({ criada_por, criada_em }: Key, { timeZone }: Env) => `${formatDate(criada_em, timeZone)}, ${criada_por}`;
const term = ({ vale_ate }: Key, { timeZone }: Env) => (vale_ate ? formatDate(vale_ate, timeZone) : 'Sem data');

function drawState(key: Key, env: Env) {
  if (key.encerrada_em) return <Chip tone="error">Encerrada</Chip>;
  if (isOver(key, env)) return <Chip tone="warning">Vencida</Chip>;
  if (!key.ultimo_uso) return <Chip tone="warning">Ainda não usada</Chip>;
  return <span className="num">Usada {relativeTime(key.ultimo_uso, new Date(env.now), env.timeZone)}</span>;
}

export const keyList: ListOf<Key, 'sync.listKeys'> = {
  kind: 'chave',
  titleOf: ({ nome }) => nome,
  acts: [
    {
      name: 'encerrar',
      label: 'Encerrar',
      isDanger: true,
      may: (key, env) => !isOver(key, env),
      form: {
        note: keyWords.ends,
        send: ({ rows: [key] }) => `Encerrar a chave ${key?.nome}`,
      },
      operation: 'sync.endKey',
      done: () => keyWords.ended,
    },
  ],
  labels: keyFields,
  title: 'Chaves',
  words: ['chave', 'chaves'],
  path: routes.manager.keys(),
  tabs: teamParts,
  read: 'sync.listKeys',
  create,
  mayCreate: ({ tabelas, leituras }) => tabelas.length + leituras.length > 0,
  columns: [
    {
      label: 'Chave',
      width: 220,
      cell: ({ nome, final }) => (
        <>
          {nome} <span className="text-muted num">…{final}</span>
        </>
      ),
    },
    { label: 'O que abre', cell: opens },
    { label: 'Onde', width: 150, cell: places },
    { label: 'Criada', width: 190, from: 1340, cell: made },
    { label: 'Vale até', width: 110, cell: term },
    { label: 'Uso', width: 170, endsPhoneLine: true, cell: drawState },
  ],
  note: (key, env) => [opens(key), places(key), `criada em ${made(key, env)}`, term(key, env)],
  empty: { title: 'Ainda não há chaves', text: keyWords.none },
};

/** API keys of the school’s other systems. */
export const KeyList = (props: ViewProps<'sync.listKeys'>) => <List list={keyList} {...props} />;
