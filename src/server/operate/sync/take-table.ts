import { createHash } from 'node:crypto';
import type { ImportSheet, SyncResult, SyncTable } from '#lib/contract/sync.schema.ts';
import { plural } from '#lib/format/money.ts';
import { policy } from '#lib/rules/people/rights.ts';
import { syncTables } from '#lib/rules/sync/tables.ts';
import type { Db } from '../../core/db/connection.ts';
import { inSavepoint } from '../../core/db/savepoint.ts';
import { type Reach, reachBy } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { needsNoKey, once } from '../../core/http/once.ts';
import { forbidden, invalid, Refusal, unavailable } from '../../core/http/refusal.ts';
import { columnsOf, countAnew, type ReadRows, type Tally, understand, writeRows } from '../admin/import-table.ts';
import { hasTurn } from '../admin/import-turn.ts';
import { kinds } from '../admin/kinds.ts';
import { reasons } from '../admin/merge-row.ts';
import { nameFaults } from '../admin/name-faults.ts';
import { type Fault, type Placement, TableRefused } from '../admin/table.ts';
import { sentLimits } from '../admin/table-limits.ts';
import { openClean, readSent, type SentTable } from './read-sent.ts';
import { storedBytes } from './stored-sheet.ts';

interface How {
  modo: 'tudo' | 'linha';
  ensaio: boolean;
}

const BUSY = 'Outra importação está em andamento. Nada foi gravado: envie de novo em instantes.';

/** Stands for the reason in the answer to a repeated key. */
const REFUSED_BEFORE = 'Recusada no primeiro envio. Para ver o motivo, envie com outro identificador.';

/** Wrong rows that a refusal names: who sent so many wrong ones reads no list of all. */
const MAX_NAMED = 500;

/** Thrown out of a transaction that nobody keeps. */
class OnlyTried extends Error {
  readonly result: SyncResult;
  constructor(result: SyncResult) {
    super();
    this.result = result;
  }
}

/**
 * Brings a table in step with what another system sent, or somebody in the panel: the same reading and writing as the
 * command for imports, within what the sender reaches, and one line in the log.
 *
 * @throws Refusal 403 for a table out of reach, 413, 415, 422 with each wrong row by `line.column`, 429
 */
export const putTable = (ctx: Ctx, tabela: SyncTable, how: How): Promise<SyncResult> =>
  takeTable(ctx, tabela, how, () => readSent(ctx, columnsOf(kinds[tabela])));

/**
 * The same for a file that is stored: with its own headings, or with others that are linked to the columns of the table.
 *
 * @throws Refusal as `putTable`, 404 once it is not stored any more, 422 for links that miss a column
 */
export const importSheet = (
  ctx: Ctx,
  tabela: SyncTable,
  { arquivo, ligacao, ...how }: ImportSheet,
): Promise<SyncResult> =>
  takeTable(ctx, tabela, how, async () => {
    const placement = ligacao ? placementOf(tabela, ligacao) : undefined;
    const bytes = await storedBytes(ctx, arquivo);
    const columns = columnsOf(kinds[tabela]);
    const table = await openClean(ctx, bytes, { form: 'sheet', columns, limits: sentLimits, placement });
    // The same file with other links is another table.
    return { table, bytes: Buffer.concat([bytes, Buffer.from(JSON.stringify(ligacao))]) };
  });

/** @throws Refusal 422 for a required column without a link, an unknown one, or two of one heading */
function placementOf(tabela: SyncTable, { linha, colunas }: NonNullable<ImportSheet['ligacao']>): Placement {
  const known = kinds[tabela].columns;
  const linked = new Map(
    colunas.filter(({ nome }) => Object.hasOwn(known, nome)).map(({ nome, posicao }) => [nome, posicao]),
  );
  const places = [...linked.values()];
  const faults = Object.entries(known).flatMap(([nome, { isRequired }]): [string, string][] => {
    const place = linked.get(nome);
    if (place === undefined) return isRequired ? [[nome, 'Escolha a coluna do arquivo']] : [];
    return places.indexOf(place) === places.lastIndexOf(place) ? [] : [[nome, 'Esta coluna foi escolhida duas vezes']];
  });
  if (faults.length > 0) throw invalid('Confira as colunas: falta uma, ou uma se repete.', Object.fromEntries(faults));
  return { line: linha, columns: Object.fromEntries(linked) };
}

async function takeTable(ctx: Ctx, tabela: SyncTable, how: How, read: () => Promise<SentTable>): Promise<SyncResult> {
  const reach = reachOf(ctx, tabela);
  await ctx.limits.take('sync', ctx.session.tokenId);
  try {
    const sent = await read();
    const understood = await understand(sent.table, kinds[tabela], ctx);
    const result = await write(ctx, { tabela, how, reach, sent, read: understood });
    if (!how.ensaio) {
      await countAnew(ctx, understood.rows.length, true);
      ctx.wake();
    }
    return result;
  } catch (error) {
    throw error instanceof TableRefused ? refusalOf(error) : error;
  }
}

/** @throws Refusal 403 for a key without this table, or a person without the right that writes it in the panel */
export function reachOf({ session }: Ctx, tabela: SyncTable): Reach {
  if (session.key && !session.key.tables.includes(tabela)) {
    throw new Refusal(403, `Esta chave não abre a tabela “${tabela}”.`, { code: 'key_scope' });
  }
  const { name, right } = syncTables[tabela];
  const reach = reachBy(session, [right]);
  if (!reach) {
    throw forbidden(`A tabela “${name}” pede o acesso a ${policy[right].name}. Peça a quem cuida da equipe.`);
  }
  if (reach.units?.length === 0) throw forbidden('Esta chave não alcança nenhuma unidade.');
  return reach;
}

interface Batch {
  tabela: SyncTable;
  how: How;
  reach: Reach;
  sent: SentTable;
  read: ReadRows;
}

async function write(ctx: Ctx, batch: Batch): Promise<SyncResult> {
  const { tabela, how, sent } = batch;
  if (how.ensaio) {
    needsNoKey(ctx);
    return tried(ctx, batch);
  }
  const digest = createHash('sha256').update(sent.bytes).digest('hex');
  const act = async (tx: Db) => {
    const result = await writeIn(ctx, tx, batch);
    const { linhas, novas, mudadas, mantidas, recusadas } = result;
    const chave = await nameOfKey(tx, ctx);
    await audit({ ...ctx, db: tx }, 'table-sync', `table:${tabela}`, {
      depois: { linhas, novas, mudadas, mantidas, recusadas, ...(chave !== null && { chave }) },
    });
    return result;
  };
  return once(ctx, `sync ${tabela}`, { tabela, ...how, digest }, act, withoutValues);
}

/** Values of people are kept in no second place: not in a refusal either, which names them in words. */
const withoutValues = {
  without: (result: SyncResult): SyncResult => ({
    ...result,
    observacoes: result.observacoes.map((remark) => ({
      ...{ ...remark, quem: null, no_portal: null, no_arquivo: null },
      motivo: remark.resultado === 'recusada' ? REFUSED_BEFORE : remark.motivo,
    })),
  }),
  again: async (_tx: Db, stored: SyncResult) => stored,
};

/** Writes everything, looks at what became of it, and keeps nothing. */
async function tried(ctx: Ctx, batch: Batch): Promise<SyncResult> {
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      throw new OnlyTried(await writeIn(ctx, tx, batch));
    });
  } catch (error) {
    if (error instanceof OnlyTried) return error.result;
    throw error;
  }
}

async function writeIn(ctx: Ctx, tx: Db, { tabela, how, reach, sent, read }: Batch): Promise<SyncResult> {
  const kind = kinds[tabela];
  const chave = await nameOfKey(tx, ctx);
  const source: Record<string, string> = chave === null ? { tabela } : { tabela, chave };
  if (!(await hasTurn(tx))) throw unavailable(BUSY);
  if (how.modo === 'tudo') {
    return resultOf({ tabela, how, sent, tally: await writeRows(ctx, tx, kind, read, { reach, source }), faults: [] });
  }
  const faults = [...read.faults];
  let rows = read.rows;
  while (rows.length > 0) {
    try {
      const tally = await inSavepoint(tx, () => writeRows(ctx, tx, kind, { rows, faults: [] }, { reach, source }));
      return resultOf({ tabela, how, sent, tally, faults });
    } catch (error) {
      if (!(error instanceof TableRefused)) throw error;
      const found = withoutFollowers(error.faults);
      const wrong = new Set(found.map(({ line }) => line));
      const left = rows.filter(({ line }) => !wrong.has(line));
      if (left.length === rows.length) throw error;
      faults.push(...found);
      rows = left;
    }
  }
  return resultOf({ tabela, how, sent, tally: { added: 0, changed: 0, same: 0 }, faults });
}

/** A row that repeats a wrong one is not wrong yet: without that one it may be right. */
function withoutFollowers(faults: readonly Fault[]): Fault[] {
  const wrong = new Set(faults.flatMap(({ line, repeats }) => (repeats === undefined ? [line] : [])));
  return faults.filter(({ line, repeats }) => repeats === undefined || wrong.has(line) || !wrong.has(repeats));
}

interface Written extends Pick<Batch, 'tabela' | 'how' | 'sent'> {
  tally: Tally;
  faults: readonly Fault[];
}

function resultOf({ tabela, how, sent, tally, faults }: Written): SyncResult {
  const none = { coluna: null, quem: null, no_portal: null, no_arquivo: null };
  const kept = Object.entries(tally.kept ?? {}).flatMap(([motivo, lines]) =>
    lines.map((linha) => ({ ...none, linha, resultado: 'mantida' as const, motivo })),
  );
  const conflicts = (tally.conflicts ?? []).map(({ line, column, here, file, why }) => ({
    ...{ linha: line, coluna: column, quem: null, no_portal: here, no_arquivo: file },
    ...{ resultado: 'mantida' as const, motivo: reasons[why] },
  }));
  const wrong = nameFaults(faults, sent.table).map(({ line, column, text, value, who }) => ({
    ...{ ...none, linha: line, coluna: column ?? null, quem: who ?? null, no_arquivo: value ?? null },
    ...{ resultado: 'recusada' as const, motivo: text },
  }));
  return {
    tabela,
    ensaio: how.ensaio,
    linhas: sent.table.lines.length,
    novas: tally.added,
    mudadas: tally.changed,
    iguais: tally.same,
    mantidas: linesOf([...kept, ...conflicts]),
    recusadas: linesOf(wrong),
    colunas_ignoradas: sent.table.ignored,
    observacoes: [...kept, ...conflicts, ...wrong].toSorted((a, b) => a.linha - b.linha),
  };
}

const linesOf = (remarks: readonly { linha: number }[]) => new Set(remarks.map(({ linha }) => linha)).size;

/** Each wrong row by its line and column. All errors of the headings are told at once. */
export function refusalOf({ faults, isTooLarge, message }: TableRefused): Refusal {
  if (isTooLarge) return new Refusal(413, message);
  const fields: Record<string, string> = {};
  for (const { line, column, text } of faults.slice(0, MAX_NAMED)) {
    const place = column ? `${line}.${column}` : String(line);
    fields[place] = fields[place] ? `${fields[place]} ${text}` : text;
  }
  const count = new Set(faults.map(({ line }) => line)).size;
  const [first] = faults;
  const where = first
    ? ` Linha ${first.line}${first.column ? `, ${first.column}` : ''}: ${fields[first.column ? `${first.line}.${first.column}` : first.line]}`
    : '';
  const detail = `Nada foi gravado: ${plural(count, 'linha com erro', 'linhas com erro')}.${where}`;
  return new Refusal(422, detail, { code: 'rows_refused', fields });
}

/** The name of the key, for the log: its user made it, but another system sent the rows. */
async function nameOfKey(tx: Db, { session }: Ctx): Promise<string | null> {
  if (!session.key) return null;
  const { nome } = await tx
    .selectFrom('api_keys')
    .select('nome')
    .where('id', '=', session.key.id)
    .executeTakeFirstOrThrow();
  return nome;
}
