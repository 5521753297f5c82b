import type { Selectable } from 'kysely';
import { z } from 'zod';
import { nameKey } from '#lib/format/text.ts';
import { NO_PICTURE } from '../../money/orders/products.ts';
import { booksOfSchool } from '../../study/books/read-books.ts';
import type { Schema } from '../../tables.ts';
import * as cells from './cells.ts';
import { optional, required } from './columns.ts';
import { kind, withoutRepeats } from './import-table.ts';
import { mayWriteShared } from './look-up.ts';
import { type Fields, firstSaid, merged } from './merge-row.ts';

const code = cells
  .code(40)
  .transform((value) => value.toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9][A-Z0-9-]*$/, 'Código inválido: letras, números e hífen, como WAY-1.'));

const ProductRow = z.object({
  codigo: code,
  nome: cells.text(120),
  descricao: cells.longText(1000),
  linha: cells.oneOf(['a', 'b']).transform((line) => (line === 'a' ? ('A' as const) : ('B' as const))),
  livro: cells.optional(cells.code(30)),
  exige_teste_nivel: cells.optional(cells.flag),
  estoque: cells.optional(cells.oneOf(['disponivel', 'sob_encomenda', 'indisponivel'])),
  prazo_dias: cells.optional(cells.whole(0, 365)),
  ativo: cells.optional(cells.flag),
});

const yes = (value: boolean) => (value ? 'sim' : 'não');
const fields: Fields<Selectable<Schema['products']>> = {
  nome: { column: 'nome' },
  descricao: { column: 'descricao' },
  linha: { column: 'linha' },
  exige_teste_nivel: { column: 'exige_teste_nivel', words: yes },
  estoque: { column: 'estoque' },
  prazo_dias: { column: 'prazo_dias' },
  ativo: { column: 'ativo', words: yes },
};

/**
 * Products that units sell through the portal. The price follows from the product line: the franchise's price table
 * (ORDER-18).
 */
export const products = kind({
  columns: {
    codigo: required('KIT-REACH-1', 'código do produto', 'sku', 'referência'),
    nome: required('Kit Reach 1', 'nome do produto', 'produto', 'título'),
    descricao: required('Livro do aluno com caderno de exercícios', 'descrição do produto', 'detalhes'),
    linha: required('a', 'linha de preço', 'tabela'),
    livro: optional('', 'código do livro'),
    exige_teste_nivel: optional('não', 'exige teste de nível'),
    estoque: optional('disponivel', 'disponibilidade'),
    prazo_dias: optional('5', 'prazo de entrega', 'prazo em dias'),
    ativo: optional('sim', 'à venda'),
  },
  row: ProductRow,
  async write(task, rows) {
    const { tx } = task;
    if (!(await mayWriteShared(task, rows))) return;
    const books = await booksOfSchool(tx, null).select(['id', 'codigo', 'nivel_cefr']).execute();
    const known = new Map((await tx.selectFrom('products').selectAll().execute()).map((each) => [each.codigo, each]));
    for (const { line, alterado_em, livro, ...row } of withoutRepeats(task, rows, ({ codigo }) => codigo)) {
      const book = livro === undefined ? undefined : books.find(({ codigo }) => nameKey(codigo) === nameKey(livro));
      const before = known.get(row.codigo);
      const ofBook = book && { livro_id: book.id, nivel_cefr: book.nivel_cefr };
      if (livro !== undefined && !book) task.fault(line, `O livro “${livro}” não existe.`, 'livro');
      else if (before) {
        const changed = merged(task, { line, alterado_em }, before, { ...row, ...ofBook }, fields);
        if (changed) await tx.updateTable('products').set(changed).where('id', '=', before.id).execute();
      } else {
        const made = {
          ...{ livro_id: null, nivel_cefr: null },
          ...row,
          ...ofBook,
          imagem_url: NO_PICTURE,
          exige_teste_nivel: row.exige_teste_nivel ?? false,
          estoque: row.estoque ?? ('disponivel' as const),
          prazo_dias: row.prazo_dias ?? null,
          ativo: row.ativo ?? true,
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
});
