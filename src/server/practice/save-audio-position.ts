import type { Ctx } from '../http/ctx.ts';
import { notFound } from '../http/refusal.ts';
import { refreshAndEarn } from './earn-units.ts';
import { lockUser, ownAudio, savePosition } from './queries.ts';
import { markStudyDays } from './study-day.ts';

/**
 * Stores where an audio stopped, in seconds. A heard audio stays heard.
 *
 * @throws Refusal 404 for an audio outside the user's own books.
 */
export async function saveAudioPosition(
  { db, session, now, config }: Ctx,
  audioId: number,
  { posicao_s, ouvido }: { posicao_s: number; ouvido: boolean },
): Promise<{ posicao_s: number; ouvido: boolean }> {
  const { userId } = session;
  const audio = await ownAudio(db, session, audioId);
  if (!audio) throw notFound('Este áudio não é de um livro seu.');
  const at = now().toISOString();
  const zone = ouvido ? session.timeZone : null;
  return db.transaction().execute(async (tx) => {
    if (zone) await lockUser(tx, userId);
    const kept = await savePosition(tx, {
      user_id: userId,
      audio_id: audioId,
      posicao_s: Math.min(posicao_s, audio.duracao_s),
      ouvido,
      atualizado_em: at,
    });
    if (zone) {
      await markStudyDays(tx, userId, [at], zone);
      await refreshAndEarn(tx, userId, [audio.unidade_id], new Date(at), config.SCHOOL_TIME_ZONE);
    }
    return kept;
  });
}
