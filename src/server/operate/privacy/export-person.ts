import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { sql } from 'kysely';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Person } from '../../core/db/person.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { download, type FileAnswer } from '../../core/http/file-answer.ts';
import { readPerson } from './person.ts';
import { type PersonalTable, personalTables, type Row } from './personal-tables.ts';

/**
 * All data of the user as a ZIP that is made during the download: only one table or one file is in memory at a time.
 */
export async function exportPerson(ctx: Ctx): Promise<FileAnswer> {
  const { db, session, config, now } = ctx;
  await ctx.limits.take('data-export', `user:${session.userId}`);
  const person = await readPerson(db, session.userId);
  const day = dayIn(config.SCHOOL_TIME_ZONE, now());
  const content = zipped(entriesOf(ctx, person), now());
  return download(content, 'application/zip', `meus-dados-${day}.zip`);
}

async function* entriesOf(ctx: Ctx, person: Person): AsyncGenerator<ZipEntry> {
  yield text('LEIA-ME.txt', readme(person, ctx.now()));
  const missing: string[] = [];
  for (const entry of personalTables) {
    const { exported } = entry;
    if (typeof exported === 'string') continue;
    const rows = await rowsOf(ctx, entry, person);
    yield text(
      `dados/${entry.table}.json`,
      `${JSON.stringify(
        rows.map((row) => Object.fromEntries(exported.map((column) => [column, row[column]]))),
        null,
        2,
      )}\n`,
    );
    for (const row of entry.file ? rows : []) {
      const file = entry.file?.(row);
      if (!file) continue;
      try {
        yield { name: `arquivos/${safeName(file.name)}`, bytes: await ctx.ports.files.open(file.key), isPacked: true };
      } catch (error) {
        ctx.log.warn({ err: error, key: file.key }, 'a file is missing from an export');
        missing.push(file.name);
      }
    }
  }
  if (missing.length > 0) {
    yield text('ARQUIVOS-QUE-FALTAM.txt', `Não conseguimos ler agora:\n\n${missing.join('\n')}\n`);
  }
}

const rowsOf = async ({ database }: Ctx, { table, rows }: PersonalTable, person: Person): Promise<Row[]> =>
  (await sql<Row>`select * from ${sql.table(table)} where ${rows(person)}`.execute(database.longReads)).rows;

/** A safe file name from a user's name: it stays inside its folder. */
const safeName = (name: string) =>
  name
    .split('/')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go.
    .map((part) => part.replace(/[\u0000-\u001f<>:"\\|?*]/g, '_').replace(/^\.+/, '_'))
    .join('/');

const text = (name: string, content: string): ZipEntry => ({ name, bytes: [Buffer.from(content)], isPacked: false });

function readme({ fullName }: Person, at: Date): string {
  return [
    `Dados de ${fullName} no portal, em ${at.toISOString()}.`,
    '',
    'dados/     uma tabela por arquivo, em JSON: users são seus dados, drive_users seu vínculo com a escola,',
    '           parcelas e charges o financeiro, pedidos as compras, turma_alunos, presencas e notas as aulas,',
    '           cartoes, revisoes e tentativas a prática, point_entries o clube, notices os avisos.',
    'arquivos/  o que você enviou: atividades e foto.',
    '',
    'Ficaram de fora senhas, códigos e chaves de acesso, porque abririam sua conta, e:',
    ...personalTables.flatMap(({ table, exported }) =>
      typeof exported === 'string' ? [`- ${table}: ${exported}.`] : [],
    ),
    '',
    'Valores são centavos; instantes estão em UTC.',
    '',
  ].join('\n');
}

interface ZipEntry {
  /** With folders: `dados/users.json`. */
  name: string;
  bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Pictures and similar files are compressed already. */
  isPacked: boolean;
}

/** The bytes of a ZIP file as its entries come; nothing is buffered. */
async function* zipped(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const taken = () => {
    const chunks = ready;
    ready = [];
    return chunks;
  };
  for await (const { name, bytes, isPacked } of entries) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    file.mtime = at;
    zip.add(file);
    for await (const chunk of bytes) {
      file.push(chunk);
      yield* taken();
    }
    file.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
