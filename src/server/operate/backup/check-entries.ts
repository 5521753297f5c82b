import { z } from 'zod';
import { MIN_SECRET } from '../../identity/auth/stored-secret.ts';
import { Complaint } from '../admin/complaint.ts';
import { FILES, ROWS, SECRET, START, spoilt } from './archive.ts';

export const Start = z.object({ steps: z.array(z.string()), columnsOf: z.record(z.string(), z.array(z.string())) });
export type Start = z.infer<typeof Start>;

/** The allowed characters of a part of a key, so that no key leads out of the store. */
const PART = /^[\w!. -]+$/;

/**
 * Checks each entry of an archive before it is used: the archive may be malicious, with matching checksums.
 *
 * @param backup its name, for complaints
 */
export function createEntryCheck(backup: string) {
  let columnsOf: Start['columnsOf'] | null = null;
  const keys = new Set<string>();
  const fail = (why: string): never => {
    throw new Complaint(`${spoilt(backup)}: ${why}`);
  };
  /** @throws Complaint if the text of an entry is not JSON or does not match the schema */
  function readJson<T extends z.ZodType>(schema: T, name: string, text: string): z.output<T> {
    try {
      return schema.parse(JSON.parse(text)) as z.output<T>;
    } catch {
      return fail(`${name} não pode ser lido.`);
    }
  }
  return {
    readJson,
    start(text: string): Start {
      const start = readJson(Start, START, text);
      columnsOf = start.columnsOf;
      return start;
    },
    /** @returns the table of an entry with its columns, and each row */
    rows(name: string, text: string) {
      const table = name.slice(ROWS.length).split('/')[0] ?? '';
      const columns = (columnsOf ?? fail(`falta ${START} no começo.`))[table];
      if (!columns) return fail(`a entrada ${name} é de uma tabela que ${START} não cita.`);
      const lines = text.split('\n').slice(0, -1);
      const Row = z.array(z.unknown()).length(columns.length);
      return { table, columns, lines, rows: lines.map((line) => readJson(Row, `uma linha da tabela ${table}`, line)) };
    },
    /** @returns the secret. @throws Complaint for one with which no portal would start */
    secret(text: string): string {
      if (text.trim().length < MIN_SECRET)
        fail(`o segredo (${SECRET}) tem menos de ${MIN_SECRET} caracteres: foi cortado.`);
      return text;
    },
    /** @returns the key of a file. @throws Complaint for a key outside of the store, or a repeated one */
    file(name: string): string {
      const key = name.slice(FILES.length);
      if (key.split('/').some((part) => !PART.test(part) || /^[. ]+$/.test(part)))
        fail(`o caminho do arquivo “${key}” leva para fora do lugar dos arquivos.`);
      if (keys.has(key)) fail(`o arquivo ${key} vem duas vezes.`);
      keys.add(key);
      return key;
    },
    other: (name: string): never => fail(`a entrada ${name} não é de uma cópia do portal.`),
  };
}
