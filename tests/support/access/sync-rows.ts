import { manager } from './rows.ts';

/** Who may send the calls for other systems. */
export const syncRows = {
  'sync.listChanges': manager(),
  'sync.downloadSheetModel': manager({ tabela: 'alunos' }),
  'sync.putTable': manager({ tabela: 'alunos' }),
  'sync.uploadSheet': manager({ tabela: 'alunos' }),
};
