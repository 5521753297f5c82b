import { failureOf } from '#lib/api/part.ts';
import type { SyncResult, SyncTable } from '#lib/contract/sync.schema.ts';
import { putTable } from '#lib/contract/sync.ts';
import { MAX_SYNC_BYTES } from '#lib/format/limits.ts';
import { routes } from '#lib/routes.ts';
import type { FileRule } from '#lib/rules/forms/chosen-file.ts';
import type { sendingWays } from '#lib/words/sync.ts';
import { fileOf } from '../file.ts';
import type { Verb } from '../submit.ts';

const sheetRule: FileRule = { most: MAX_SYNC_BYTES };

export type SendingWay = keyof typeof sendingWays;
/** A row of a sheet, or one field of it, that was not simply written. */
export type SheetRemark = Pick<
  SyncResult['observacoes'][number],
  'linha' | 'coluna' | 'motivo' | 'no_portal' | 'no_arquivo'
>;

/** What became of a sheet. `result` is null when nothing of it could be taken. */
export interface SheetOutcome {
  tabela: SyncTable;
  result: SyncResult | null;
  /** The sentence of the refusal. */
  problem: string | null;
  remarks: readonly SheetRemark[];
}

const wayOf = (text: string | undefined): SendingWay => (text === 'linha' || text === 'tudo' ? text : 'conferir');

/** Sends a sheet. `abrir` is what the question before the page sends: the page then shows its form. */
export const sheetForms: Record<string, Verb<SheetOutcome>> = {
  abrir: async () => routes.manager.sheets(),
  enviar: async (sent) => {
    const way = wayOf(sent.values.modo);
    const tabela = sent.values.tabela as SyncTable;
    const query = { modo: way === 'tudo' ? 'tudo' : 'linha', ensaio: way === 'conferir' ? 'true' : 'false' } as const;
    const body = fileOf(sent, sheetRule);
    try {
      const result = await sent.api(putTable, { params: { tabela }, query, body }, sent.key);
      return { done: { tabela, result, problem: null, remarks: result.observacoes } };
    } catch (error) {
      const { code, detail, fields = {} } = failureOf(error);
      if (code !== 'rows_refused') throw error;
      return { done: { tabela, result: null, problem: detail, remarks: remarksOf(fields) } };
    }
  },
};

/** The wrong rows of a refusal, which names each by `line.column`. */
const remarksOf = (fields: Readonly<Record<string, string>>): SheetRemark[] =>
  Object.entries(fields)
    .map(([where, motivo]) => {
      const [line = '', column = null] = where.split('.');
      return { linha: Number(line), coluna: column, motivo, no_portal: null, no_arquivo: null };
    })
    .toSorted((a, b) => a.linha - b.linha);
