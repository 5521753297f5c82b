import type { SyncTable } from '#lib/contract/sync.schema.ts';
import type { Right } from '../people/rights.ts';

interface TableRule {
  /** What people call it. */
  name: string;
  /** The right to write it in the panel also allows importing it. */
  right: Right;
}

/**
 * The tables that another system or a user of the panel can import, in the order in which a new school imports them.
 */
export const syncTables: Readonly<Record<SyncTable, TableRule>> = {
  unidades: { name: 'Unidades', right: 'equipe' },
  professores: { name: 'Professores', right: 'equipe' },
  alunos: { name: 'Alunos', right: 'alunos' },
  turmas: { name: 'Turmas', right: 'turmas' },
  matriculas: { name: 'Alunos das turmas', right: 'turmas' },
  exemplares: { name: 'Exemplares de livros', right: 'alunos' },
  notas: { name: 'Notas', right: 'turmas' },
  parcelas: { name: 'Parcelas', right: 'financeiro' },
  produtos: { name: 'Produtos', right: 'financeiro' },
  recompensas: { name: 'Recompensas do clube', right: 'clube' },
};

export const SYNC_TABLES = Object.keys(syncTables) as readonly SyncTable[];
