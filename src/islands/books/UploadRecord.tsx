import { formatDate, formatTime } from '#lib/format/dates.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { changeLines, changeName, ownBookWords } from '#lib/words/books-own.ts';
import type { Act, RecordOf, ViewProps } from '../kit/describe.ts';
import { Record } from '../kit/Record.tsx';

type Upload = AnswerOf<'books.getBookUpload'>;
type Sent = NonNullable<Upload['livro']>;

const acts: readonly Act<Upload>[] = [
  {
    name: 'instalar',
    label: 'Instalar',
    key: 'i',
    may: ({ livro }) => livro?.mudou ?? false,
    operation: 'books.installBook',
    done: () => ownBookWords.installed,
  },
  {
    name: 'enviar',
    label: 'Enviar de novo',
    may: ({ livro }) => livro === null,
    href: () => `${routes.manager.ownBooks()}#enviar`,
  },
  {
    name: 'descartar',
    label: 'Descartar o envio',
    isDanger: true,
    operation: 'books.discardBookUpload',
  },
];

const Parts = ({ of }: { of: Sent['lista'] }) => (
  <ul className="mt-1 list-disc pl-5">
    {of.map((change, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have the same name, and the list never changes
      <li key={place}>
        {change.nome}{' '}
        <span className="text-muted">
          ({changeName(change)}, unidade {change.unidade})
        </span>
      </li>
    ))}
  </ul>
);

function Changes({ of: { novo, mudou, mudancas, lista } }: { of: Sent }) {
  if (!mudou) return <p className="measure">{ownBookWords.same}</p>;
  const lines = changeLines(mudancas);
  const retired = lista.filter(({ tipo }) => tipo === 'retirada');
  const others = lista.filter(({ tipo }) => tipo !== 'retirada');
  return (
    <div className="grid gap-3">
      {lines.length === 0 ? (
        <p>{ownBookWords.head}</p>
      ) : (
        <ul className="list-disc pl-5">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p className="measure text-muted">{novo ? ownBookWords.isNew : ownBookWords.goesOn}</p>
      {retired.length > 0 && (
        <div>
          <h3 className="font-bold">Sai do livro</h3>
          <Parts of={retired} />
        </div>
      )}
      {!novo && others.length > 0 && (
        <details className="disclosure">
          <summary>Ver o que entra e o que muda</summary>
          <Parts of={others} />
        </details>
      )}
    </div>
  );
}

export const uploadRecord: RecordOf<Upload, 'books.getBookUpload'> = {
  kind: 'envio',
  titleOf: ({ livro }) => livro?.nome ?? 'Livro enviado',
  acts,
  read: 'books.getBookUpload',
  inputOf: () => ({}),
  back: { label: 'Livros', href: routes.manager.ownBooks() },
  facts: ({ arquivo, enviado_em }, { timeZone }) => [
    ['Arquivo', arquivo],
    ['Enviado em', `${formatDate(enviado_em, timeZone)}, ${formatTime(enviado_em, timeZone)}`],
  ],
  parts: [
    {
      title: 'O que muda',
      isShown: ({ livro }) => livro !== null,
      body: ({ livro }) => livro && <Changes of={livro} />,
    },
    {
      title: 'O que corrigir',
      isShown: ({ livro }) => livro === null,
      body: ({ erros }) => (
        <>
          <p className="measure text-muted mb-4">{ownBookWords.faults(erros.length)}</p>
          <ul className="grid gap-3">
            {erros.map((fault) => {
              // The file name ends at the first colon.
              const [, file, text = fault] = /^(.*?): (.*)$/s.exec(fault) ?? [];
              return (
                <li key={fault} className="break-words">
                  {file && <strong className="block text-sm">{file}</strong>}
                  {text}
                </li>
              );
            })}
          </ul>
        </>
      ),
    },
  ],
};

/** A book that the school uploaded: its changes, or its errors. */
export const UploadRecord = (props: ViewProps<'books.getBookUpload'>) => <Record record={uploadRecord} {...props} />;
