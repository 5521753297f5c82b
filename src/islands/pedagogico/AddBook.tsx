import { useStore } from '@nanostores/react';
import { $isLinking, $linkError, addBook } from '#lib/stores/pedagogico.ts';
import Add from '~icons/material-symbols/add-rounded';
import { CodeDialog } from '../ui/CodeDialog.tsx';

/** The book-code dialog (BOOK-08, PED-06). */
export function AddBook() {
  return (
    <CodeDialog
      open={{ label: 'Adicionar livro', icon: <Add className="size-5" aria-hidden="true" /> }}
      title="Adicionar um livro"
      field={{
        label: 'Código do livro',
        hint: 'Fica na contracapa, ao lado do QR code.',
        placeholder: 'KNN-LIVRO-0001',
      }}
      submit={{ label: 'Adicionar', pending: 'Um instante' }}
      error={useStore($linkError, { ssr: 'initial' })}
      isPending={useStore($isLinking, { ssr: 'initial' })}
      onCode={addBook}
      onProblem={(message) => $linkError.set(message)}
    />
  );
}
