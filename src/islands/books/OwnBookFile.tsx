import { bookRule } from '#lib/rules/books/book-zip.ts';
import { sendOwnBook } from '#lib/stores/books-own.ts';
import { FileForm, type PlaceOfFile } from '../ui/FileForm.tsx';

/** Sends the ZIP of a book to be checked. */
export function OwnBookFile(place: PlaceOfFile) {
  return (
    <FileForm
      {...place}
      label="Livro em ZIP"
      rule={bookRule}
      hint="A pasta do livro, compactada. Nada é instalado antes de você conferir."
      values={{ acao: 'enviar' }}
      start={sendOwnBook}
    />
  );
}
