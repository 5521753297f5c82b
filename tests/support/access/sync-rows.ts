import { managed, manager, nobodys } from './rows.ts';
import type { Things } from './things.ts';

const NO_FILE = '00000000-0000-4000-8000-000000000000';
/** Students and teachers hear first that the call is for staff. */
const staffOnly = { otherStudent: 403, teacher: 403, owner: 403 } as const;

/** Who may send the calls for other systems. */
export const syncRows = (things: Things) => ({
  'sync.createKey': manager({}, { body: { tabelas: ['alunos'], unidades: null, dias: null } }),
  'sync.endKey': managed({ id: things.apiKey }),
  'sync.listChanges': manager(),
  'sync.listKeys': manager(),
  'sync.listTables': manager(),
  'sync.downloadSheetModel': manager({ tabela: 'alunos' }),
  // A file of nobody: people with the right hear that it is not stored.
  'sync.getSheet': nobodys({ tabela: 'alunos', arquivo: NO_FILE }, { but: staffOnly }),
  'sync.importSheet': nobodys(
    { tabela: 'alunos' },
    { body: { arquivo: NO_FILE, modo: 'tudo', ensaio: true, ligacao: null }, but: staffOnly },
  ),
  'sync.putTable': manager({ tabela: 'alunos' }),
  'sync.uploadSheet': manager({ tabela: 'alunos' }),
  'sync.createWebhook': manager(
    {},
    { body: { url: 'https://erp.example/x', chave_id: things.readingKey, eventos: ['pessoas'] } },
  ),
  'sync.endWebhook': managed({ id: things.webhook }),
  'sync.getWebhook': managed({ id: things.webhook }),
  'sync.listWebhooks': manager(),
  'sync.renewWebhookSecret': managed({ id: things.webhook }),
  'sync.replayWebhook': managed({ id: things.webhook }, { body: { desde: '2030-01-01T00:00:00.000Z' } }),
  'sync.resumeWebhook': managed({ id: things.webhook }),
  'sync.testWebhook': managed({ id: things.webhook }),
});
