import { formatDay } from '#lib/format/dates.ts';
import { formatMoney, plural } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import { officeParts } from '#lib/rules/finance/office-parts.ts';
import { billStates } from '#lib/words/finance-office.ts';
import type { Address, ListOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { type Bill, bill, drawState } from './bill.tsx';

const NUMBER = /^[1-9]\d{0,8}$/;
const isOpen = ({ estado }: Address) => estado === 'abertas' || estado === 'vencidas';
export const billList: ListOf<Bill, 'finance.listSchoolBills'> = {
  ...bill,
  title: 'Financeiro',
  words: ['parcela', 'parcelas'],
  path: routes.manager.finance(),
  ways: officeParts,
  search: 'Nome, matrícula ou CPF do aluno',
  read: 'finance.listSchoolBills',
  filters: [
    {
      name: 'estado',
      label: 'Situação',
      all: 'Todas',
      isOpen: true,
      takes: Object.keys(billStates),
      options: ({ atrasadas }) =>
        Object.entries(billStates).map(([value, { name }]) => ({
          value,
          label: name,
          ...(value === 'vencidas' && { count: atrasadas }),
        })),
    },
    {
      name: 'mes',
      label: 'Mês',
      all: (address) => (isOpen(address) || address.aluno || address.q ? 'Todos os meses' : 'Este mês'),
      takes: /^\d{4}-(0[1-9]|1[0-2])$/,
      isTime: true,
      options: ({ meses }) => meses.map(({ mes, nome }) => ({ value: mes, label: nome })),
    },
    {
      name: 'unidade',
      label: 'Unidade',
      all: 'Todas as unidades',
      takes: NUMBER,
      options: ({ unidades }) => unidades.map(({ id, nome }) => ({ value: String(id), label: nome })),
    },
    {
      name: 'aluno',
      label: 'Aluno',
      all: 'Todos os alunos',
      takes: NUMBER,
      options: ({ aluno }) => (aluno ? [{ value: String(aluno.id), label: aluno.nome }] : []),
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
      cell: ({ aluno, descricao, vencimento }) => (
        <>
          {aluno.nome}
          <span className="sr-only">
            , {descricao}, vencimento em {formatDay(vencimento)}
          </span>
        </>
      ),
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
    { label: 'Total', width: 104, isNumeric: true, cell: ({ total_centavos }) => formatMoney(total_centavos) },
    { label: 'Situação', width: 124, endsPhoneLine: true, cell: drawState },
  ],
  note: ({ descricao, vencimento, total_centavos }) =>
    [formatMoney(total_centavos), formatDay(vencimento), descricao].join(' · '),
  empty: { title: 'Nenhuma parcela neste mês', text: 'Escolha outro mês, ou procure um aluno.' },
};

/** Bills of students: what is owed, what was paid. */
export const BillList = (props: ViewProps<'finance.listSchoolBills'>) => <List list={billList} {...props} />;
