import { formatDay } from '#lib/format/dates.ts';
import { formatMoney, plural } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import { officeParts } from '#lib/rules/finance/office-parts.ts';
import { stepName } from '#lib/rules/finance/reminder-steps.ts';
import { billStates } from '#lib/words/finance-office.ts';
import type { Address, ListOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { ID, monthFilter, namesOf, stateFilter, unitFilter } from '../kit/options.ts';
import { type Bill, bill, drawState, reminderOf } from './bill.tsx';

const isOpen = ({ estado }: Address) => estado === 'abertas' || estado === 'vencidas';
export const billList: ListOf<Bill, 'finance.listSchoolBills'> = {
  ...bill,
  title: 'Financeiro',
  words: ['parcela', 'parcelas'],
  path: routes.manager.finance(),
  tabs: officeParts,
  search: 'Nome, matrícula ou CPF do aluno',
  read: 'finance.listSchoolBills',
  filters: [
    stateFilter(billStates, { all: 'Todas', counts: ({ atrasadas }) => ({ vencidas: atrasadas }) }),
    {
      ...monthFilter,
      all: (address) => (isOpen(address) || address.aluno || address.q ? 'Todos os meses' : 'Este mês'),
      options: ({ meses }) => meses.map(({ mes, nome }) => ({ value: mes, label: nome })),
    },
    unitFilter,
    {
      name: 'lembrete',
      label: 'Lembrete',
      all: 'Com ou sem lembrete',
      takes: /^([1-5]|promessa|quebrada|pausa)$/,
      options: ({ passos }) => [
        ...passos.map(({ passo, dias }) => ({ value: String(passo), label: stepName(dias) })),
        { value: 'promessa', label: 'Prometeram pagar' },
        { value: 'quebrada', label: 'Não cumpriram' },
        { value: 'pausa', label: 'Pausados' },
      ],
    },
    {
      name: 'automatico',
      label: 'Pix Automático',
      all: 'Com ou sem Pix Automático',
      takes: /^(ativo|falhou)$/,
      options: () => [
        { value: 'ativo', label: 'Com Pix Automático' },
        { value: 'falhou', label: 'Débito não feito' },
      ],
    },
    {
      name: 'aluno',
      label: 'Aluno',
      all: 'Todos os alunos',
      takes: ID,
      options: ({ aluno }) => namesOf(aluno ? [aluno] : []),
    },
  ],
  links: ({ aluno }) => {
    if (!aluno) return [];
    const { contract, renegotiate, person } = routes.manager;
    const here = [
      { label: 'Novo contrato', href: contract(aluno.id) },
      { label: 'Cadastro', href: person(aluno.id) },
    ];
    return [{ label: 'Renegociar', href: renegotiate(aluno.id) }, ...(aluno.saiu ? [] : here)];
  },
  sums: ({ mes, meses, somas: { quantidade, ...sums } }) => ({
    title: meses.find((each) => each.mes === mes)?.nome ?? 'Todos os meses',
    items: [
      { label: 'A receber', value: formatMoney(sums.a_receber_centavos) },
      { label: 'Recebido', value: formatMoney(sums.recebido_centavos) },
      { label: plural(quantidade, 'parcela', 'parcelas'), value: formatMoney(sums.valor_centavos), isExtra: true },
      { label: 'Desconto', value: formatMoney(sums.desconto_centavos), isExtra: true },
      { label: 'Multa e juros', value: formatMoney(sums.encargos_centavos), isExtra: true },
    ],
  }),
  columns: [
    {
      label: 'Aluno',
      cell: ({ aluno, descricao, vencimento }) =>
        draw.title(aluno.nome, `${descricao}, vencimento em ${formatDay(vencimento)}`),
    },
    { label: 'Parcela', width: 156, cell: ({ descricao }) => descricao },
    {
      label: 'Unidade',
      width: 122,
      from: 1500,
      isShown: ({ unidades }) => unidades.length > 1,
      cell: (each) => each.unidade.nome,
    },
    { label: 'Vencimento', width: 104, cell: ({ vencimento }) => formatDay(vencimento) },
    { label: 'Telefone', width: 136, cell: draw.phone },
    { label: 'Lembrete', width: 96, from: 1340, cell: (each) => reminderOf(each, true) },
    { label: 'Total', width: 104, isNumeric: true, cell: ({ total_centavos }) => formatMoney(total_centavos) },
    { label: 'Situação', width: 124, endsPhoneLine: true, cell: drawState },
  ],
  note: (each) => [formatMoney(each.total_centavos), formatDay(each.vencimento), each.descricao, reminderOf(each)],
  empty: { title: 'Nenhuma parcela neste mês', text: 'Escolha outro mês, ou procure um aluno.' },
};

/** Bills of students: what is owed, what was paid. */
export const BillList = (props: ViewProps<'finance.listSchoolBills'>) => <List list={billList} {...props} />;
