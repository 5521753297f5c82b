import type { SyncTable } from '#lib/contract/sync.schema.ts';
import type { Right } from '../people/rights.ts';

interface TableRule {
  /** What people call it. */
  name: string;
  /** Who may write it in the panel may send it. */
  right: Right;
}

/** The tables that another system, or somebody in the panel, may send: in the order in which a new school sends them. */
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
