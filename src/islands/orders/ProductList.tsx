import { formatMoney, plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { officeParts } from '#lib/rules/finance/office-parts.ts';
import { wholeOrTyped } from '#lib/rules/forms/whole.ts';
import { productDone, productFields, productMessages, stockWords } from '#lib/words/orders-office.ts';
import type { Act, Field, ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { Chip } from '../ui/Chip.tsx';

type Facts = AnswerOf<'orders.listSchoolProducts'>;
type Product = Facts['items'][number];

/** Its fields, without its code: that stays, because orders name it. */
const fields: readonly Field[] = [
  { name: 'nome', isWide: true, isRequired: true },
  { name: 'descricao', kind: 'area', isRequired: true },
  { name: 'linha', kind: 'choice', options: ['A', 'B'].map((value) => ({ value, label: `Linha ${value}` })) },
  {
    name: 'estoque',
    kind: 'choice',
    options: Object.entries(stockWords).map(([value, label]) => ({ value, label })),
  },
  { name: 'prazo_dias', hint: 'Em branco, sem prazo.' },
  { name: 'exige_teste_nivel', kind: 'box' },
  { name: 'ativo', kind: 'box' },
];

const create: Act<never, Facts> = {
  name: 'criar',
  label: 'Novo material',
  key: 'n',
  form: {
    fields: ({ facts }) => [
      { name: 'codigo', isRequired: true, hint: 'Letras sem acento, números e hífen, como WAY-1.' },
      {
        name: 'livro_id',
        kind: 'choice',
        options: [
          { value: '', label: 'Nenhum livro' },
          ...(facts?.livros ?? []).map(({ id, nome }) => ({ value: String(id), label: nome })),
        ],
      },
      ...fields,
    ],
    begin: () => ({ linha: 'A', estoque: 'disponivel', ativo: true }),
    send: 'Criar material',
  },
  operation: 'orders.createSchoolProduct',
  sent: ({ livro_id, prazo_dias, ...rest }) => ({
    ...rest,
    livro_id: livro_id ? Number(livro_id) : null,
    prazo_dias: wholeOrTyped(String(prazo_dias)),
  }),
  done: () => productDone.criar,
};

const edit: Act<Product, Facts> = {
  name: 'editar',
  label: 'Editar o material',
  key: 'e',
  may: ({ pode_editar }) => pode_editar,
  form: {
    fields,
    begin: ({ rows: [row] }) => ({
      nome: row?.nome ?? '',
      descricao: row?.descricao ?? '',
      linha: row?.linha ?? 'A',
      estoque: row?.estoque ?? 'disponivel',
      prazo_dias: String(row?.prazo_dias ?? ''),
      exige_teste_nivel: row?.exige_teste_nivel ?? false,
      ativo: row?.ativo ?? true,
    }),
    send: 'Salvar',
  },
  operation: 'orders.updateSchoolProduct',
  sent: ({ prazo_dias, ...rest }, [row]) => ({
    ...rest,
    code: row?.codigo,
    prazo_dias: wholeOrTyped(String(prazo_dias)),
  }),
  done: () => productDone.salvar,
};

export const productList: ListOf<Product, 'orders.listSchoolProducts'> = {
  kind: 'material',
  titleOf: ({ nome }) => nome,
  acts: [edit],
  forms: ['orders.createSchoolProduct', 'orders.updateSchoolProduct'],
  labels: productFields,
  title: 'Materiais',
  words: ['material', 'materiais'],
  path: routes.manager.products(),
  ways: officeParts,
  search: 'Nome ou código',
  read: 'orders.listSchoolProducts',
  filters: [],
  columns: [
    { label: 'Material', cell: ({ nome }) => nome },
    { label: 'Código', width: 130, cell: ({ codigo }) => codigo },
    { label: 'Linha', width: 74, cell: ({ linha }) => linha },
    { label: 'Estoque', width: 140, cell: ({ estoque }) => stockWords[estoque] },
    {
      label: 'Prazo',
      width: 92,
      from: 1340,
      cell: ({ prazo_dias }) => prazo_dias && plural(prazo_dias, 'dia', 'dias'),
    },
    {
      label: 'Preço de um',
      width: 116,
      isNumeric: true,
      cell: ({ preco_centavos }) => formatMoney(preco_centavos),
    },
    {
      label: 'Venda',
      width: 140,
      endsPhoneLine: true,
      cell: ({ ativo }) => <Chip tone={ativo ? 'success' : 'neutral'}>{ativo ? 'À venda' : 'Fora de venda'}</Chip>,
    },
  ],
  below: ({ pode_editar }) => !pode_editar && <p className="text-muted text-sm">{productMessages.ofNetwork}</p>,
  note: ({ codigo, linha, estoque, preco_centavos }) =>
    [codigo, `linha ${linha}`, stockWords[estoque], formatMoney(preco_centavos)].join(' · '),
  create: ({ pode_editar }) => (pode_editar ? create : undefined),
  empty: ({ pode_editar }) => ({
    title: 'Nenhum material',
    text: pode_editar ? 'Comece por “Novo material”.' : 'A rede ainda não pôs materiais à venda.',
  }),
};

/** What students order: price line, stock, and whether it is sold. */
export const ProductList = (props: ViewProps<'orders.listSchoolProducts'>) => <List list={productList} {...props} />;
