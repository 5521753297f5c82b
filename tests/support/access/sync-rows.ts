import { managed, manager } from './rows.ts';
import type { Things } from './things.ts';

/** Who may send the calls for other systems. */
export const syncRows = (things: Things) => ({
  'sync.createKey': manager({}, { body: { tabelas: ['alunos'], unidades: null, dias: null } }),
  'sync.endKey': managed({ id: things.apiKey }),
  'sync.listChanges': manager(),
  'sync.listKeys': manager(),
  'sync.listTables': manager(),
  'sync.putTable': manager({ tabela: 'alunos' }),
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
