import { z } from 'zod';
import { nameKey } from '#lib/format/text.ts';
import { NO_PICTURE } from '../../money/orders/products.ts';
import { booksOfSchool } from '../../study/books/read-books.ts';
import * as cells from './cells.ts';
import { blanksOf, fieldsOf, key, optional, required, valuesOf } from './column.ts';
import { defined, kind, withoutRepeats } from './import.ts';
import { mayWriteShared } from './look-up.ts';
import { firstSaid, merged } from './merge.ts';

const code = cells
  .code(40)
  .transform((value) => value.toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9][A-Z0-9-]*$/, 'Código inválido: letras, números e hífen, como WAY-1.'));

const line = cells.oneOf(['a', 'b']).transform((each) => (each === 'a' ? ('A' as const) : ('B' as const)));
const states = cells.oneOf(['disponivel', 'sob_encomenda', 'indisponivel']);

const columns = {
  codigo: key('products.codigo', code, 'KIT-REACH-1', 'código do produto, sku, referência'),
  nome: required('products.nome', cells.text, 'Kit Reach 1', 'nome do produto, produto, título'),
  descricao: required(
    'products.descricao',
    cells.longText(1000),
    'Livro do aluno com caderno de exercícios',
    'descrição do produto, detalhes',
  ),
  linha: required('products.linha', line, 'a', 'linha de preço, tabela'),
  livro: optional('livros.codigo', cells.code, '', 'código do livro'),
  exige_teste_nivel: optional('products.exige_teste_nivel', cells.flag, 'não', 'exige teste de nível'),
  estoque: optional('products.estoque', states, 'disponivel', 'disponibilidade'),
  prazo_dias: optional('products.prazo_dias', cells.whole(0, 365), '5', 'prazo de entrega, prazo em dias'),
  ativo: optional('products.ativo', cells.flag, 'sim', 'à venda'),
};
const fields = fieldsOf(columns, 'products');

/**
 * Products that units sell through the portal. The price follows from the product line: the franchise's price table
 * (ORDER-18).
 */
export const products = kind({
  columns,
  async write(task, rows) {
    const { tx } = task;
    if (!(await mayWriteShared(task, rows))) return;
    const books = await booksOfSchool(tx, null).select(['id', 'codigo', 'nivel_cefr']).execute();
    const known = new Map((await tx.selectFrom('products').selectAll().execute()).map((each) => [each.codigo, each]));
    for (const row of withoutRepeats(task, rows, ({ codigo }) => codigo)) {
      const { line, livro, codigo } = row;
      const book = livro === undefined ? undefined : books.find((each) => nameKey(each.codigo) === nameKey(livro));
      const before = known.get(codigo);
      const ofBook = book && { livro_id: book.id, nivel_cefr: book.nivel_cefr };
      const said = valuesOf(columns, row, 'products');
      if (livro !== undefined && !book) task.fault(line, `O livro “${livro}” não existe.`, 'livro');
      else if (before) {
        const changed = merged(task, row, before, { ...said, ...ofBook }, fields);
        if (changed) await tx.updateTable('products').set(changed).where('id', '=', before.id).execute();
      } else {
        const made = {
          ...{ codigo, imagem_url: NO_PICTURE, livro_id: null, nivel_cefr: null, ...ofBook },
          ...{ exige_teste_nivel: false, estoque: 'disponivel' as const, ativo: true },
          ...blanksOf(columns, 'products'),
          ...defined(said),
        };
        const imported = firstSaid(fields, made, task);
        await tx
          .insertInto('products')
          .values({ ...made, imported })
          .execute();
        task.tally.added += 1;
      }
      task.done(1);
    }
  },
  exported: (db, pick) =>
    pick(db.selectFrom('products').leftJoin('livros', 'livros.id', 'products.livro_id').orderBy('products.id')),
});
