import { useState } from 'react';
import { loginRoutes } from '#lib/rules/routes/login-routes.ts';
import { openBook } from '#lib/stores/books.ts';
import { FormError } from '../ui/FormError.tsx';
import { QrScanner } from '../ui/QrScanner.tsx';

/** Reads the code of a book: an empty book starts a registration, a linked book leads to the user name. */
export function QrLogin({ search }: { search: string }) {
  const [error, setError] = useState<string | null>(null);

  async function handleCode(text: string): Promise<boolean> {
    const { linked, refusal } = await openBook(text);
    setError(refusal?.problem ?? null);
    if (linked === undefined) return refusal === undefined;
    const query = new URLSearchParams(search);
    query.set('livro', linked);
    location.assign(`${loginRoutes.book()}?${query}`);
    return true;
  }
  return (
    <div className="grid gap-4">
      <FormError message={error} />
      <QrScanner onCode={handleCode} onProblem={setError} />
    </div>
  );
}
