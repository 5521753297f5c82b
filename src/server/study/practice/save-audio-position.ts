import type { Ctx } from '../../core/http/ctx.ts';
import { refreshAndEarn } from './progress.ts';
import { lockUser, type ownAudio, savePosition } from './queries.ts';
import { markStudyDays } from './weekly-goal.ts';

type Audio = NonNullable<Awaited<ReturnType<typeof ownAudio>>>;

/** Stores where an audio stopped, in seconds. A heard audio stays heard. */
export async function saveAudioPosition(
  { db, session, now, config }: Ctx,
  audio: Audio,
  { posicao_s, ouvido }: { posicao_s: number; ouvido: boolean },
): Promise<{ posicao_s: number; ouvido: boolean }> {
  const { userId } = session;
  const at = now().toISOString();
  return db.transaction().execute(async (tx) => {
    if (ouvido) await lockUser(tx, userId);
    const kept = await savePosition(tx, {
      user_id: userId,
      audio_id: audio.id,
      posicao_s: Math.min(posicao_s, audio.duracao_s),
      ouvido,
      atualizado_em: at,
    });
    if (ouvido) {
      await markStudyDays(tx, userId, [at], session.timeZone);
      await refreshAndEarn(tx, userId, [audio.unidade_id], new Date(at), config.SCHOOL_TIME_ZONE);
    }
    return kept;
  });
}
