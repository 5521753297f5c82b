import { uploadBook } from '#lib/contract/books.ts';
import { routes } from '#lib/routes.ts';
import { bookRule } from '#lib/rules/books/book-zip.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import { fileOf } from '../file.ts';
import { refuse } from '../refusal.ts';
import type { Verb } from '../submit.ts';

/** Sends the ZIP of a book: its page then shows what the check found. */
export const sendBook: Verb = async (sent) => {
  await sent.api(uploadBook, { body: fileOf(sent, bookRule) });
  return routes.manager.ownBookUpload();
};

/** Installs the book that was sent, or drops it. */
export const uploadForms: Record<string, Verb> = {
  instalar: async ({ api, values: { id = '' } }) => {
    const done = await api.books.installBook({ id });
    return routes.manager.ownBook(done.id, { feito: done.mudou ? 'instalado' : 'igual' });
  },
  descartar: async ({ api, values: { id = '' } }) => {
    await api.books.discardBookUpload({ id });
    return routes.manager.ownBooks({ feito: 'descartado' });
  },
};

/** Makes copies of a book. @param id of the book */
export const copiesForm =
  (id: string): Verb =>
  async ({ api, values, key }) => {
    const unidade_id = wholeOf(values.unidade_id) ?? refuse({ unidade_id: 'Escolha uma unidade' });
    const quantidade = wholeOf(values.quantidade) ?? refuse({ quantidade: 'Escreva um número' });
    await api.books.createCopies({ id, unidade_id, quantidade }, key);
    return routes.manager.ownBook(id, { feito: 'codigos' });
  };
