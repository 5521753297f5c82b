import { formatDate } from '#lib/format/dates.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { studentParts } from '#lib/rules/people/student-parts.ts';
import { alikeWords, unlinkedWords } from '#lib/words/people.ts';
import { see } from '../kit/acts.ts';
import type { Act, Env, Field, ListOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { Facts } from '../kit/Facts.tsx';
import { List } from '../kit/List.tsx';
import { Chip } from '../ui/Chip.tsx';

type Account = AnswerOf<'people.listUnlinked'>['items'][number];
type Proposal = Account['propostas'][number];

const keyOf = ({ user_id, proposta_id }: Proposal) => (proposta_id === null ? `user:${user_id}` : `row:${proposta_id}`);
const chosenIn = (account: Account | undefined, { quem }: Readonly<Record<string, unknown>>) =>
  account?.propostas.find((each) => keyOf(each) === quem);
const sameOf = ({ igual }: Proposal) => igual.map((what) => alikeWords[what]).join(', ');
const who = (proposals: readonly Proposal[]): readonly Field[] => [
  {
    name: 'quem',
    kind: 'choice',
    label: 'Aluno da escola',
    isWide: true,
    options: proposals.map((each) => ({
      value: keyOf(each),
      label: `${each.nome}, matrícula ${each.matricula}, ${each.unidade}: ${sameOf(each)}`,
    })),
  },
];
/** Rows that an import skipped: only those may be another person. */
const ofRows = ({ propostas }: Account) => propostas.filter(({ proposta_id }) => proposta_id !== null);

const acts: readonly Act<Account>[] = [
  {
    name: 'ligar',
    label: 'É a mesma pessoa?',
    key: 'l',
    isFirst: true,
    may: ({ propostas }) => propostas.length > 0,
    form: {
      fields: ({ rows: [account] }) => who(account?.propostas ?? []),
      begin: ({ rows: [account] }) => ({ quem: account?.propostas[0] ? keyOf(account.propostas[0]) : '' }),
      note: ({ rows: [account], values }) => {
        const chosen = chosenIn(account, values);
        return (
          account &&
          chosen && (
            <>
              <Facts
                of={[
                  ['Conta', `CPF ${account.cpf_masked}, ${account.email}`],
                  ['Matrícula', `${chosen.matricula}, CPF ${chosen.cpf_masked}`],
                  ['Em comum', sameOf(chosen)],
                ]}
              />
              <p>
                {chosen.ja_entrou ? unlinkedWords.keeps(account.email) : unlinkedWords.enters} {unlinkedWords.forGood}
              </p>
            </>
          )
        );
      },
      send: 'Sim, ligar à matrícula',
    },
    operation: 'people.joinAccount',
    sent: (values, [account]) => {
      const { user_id, proposta_id } = chosenIn(account, values) ?? {};
      return proposta_id ? { proposta_id } : { user_id };
    },
    done: () => unlinkedWords.joined,
  },
  {
    name: 'separar',
    label: 'São pessoas diferentes',
    key: 's',
    may: (account) => ofRows(account).length > 0,
    form: {
      fields: ({ rows: [account] }) => who(account ? ofRows(account) : []),
      begin: ({ rows: [account] }) => {
        const [first] = account ? ofRows(account) : [];
        return { quem: first ? keyOf(first) : '' };
      },
      send: 'Criar outra conta',
    },
    operation: 'people.refuseProposal',
    sent: (values, [account]) => ({ id: chosenIn(account, values)?.proposta_id }),
    done: () => unlinkedWords.apart,
  },
  see('Ver a conta', (row: Account, env) => <Details {...{ row, env }} />),
];

/** All details of an account. */
const Details = ({ row, env: { timeZone } }: { row: Account; env: Env }) => (
  <>
    <Facts
      of={[
        ['CPF', row.cpf_masked],
        ['E-mail', row.email],
        ['Telefone', draw.phone(row)],
        ['Livros', row.livros.join(', ') || 'Sem livro'],
        ['Conta criada em', formatDate(row.criada_em, timeZone)],
        ...row.propostas.map((each) => [`Matrícula ${each.matricula}`, `${each.nome}: ${sameOf(each)}`] as const),
      ]}
    />
    {row.propostas.length === 0 && <p>{unlinkedWords.nobody}</p>}
  </>
);

const drawAlike = ({ propostas: [first, ...more] }: Account) =>
  first ? (
    <Chip tone={first.igual.includes('cpf') ? 'success' : 'neutral'}>
      {sameOf(first)}
      {more.length > 0 && ` +${more.length}`}
    </Chip>
  ) : (
    'Ninguém parecido'
  );
const proposedOf = ({ propostas: [first] }: Account) => first && `${first.nome}, ${first.matricula}`;

export const unlinkedList: ListOf<Account, 'people.listUnlinked'> = {
  kind: 'sem-matricula',
  titleOf: ({ full_name }) => full_name,
  acts,
  title: 'Sem matrícula',
  words: ['conta', 'contas'],
  path: routes.manager.unlinked(),
  tabs: studentParts,
  search: 'CPF ou e-mail inteiro',
  isOnSubmit: true,
  read: 'people.listUnlinked',
  columns: [
    { label: 'Conta', cell: ({ full_name }) => full_name },
    { label: 'E-mail', width: 210, cell: ({ email }) => email },
    { label: 'Telefone', width: 146, from: 1340, cell: draw.phone },
    { label: 'Livro', width: 130, from: 1500, cell: ({ livros }) => livros.join(', ') },
    {
      label: 'Criada em',
      width: 104,
      from: 1500,
      cell: ({ criada_em }, { timeZone }) => formatDate(criada_em, timeZone),
    },
    { label: 'Parece ser', width: 210, cell: proposedOf },
    { label: 'Em comum', width: 170, endsPhoneLine: true, cell: drawAlike },
  ],
  note: (each) => [each.email, proposedOf(each)],
  empty: {
    title: 'Ninguém à espera',
    text: 'Todas as contas parecidas com as de alunos da escola estão ligadas a uma matrícula.',
  },
};

/** Accounts created with a book’s code that have no enrollment yet, each with possible matches. */
export const UnlinkedList = (props: ViewProps<'people.listUnlinked'>) => <List list={unlinkedList} {...props} />;
