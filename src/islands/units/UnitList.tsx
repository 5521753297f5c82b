import { formatCount, plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { teamParts } from '#lib/rules/people/team-parts.ts';
import { unitMessages } from '#lib/words/units.ts';
import type { Act, ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { namesOf } from '../kit/options.ts';
import { changedFrom, drawState, type Unit, unit, unitFields } from './unit.tsx';

type Units = AnswerOf<'units.listUnits'>;

const create: Act<never, Units> = {
  name: 'adicionar',
  label: 'Adicionar uma unidade',
  key: 'n',
  form: {
    fields: ({ facts }) => [
      ...(facts && facts.escolas.length > 1
        ? [
            {
              ...({ name: 'escola_id', kind: 'choice', isNumber: true, isRequired: true, isWide: true } as const),
              options: [{ value: '', label: 'Escolha a escola' }, ...namesOf(facts.escolas)],
            },
          ]
        : []),
      ...unitFields(),
    ],
    send: 'Adicionar a unidade',
  },
  operation: 'units.createUnit',
  sent: ({ escola_id = null, ...values }) => ({ ...changedFrom(values), escola_id }),
  done: () => unitMessages.added,
};

const place = ({ cidade, uf }: Unit) => `${cidade}/${uf}`;
const phone = (text: string | null) => text && <span className="num whitespace-nowrap">{text}</span>;

export const unitList: ListOf<Unit, 'units.listUnits'> = {
  ...unit,
  title: 'Unidades',
  words: ['unidade', 'unidades'],
  path: routes.manager.units(),
  tabs: teamParts,
  read: 'units.listUnits',
  create,
  mayCreate: ({ escolas }) => escolas.length > 0,
  columns: [
    { label: 'Unidade', cell: ({ nome }) => nome },
    { label: 'Escola', width: 180, isShown: ({ escolas }) => escolas.length > 1, cell: ({ escola }) => escola },
    { label: 'Cidade', width: 180, cell: place },
    { label: 'Telefone', width: 140, cell: ({ escrito }) => phone(escrito.telefone) },
    { label: 'WhatsApp', width: 140, cell: ({ escrito }) => phone(escrito.whatsapp) },
    { label: 'Alunos', width: 80, isNumeric: true, cell: ({ alunos }) => formatCount(alunos) },
    { label: 'Situação', width: 110, endsPhoneLine: true, cell: drawState },
  ],
  note: (each) => [place(each), plural(each.alunos, 'aluno', 'alunos')],
  empty: { title: 'Nenhuma unidade', text: 'Adicione o lugar onde a escola dá aula.' },
};

/** Where the school teaches. */
export const UnitList = (props: ViewProps<'units.listUnits'>) => <List list={unitList} {...props} />;
