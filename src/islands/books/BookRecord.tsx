import { formatDate } from '#lib/format/dates.ts';
import { plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { copiesFile } from '#lib/stores/books-own.ts';
import { changeLines, copiesFields, ownBookWords } from '#lib/words/books-own.ts';
import type { Act, RecordOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { namesOf } from '../kit/options.ts';
import { Record } from '../kit/Record.tsx';
import { type Book, book, drawOwner } from './book.tsx';

type Details = AnswerOf<'books.getSchoolBook'>;

const copy: Act<Book, Details> = {
  name: 'codigos',
  label: 'Criar códigos',
  key: 'c',
  form: {
    fields: ({ facts }) => [
      { name: 'quantidade', kind: 'whole', isRequired: true },
      { name: 'unidade_id', kind: 'choice', isNumber: true, options: namesOf(facts?.unidades_da_escola) },
    ],
    begin: ({ facts }) => ({ unidade_id: String(facts?.unidades_da_escola[0]?.id ?? '') }),
    note: ownBookWords.aboutCopies,
  },
  operation: 'books.createCopies',
  done: () => ownBookWords.copies,
};

export const bookRecord: RecordOf<Book, 'books.getSchoolBook'> = {
  ...book,
  acts: [copy],
  labels: copiesFields,
  read: 'books.getSchoolBook',
  back: { label: 'Livros', href: routes.manager.ownBooks() },
  state: drawOwner,
  lead: ({ codigo, nivel_cefr }) => `${codigo} · ${nivel_cefr}`,
  facts: ({ capa_url, alunos, livres }) => [
    [
      'Capa',
      <img key="capa" src={capa_url} alt="" width="54" height="72" className="h-18 w-14 rounded-lg object-cover" />,
    ],
    ['Alunos', String(alunos)],
    ['Códigos livres', String(livres)],
  ],
  parts: [
    {
      title: 'Unidades',
      body: ({ unidades }) => (
        <ol className="kit-lines">
          {unidades.map(({ numero, titulo, audios, palavras, questoes }) => (
            <li key={numero}>
              <strong>
                {numero}. <span lang="en">{titulo}</span>
              </strong>
              <span className="text-muted num text-sm">
                {[
                  plural(audios, 'áudio', 'áudios'),
                  plural(palavras, 'palavra', 'palavras'),
                  plural(questoes, 'questão', 'questões'),
                ].join(' · ')}
              </span>
            </li>
          ))}
        </ol>
      ),
    },
    {
      title: 'Códigos',
      isBeside: true,
      isShown: ({ lotes }) => lotes.length > 0,
      body: ({ lotes }, { timeZone }) => (
        <ul className="kit-lines">
          {lotes.map(({ id, quantidade, unidade, usados, created_at, baixado_em }) => (
            <li key={id}>
              <strong className="num">
                {quantidade} para {unidade}
              </strong>
              {!baixado_em && (
                <form method="post" action={copiesFile(id)}>
                  <button type="submit" data-plain className="kit-pill">
                    Baixar a lista
                    <span className="sr-only">
                      {' '}
                      de {quantidade} para {unidade}
                    </span>
                  </button>
                </form>
              )}
              <span className="text-muted num text-sm">
                {draw.line([
                  plural(usados, 'usado', 'usados'),
                  plural(quantidade - usados, 'livre', 'livres'),
                  `criados em ${formatDate(created_at, timeZone)}`,
                  baixado_em && `lista baixada em ${formatDate(baixado_em, timeZone)}`,
                ])}
              </span>
            </li>
          ))}
        </ul>
      ),
    },
    {
      title: 'Versões',
      isBeside: true,
      isShown: ({ versoes }) => versoes.length > 0,
      body: ({ versoes }, { timeZone }) => (
        <ol className="kit-lines">
          {versoes.map(({ versao, instalada_em, instalada_por, mudancas }) => (
            <li key={versao}>
              <strong className="num">
                Versão {versao}, {formatDate(instalada_em, timeZone)}
              </strong>
              <span className="text-muted text-sm">
                {instalada_por ?? 'Instalada com o portal'} ·{' '}
                {changeLines(mudancas).join('; ') || 'nome, nível ou capa'}
              </span>
            </li>
          ))}
        </ol>
      ),
    },
  ],
};

/** A book that the school can use: its units, codes and versions. */
export const BookRecord = (props: ViewProps<'books.getSchoolBook'>) => <Record record={bookRecord} {...props} />;
