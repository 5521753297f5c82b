import { afterQuiet } from '#lib/rules/inbox/quiet-hours.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { quietOfSchoolOf } from '../../messages/devices/quiet-hours.ts';
import { notifyGuardian } from '../../messages/inbox/guardian.ts';
import type { Owner } from '../../messages/inbox/guardian-accounts.ts';
import { type NoticeParams, noticeText } from '../../messages/inbox/kinds.ts';
import { keyOf, notifyAll } from '../../messages/inbox/notify.ts';
import { type FamilyThread, KIND } from './thread.ts';

/** When a teacher's message is sent: at once, or after the quiet hours of the school. */
export async function outgoingAt(
  { db, config, now }: Pick<Ctx, 'db' | 'config' | 'now'>,
  userId: number,
  zone: string,
) {
  return afterQuiet(now(), await quietOfSchoolOf(db, userId), zoneOr(zone, config.SCHOOL_TIME_ZONE));
}

/** A student as `withGuardians` has it. */
interface Recipient extends Owner {
  thread: number;
  full_name: string;
  com_responsavel: boolean;
  conta: number | null;
}

interface What {
  turma: string;
  texto: string;
  dueAt: Date;
  /** The id of a reply; absent: the message itself. */
  reply?: number;
  /** The author, if not the teacher; authors are not notified of their own text. */
  by?: FamilyThread['papel'];
}

/** Notifies students, and the guardians of minors, of a message or reply, in their account or by mail. */
export async function notifyFamilies(
  tx: Ctx['db'],
  at: Date,
  recipients: readonly Recipient[],
  what: What,
): Promise<void> {
  const { turma, texto, dueAt, reply, by } = what;
  const out = dueAt.toISOString();
  const aboutOf = ({ thread }: Recipient) => (reply === undefined ? String(thread) : `${thread}:${reply}`);
  const paramsOf = (each: Recipient): NoticeParams[typeof KIND] => ({
    ...{ id: each.thread, turma, texto, ...(reply !== undefined && { resposta: true as const }) },
    ...(by && { por: by }),
  });
  if (by !== 'aluno') {
    await notifyAll(
      tx,
      at,
      recipients.map((each) => ({
        ...{ userId: each.id, kind: KIND, about: aboutOf(each), params: paramsOf(each) },
        ...{ isPressing: true, dueAt: out },
      })),
    );
  }
  if (by === 'responsavel') return;
  for (const each of recipients) {
    if (!each.com_responsavel) continue;
    const text = noticeText(KIND, { ...paramsOf(each), de: each.full_name });
    await notifyGuardian(tx, at, {
      ...{ owner: each, account: each.conta, chave: keyOf(KIND, aboutOf(each)), category: 'aula', isPressing: true },
      ...{ ...text, body: texto, dueAt: out },
    });
  }
}
