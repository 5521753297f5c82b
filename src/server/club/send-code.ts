import type { BrandKey } from '#lib/brand.ts';
import { firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import type { Db } from '../core/db/connection.ts';
import type { School } from '../core/http/ctx.ts';
import { publicUrl } from '../core/http/public-url.ts';
import { renderMail } from '../core/ports/render-mail.ts';
import { queueMail } from '../messages/mail/queue-mail.ts';
import { REWARD_CODE } from '../messages/mail/scrub-mail.ts';

interface Delivery {
  recipient: { email: string; full_name: string; marca: BrandKey | null };
  reward: string;
  code: string;
}

/** Puts the code of a digital reward into the outbox, in the transaction that hands it over. */
export async function mailCode(
  tx: Db,
  { config, now }: Pick<School, 'config' | 'now'>,
  { recipient, reward, code }: Delivery,
): Promise<void> {
  const brand = recipient.marca ?? 'knn';
  const content = await renderMail({
    brand,
    preview: `O código da sua recompensa: ${reward}.`,
    title: `Olá, ${firstName(recipient.full_name)}`,
    paragraphs: [
      `Aqui está o código da recompensa que você trocou no clube: ${reward}.`,
      code,
      'Guarde este e-mail. O código também fica em Trocas, no clube.',
    ],
    action: { label: 'Ver minhas trocas', href: publicUrl(config, brand) + routes.club.orders() },
  });
  const mail = { to: recipient.email, subject: `Seu código: ${reward}`.slice(0, 120), ...content };
  await queueMail(tx, REWARD_CODE, mail, now());
}
