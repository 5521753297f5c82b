import { formatPoints, plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { clubParts } from '#lib/rules/club/panel-parts.ts';
import { periodWords, ruleActs, ruleFields } from '#lib/words/club-panel.ts';
import type { Act, ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { textsOf } from '../kit/options.ts';
import { Chip } from '../ui/Chip.tsx';

type Rule = AnswerOf<'club.listPointRules'>['items'][number];

const limitOf = ({ limite, periodo }: Rule) =>
  limite ? `até ${plural(limite, 'vez', 'vezes')} ${periodWords[periodo].per}` : 'sem limite';
const lifeOf = ({ validade_dias }: Rule) =>
  validade_dias ? `vencem em ${plural(validade_dias, 'dia', 'dias')}` : 'não vencem';

const edit: Act<Rule> = {
  name: 'editar',
  label: 'Editar',
  key: 'e',
  isFirst: true,
  form: {
    fields: [
      { name: 'pontos', kind: 'whole', isRequired: true },
      { name: 'validade_dias', kind: 'whole', hint: 'Em branco, os pontos não vencem.' },
      { name: 'limite', kind: 'whole', hint: 'Em branco, vale sempre.' },
      {
        name: 'periodo',
        kind: 'choice',
        options: Object.entries(periodWords).map(([value, { option }]) => ({ value, label: option })),
      },
      { name: 'ativo', kind: 'box' },
    ],
    begin: ({ rows: [rule] }) => ({
      ...textsOf(rule, 'pontos', 'validade_dias', 'limite'),
      periodo: rule?.periodo ?? 'sempre',
      ativo: rule?.ativo ?? true,
    }),
    note: ({ rows: [rule] }) => (
      <p className="text-muted text-sm">
        <strong>{rule?.nome}</strong>. {ruleActs.fromNow}
      </p>
    ),
    send: 'Salvar',
  },
  operation: 'club.updatePointRule',
  sent: (values, [rule]) => ({ ...values, codigo: rule?.codigo }),
  done: () => ruleActs.saved,
};

export const ruleList: ListOf<Rule, 'club.listPointRules'> = {
  kind: 'regra',
  titleOf: ({ nome }) => nome,
  acts: [edit],
  labels: ruleFields,
  title: 'Regras de pontos',
  words: ['regra', 'regras'],
  path: routes.manager.clubRules(),
  tabs: clubParts,
  read: 'club.listPointRules',
  columns: [
    { label: 'Regra', width: 190, cell: ({ nome }) => nome },
    { label: 'Como', cell: ({ descricao }) => descricao },
    { label: 'Limite', width: 190, cell: limitOf },
    { label: 'Validade', width: 164, cell: lifeOf },
    {
      label: 'Situação',
      width: 124,
      isShown: ({ items }) => items.some(({ ativo }) => !ativo),
      cell: ({ ativo }) => !ativo && <Chip tone="neutral">Desligada</Chip>,
    },
    { label: 'Pontos', width: 116, isNumeric: true, endsPhoneLine: true, cell: ({ pontos }) => formatPoints(pontos) },
  ],
  note: (each) => [!each.ativo && 'Desligada', limitOf(each), lifeOf(each)],
  empty: { title: 'Nenhuma regra', text: 'As formas de ganhar pontos aparecem aqui.' },
};

/** The points for each activity of a student, and their validity. */
export const RuleList = (props: ViewProps<'club.listPointRules'>) => <List list={ruleList} {...props} />;
