import { plural } from '#lib/format/money.ts';
import type { School } from '../../core/http/ctx.ts';
import { listFailedEmails, sendMailsAgain } from '../../messages/mail/failed-emails.ts';
import { Complaint } from './complaint.ts';

/** @returns the message for the operator: a line for each failed email, the newest first */
export async function printFailedEmails(school: School): Promise<string> {
  const mails = await listFailedEmails(school);
  if (mails.length === 0) return 'Nenhum e-mail parado.';
  const lines = mails.map(({ id, created_at, recipient, movedTo, subject, last_error, canBeSent }) =>
    [
      `${id}  ${created_at.slice(0, 16).replace('T', ' ')}  ${recipient}${movedTo === null ? '' : ` → ${movedTo}`}  ${subject}`,
      `    ${canBeSent ? '' : 'não pode mais sair: os links venceram. '}${last_error ?? ''}`,
    ].join('\n'),
  );
  return `${lines.join('\n')}\n${plural(mails.length, 'e-mail parado', 'e-mails parados')}. Com --enviar eles saem de novo.`;
}

/** @param numbers as typed; none: all @throws Complaint for an invalid number */
export async function sendAgainByCommand(school: School, numbers: readonly string[]): Promise<string> {
  const ids = numbers.map(Number);
  if (ids.some((id) => !Number.isInteger(id) || id < 1)) throw new Complaint('Diga os números dos e-mails.');
  const count = await sendMailsAgain(school, ids.length > 0 ? ids : null);
  if (count === 0) return 'Nenhum e-mail voltou para a fila.';
  return `${plural(count, 'e-mail voltou', 'e-mails voltaram')} para a fila: o portal em funcionamento envia.`;
}
