import { formatMoney, plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { officeParts } from '#lib/rules/finance/office-parts.ts';
import { productDone, productFields, productMessages, stockWords } from '#lib/words/orders-office.ts';
import type { Act, Field, ListOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { namesOf, optionsOf, textsOf } from '../kit/options.ts';
import { Chip } from '../ui/Chip.tsx';

type Facts = AnswerOf<'orders.listSchoolProducts'>;
type Product = Facts['items'][number];

/** Its fields, without its code, which cannot be changed because orders refer to it. */
const fields: readonly Field[] = [
  { name: 'nome', isWide: true, isRequired: true },
  { name: 'descricao', kind: 'area', isRequired: true },
  { name: 'linha', kind: 'choice', options: optionsOf({ A: 'Linha A', B: 'Linha B' }) },
  { name: 'estoque', kind: 'choice', options: optionsOf(stockWords) },
  { name: 'prazo_dias', kind: 'whole', hint: 'Em branco, sem prazo.' },
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
        isNumber: true,
        options: [{ value: '', label: 'Nenhum livro' }, ...namesOf(facts?.livros)],
      },
      ...fields,
    ],
    begin: () => ({ linha: 'A', estoque: 'disponivel', ativo: true }),
    send: 'Criar material',
  },
  operation: 'orders.createSchoolProduct',
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
      ...textsOf(row, 'nome', 'descricao', 'prazo_dias'),
      linha: row?.linha ?? 'A',
      estoque: row?.estoque ?? 'disponivel',
      exige_teste_nivel: row?.exige_teste_nivel ?? false,
      ativo: row?.ativo ?? true,
    }),
    send: 'Salvar',
  },
  operation: 'orders.updateSchoolProduct',
  sent: (values, [row]) => ({ ...values, code: row?.codigo }),
  done: () => productDone.salvar,
};

export const productList: ListOf<Product, 'orders.listSchoolProducts'> = {
  kind: 'material',
  titleOf: ({ nome }) => nome,
  acts: [edit],
  labels: productFields,
  title: 'Materiais',
  words: ['material', 'materiais'],
  path: routes.manager.products(),
  tabs: officeParts,
  search: 'Nome ou código',
  read: 'orders.listSchoolProducts',
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
    { label: 'Preço de um', width: 116, isNumeric: true, cell: ({ preco_centavos }) => formatMoney(preco_centavos) },
    {
      label: 'Venda',
      width: 140,
      endsPhoneLine: true,
      cell: ({ ativo }) => <Chip tone={ativo ? 'success' : 'neutral'}>{ativo ? 'À venda' : 'Fora de venda'}</Chip>,
    },
  ],
  below: ({ pode_editar }) => !pode_editar && draw.about(productMessages.ofNetwork),
  note: ({ codigo, linha, estoque, preco_centavos }) => [
    codigo,
    `linha ${linha}`,
    stockWords[estoque],
    formatMoney(preco_centavos),
  ],
  create,
  mayCreate: ({ pode_editar }) => pode_editar,
  empty: ({ pode_editar }) => ({
    title: 'Nenhum material',
    text: pode_editar ? 'Comece por “Novo material”.' : 'A rede ainda não pôs materiais à venda.',
  }),
};

/** Products: price line, stock, and whether they are sold. */
export const ProductList = (props: ViewProps<'orders.listSchoolProducts'>) => <List list={productList} {...props} />;
