import type { TestSchool } from '../school.ts';
import { ACCOUNT_ID, APP_SECRET, DISPLAY, PHONE_NUMBER_ID, TOKEN } from './steering.ts';

/** Adds a verified number with a template to a unit. @returns their ids, and the verify token of its webhook */
export async function addNumber({ school }: Pick<TestSchool, 'school'>, companyId = 101) {
  const { encryptSecrets } = await import('../../../src/server/messages/whatsapp/api.ts');
  const at = school.now().toISOString();
  const word = 'palavra-da-escola';
  const number = await school.db
    .insertInto('whatsapp_numbers')
    .values({
      ...{
        company_id: companyId,
        phone_number_id: companyId === 101 ? PHONE_NUMBER_ID : String(900_000 + companyId),
        account_id: ACCOUNT_ID,
        display: DISPLAY,
      },
      ajustes: encryptSecrets(school.tokens, { token: TOKEN, appSecret: APP_SECRET, word }),
      ...{ created_at: at, heard_at: at, trouble: null, held_until: null, failures: 0, templates_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const template = await school.db
    .insertInto('whatsapp_templates')
    .values({
      ...{ number_id: number.id, name: 'aviso', language: 'pt_BR', category: 'UTILITY', status: 'APPROVED' },
      ...{ format: 'POSITIONAL', body: 'Um aviso da escola: veja no portal.', slots: '[]', unfit: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { number: number.id, template: template.id, word };
}
