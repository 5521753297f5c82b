import { ApiError, addressOf } from '#lib/api/client.ts';
import { failureOf, partOf } from '#lib/api/part.ts';
import type { ImportSheet, SheetFile, SyncResult, SyncTable } from '#lib/contract/sync.schema.ts';
import { downloadSheetModel, uploadSheet } from '#lib/contract/sync.ts';
import { MAX_SYNC_BYTES } from '#lib/format/limits.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes, type SheetPage } from '#lib/routes.ts';
import type { FileRule } from '#lib/rules/forms/chosen-file.ts';
import { REAUTHENTICATION_NEEDED, type ReauthenticationRequest } from '#lib/rules/people/reauthentication.ts';
import { sendingWords, type sheetModes } from '#lib/words/sync.ts';
import { fileOf } from '../file.ts';
import { type FormPage, type Sent, submit, type Verb } from '../submit.ts';

/** A table that a spreadsheet can import. */
export type SheetTable = AnswerOf<'sync.listTables'>[number];

const sheetRule: FileRule = { max: MAX_SYNC_BYTES };
/** The name prefix of a column’s field in the mapping form. */
const LINK = 'coluna_';

export type SheetMode = keyof typeof sheetModes;
/** A row of a sheet, or one of its fields, that was not imported as sent. */
export type SheetRemark = Pick<
  SyncResult['observacoes'][number],
  'linha' | 'coluna' | 'motivo' | 'quem' | 'no_portal' | 'no_arquivo'
>;

/** The headings of a file wait to be mapped: the chosen mapping, and its errors. */
export interface SheetLinks {
  step: 'links';
  sheet: SheetFile;
  mode: SheetMode;
  chosen: Readonly<Record<string, string>>;
  faults: Readonly<Record<string, string>>;
}

/** The result of a sheet. `result` is null if nothing could be imported. */
export interface SheetOutcome {
  step: 'result';
  tabela: SyncTable;
  /** The stored file with its mapping, to continue with. */
  hidden: readonly (readonly [name: string, value: string])[];
  result: SyncResult | null;
  /** A dry run found rows that can be imported now, from the stored file. */
  isWritable: boolean;
  /** The sentence of the refusal. */
  problem: string | null;
  remarks: readonly SheetRemark[];
}

const modeOf = (text: string | undefined): SheetMode => (text === 'linha' || text === 'tudo' ? text : 'conferir');
const tableOf = ({ values }: Sent) => values.tabela as SyncTable;

/**
 * Uploads a sheet, maps its headings, and imports what was checked: the file is chosen once. The re-authentication form
 * before the page sends `abrir`.
 *
 * @param page its address, to return to
 */
const sheetForms = (page: string): Record<string, Verb<SheetLinks | SheetOutcome>> => ({
  abrir: async () => page,
  enviar: async (sent) => {
    const { data: sheet, problem } = await uploaded(sent);
    if (!sheet) return { done: nothingTaken(sent, problem) };
    const mode = modeOf(sent.values.modo);
    if (!sheet.completo) return { done: { step: 'links', sheet, mode, chosen: guessedIn(sheet), faults: {} } };
    return { done: await take(sent, sheet.arquivo, mode, null) };
  },
  ligar: async (sent) => {
    const sheet = await storedSheet(sent);
    // A manual mapping stays, and so does a cleared guess.
    const chosen = sent.values.linha === undefined ? guessedIn(sheet) : sent.values;
    return { done: { step: 'links', sheet, mode: 'conferir', chosen, faults: {} } };
  },
  importar: async (sent) => {
    const { arquivo = '', modo } = sent.values;
    const ligacao = linksIn(sent);
    try {
      return { done: await take(sent, arquivo, modeOf(modo), ligacao) };
    } catch (error) {
      const { fields = {}, status } = failureOf(error);
      if (status !== 422 || !ligacao) throw error;
      const sheet = await storedSheet(sent);
      return { done: { step: 'links', sheet, mode: modeOf(modo), chosen: sent.values, faults: fields } };
    }
  },
});

/**
 * Handles the form of a page of spreadsheets, and lists the tables. A form with a file cannot wait for re-authentication,
 * so the page requires it before it shows the form; the mapping can wait.
 */
export async function openSheets({ request, url, locals }: FormPage, page: SheetPage = 'equipe') {
  const forms = sheetForms(routes.manager.sheets(page));
  const submitted = await submit({ request, url, locals }, forms, { otherwise: sendingWords.notSent });
  const tables = await partOf(locals.session.api.sync.listTables());
  if (!tables.ok && tables.code === REAUTHENTICATION_NEEDED && !keepsForm(locals.reauthentication)) {
    locals.reauthentication = { fields: [['acao', 'abrir']], problem: locals.reauthentication?.problem ?? null };
  }
  const modelHref = (tabela: SyncTable) => addressOf(downloadSheetModel, { params: { tabela } });
  return { ...submitted, tables, modelHref };
}

/** Whether a form that can be sent again waits for re-authentication: one with a mapping, but no file. */
const keepsForm = (reauthentication: ReauthenticationRequest | null | undefined): boolean =>
  reauthentication?.fields.some(([name, value]) => name === 'acao' && value !== 'enviar') ?? false;

/** Stores the chosen file. An unreadable file is a result to look at, not a form to fill in again. */
async function uploaded(sent: Sent): Promise<{ data: SheetFile | null; problem: string }> {
  const body = fileOf(sent, sheetRule);
  try {
    const data = await sent.api(uploadSheet, { params: { tabela: tableOf(sent) }, body });
    return { data, problem: '' };
  } catch (error) {
    const { code, detail } = failureOf(error);
    if (code !== 'rows_refused') throw error;
    return { data: null, problem: detail };
  }
}

const storedSheet = (sent: Sent): Promise<SheetFile> =>
  sent.api.sync.getSheet({ tabela: tableOf(sent), arquivo: sent.values.arquivo ?? '' });

const nothingTaken = (sent: Sent, problem: string): SheetOutcome => ({
  step: 'result',
  tabela: tableOf(sent),
  hidden: [],
  result: null,
  isWritable: false,
  problem,
  remarks: [],
});

async function take(
  sent: Sent,
  arquivo: string,
  mode: SheetMode,
  ligacao: ImportSheet['ligacao'],
): Promise<SheetOutcome> {
  const tabela = tableOf(sent);
  const hidden = hiddenFields(tabela, arquivo, ligacao);
  const send = (modo: ImportSheet['modo'], ensaio: boolean) =>
    sent.api.sync.importSheet({ tabela, arquivo, modo, ensaio, ligacao }, sent.key);
  try {
    const result = await send(mode === 'tudo' ? 'tudo' : 'linha', mode === 'conferir');
    const isWritable = result.ensaio && hasNews(result);
    return { step: 'result', tabela, hidden, result, isWritable, problem: null, remarks: result.observacoes };
  } catch (error) {
    const { code, detail } = failureOf(error);
    if (code !== 'rows_refused') throw error;
    // A dry run of the single rows shows the value and the person of each error. Errors of the headings refuse it too.
    const trial = await send('linha', true).catch(() => null);
    const remarks = trial?.observacoes.filter(({ resultado }) => resultado === 'recusada') ?? [];
    const isWritable = trial !== null && hasNews(trial);
    return { step: 'result', tabela, hidden, result: null, isWritable, problem: detail, remarks };
  }
}

const hasNews = ({ novas, mudadas }: SyncResult): boolean => novas + mudadas > 0;

const guessedIn = ({ colunas }: SheetFile): Record<string, string> =>
  Object.fromEntries(colunas.map(({ nome, posicao }) => [LINK + nome, posicao === null ? '' : String(posicao)]));

/** The mapping of a form; null for a file with our headings. */
function linksIn({ values }: Sent): ImportSheet['ligacao'] {
  if (values.linha === undefined) return null;
  const colunas = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith(LINK) && value !== '' ? [{ nome: name.slice(LINK.length), posicao: Number(value) }] : [],
  );
  if (![Number(values.linha), ...colunas.map(({ posicao }) => posicao)].every(Number.isInteger)) {
    throw new ApiError(422, {});
  }
  return { linha: Number(values.linha), colunas };
}

const hiddenFields = (tabela: SyncTable, arquivo: string, ligacao: ImportSheet['ligacao']) => [
  ['tabela', tabela] as const,
  ['arquivo', arquivo] as const,
  ...(ligacao ? [['linha', String(ligacao.linha)] as const] : []),
  ...(ligacao?.colunas ?? []).map(({ nome, posicao }) => [LINK + nome, String(posicao)] as const),
];

/** Errors of the mapping, each once with its columns: `Escolha a coluna do arquivo: nome, email.` */
export function faultSentences({ sheet, faults }: Pick<SheetLinks, 'sheet' | 'faults'>): string[] {
  const columns = new Set(sheet.colunas.map(({ nome }) => nome));
  return [...Map.groupBy(Object.entries(faults), ([, fault]) => fault)].map(([fault, entries]) => {
    const names = entries.map(([name]) => name).filter((name) => columns.has(name));
    return `${[fault.replace(/\.$/, ''), names.join(', ')].filter(Boolean).join(': ')}.`;
  });
}

/** The name of a column’s field in the mapping form. */
export const linkField = (column: string): string => LINK + column;
