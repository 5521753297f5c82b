import type { TestSchool } from './school.ts';

interface GivenUp {
  recipient: string;
  kind?: string;
  subject?: string;
  html?: string;
  last_error?: string;
  attempts?: number;
  created_at?: string;
}

/** Adds a mail that has failed the maximum number of times. @returns its id */
export async function addFailedEmail({ school }: TestSchool, mail: GivenUp): Promise<number> {
  const { id } = await school.db
    .insertInto('outbox')
    .values({
      kind: 'notice',
      subject: 'Aviso da escola',
      html: '<a href="https://aluno.example/x?token=segredo">Entrar</a>',
      text: 'https://aluno.example/x?token=segredo',
      created_at: school.now().toISOString(),
      claimed_until: null,
      attempts: 8,
      sent_at: null,
      last_error: '550 5.1.1 user unknown',
      ...mail,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
