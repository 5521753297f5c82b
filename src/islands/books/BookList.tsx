import { formatDate } from '#lib/format/dates.ts';
import { formatCount, plural } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import type { Env, ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { type Book, book, drawOwner } from './book.tsx';

const versionOf = ({ versao }: Book, { timeZone }: Env) =>
  versao && `${versao.versao} · ${formatDate(versao.instalada_em, timeZone)}`;

export const bookList: ListOf<Book, 'books.listSchoolBooks'> = {
  ...book,
  title: 'Livros',
  words: ['livro', 'livros'],
  path: routes.manager.ownBooks(),
  read: 'books.listSchoolBooks',
  links: ({ envio }) =>
    envio
      ? [
          {
            label: envio.livro ? `Conferir ${envio.livro}` : `Ver o que corrigir em ${envio.arquivo}`,
            href: routes.manager.ownBookUpload(),
          },
        ]
      : [],
  columns: [
    { label: 'Livro', cell: ({ nome }) => nome },
    { label: 'Código', width: 130, cell: ({ codigo }) => codigo },
    { label: 'Nível', width: 74, cell: ({ nivel_cefr }) => nivel_cefr },
    { label: 'Unidades', width: 92, isNumeric: true, cell: ({ unidades_total }) => unidades_total },
    { label: 'Alunos', width: 92, isNumeric: true, cell: ({ alunos }) => formatCount(alunos) },
    { label: 'Códigos livres', width: 130, isNumeric: true, cell: ({ livres }) => formatCount(livres) },
    { label: 'Versão', width: 150, from: 1340, cell: versionOf },
    { label: 'De quem', width: 124, endsPhoneLine: true, cell: drawOwner },
  ],
  note: ({ codigo, nivel_cefr, alunos, livres }) => [
    codigo,
    nivel_cefr,
    plural(alunos, 'aluno', 'alunos'),
    plural(livres, 'código livre', 'códigos livres'),
  ],
  empty: { title: 'Nenhum livro', text: 'Os livros da rede e os que a escola escreve aparecem aqui.' },
};

/** Books that the school can use. */
export const BookList = (props: ViewProps<'books.listSchoolBooks'>) => <List list={bookList} {...props} />;
