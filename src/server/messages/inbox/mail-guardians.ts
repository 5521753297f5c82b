import { type BrandKey, brands } from '#lib/brand.ts';
import { firstName } from '#lib/format/text.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import { withUnit } from '../../core/db/people.ts';
import type { School } from '../../core/http/ctx.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { renderMail } from '../../core/ports/render-mail.ts';
import { queueMail } from '../mail/outbox.ts';

const AT_ONCE = 50;

/** Queues mails to guardians without an account: each once, in any number of processes. */
export async function mailGuardians(school: School): Promise<void> {
  const rows = await school.db
    .selectFrom('guardian_notices')
    .innerJoin('users', 'users.id', 'guardian_notices.user_id')
    .$call(withUnit)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['guardian_notices.chave', 'guardian_notices.title', 'guardian_notices.body', 'guardian_notices.path'])
    .select(['users.guardian', 'schools.marca'])
    .where('guardian_notices.mailed_at', 'is', null)
    .orderBy('guardian_notices.chave')
    .limit(AT_ONCE)
    .execute();
  await oneByOne(school.log, rows, { job: 'mailGuardians', idOf: ({ chave }) => chave }, (row) => mail(school, row));
}

interface Row {
  chave: string;
  title: string;
  body: string;
  path: string;
  guardian: string | null;
  marca: BrandKey | null;
}

async function mail({ db, config, now }: School, { chave, title, body, path, guardian, marca }: Row): Promise<void> {
  const { full_name = '', email } = JSON.parse(guardian ?? '{}') as { full_name?: string; email?: string };
  const brand = marca ?? 'knn';
  const content = await renderMail({
    brand,
    preview: title,
    title: `Olá, ${firstName(full_name)}`,
    paragraphs: [
      `${title}.`,
      body,
      `Você recebe esta mensagem porque é responsável por um aluno no portal ${brands[brand].name}.`,
    ],
    action: { label: 'Ver no portal', href: publicUrl(config, brand) + path },
  });
  const at = now().toISOString();
  await db.transaction().execute(async (tx) => {
    const claimed = await tx
      .updateTable('guardian_notices')
      .set({ mailed_at: at })
      .where('chave', '=', chave)
      .where('mailed_at', 'is', null)
      .returning('chave')
      .executeTakeFirst();
    // A guardian without an address cannot get a mail: the row is marked as done.
    if (!claimed || !email) return;
    await queueMail(tx, 'notice', { to: email, subject: title, ...content }, new Date(at));
  });
}
