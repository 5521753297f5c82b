import { SYNC_TABLES, syncTables } from '#lib/rules/sync/tables.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { kinds } from '../admin/kinds.ts';

/** The tables that the user may send, each with its columns. */
export const listTables = ({ session }: Pick<Ctx, 'session'>) =>
  SYNC_TABLES.filter((table) => session.rights.has(syncTables[table].right)).map((tabela) => ({
    tabela,
    colunas: Object.entries(kinds[tabela].columns).map(([nome, { isRequired }]) => ({ nome, obrigatoria: isRequired })),
  }));
