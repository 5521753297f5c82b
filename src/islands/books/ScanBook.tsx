import { useState } from 'react';
import { routes } from '#lib/routes.ts';
import { parseBookCode } from '#lib/rules/books/book-code.ts';
import { bookCodeMessages } from '#lib/words/books.ts';
import QrCode from '~icons/material-symbols/qr-code-scanner-rounded';
import { CodeDialog } from '../ui/CodeDialog.tsx';

/** Scans the code of a book and opens the page of that book. */
export function ScanBook() {
  const [error, setError] = useState<string | null>(null);

  async function open(text: string): Promise<boolean> {
    const code = parseBookCode(text, location.origin);
    if (code.kind !== 'ok') {
      setError(bookCodeMessages[code.kind]);
      return false;
    }
    location.assign(routes.manager.book({ codigo: code.value }));
    return true;
  }

  return (
    <CodeDialog
      open={{ label: 'Ler QR code', icon: <QrCode className="size-5" aria-hidden="true" /> }}
      title="De quem é este livro?"
      field={{
        label: 'Código do livro',
        hint: 'Fica na contracapa, ao lado do QR code.',
        placeholder: 'KNN-LIVRO-0001',
      }}
      submit={{ label: 'Ver o livro', pending: 'Um instante' }}
      error={error}
      isPending={false}
      onCode={open}
      onProblem={setError}
    />
  );
}
