import { movePoints, reverseEntry } from '../../club/points.ts';
import { redemptionKey } from '../../club/redemptions.ts';
import type { Db } from '../../core/db/connection.ts';
import type { SeedClock } from './clock.ts';

const ANA = 1;
const VALID_DAYS = 365;
const month = 'Presença completa no mês';

/** Ana's redemptions by number: the reward and its status. */
const redemptions = [
  { reward: 8, days: 245, status: 'entregue', code: 'K7QM-2XWD' },
  { reward: 5, days: 140, status: 'entregue', code: 'M4RT-8KPA' },
  { reward: 8, days: 45, status: 'cancelado', code: 'H3VC-6NJY' },
  { reward: 5, days: 3, status: 'pronto', code: 'W9EG-5TZB' },
] as const;

interface Credit {
  days: number;
  pontos: number;
  origem: string;
  words: string;
  /** Points of a promotion live shorter, so some always expire soon. */
  lives?: number;
}
const credit = (days: number, pontos: number, origem: string, words: string, lives = VALID_DAYS): Credit => ({
  days,
  pontos,
  origem,
  words,
  lives,
});

/** Twenty entries of Ana, the oldest first: credits, and the numbers of redemptions and of reversals. */
const entries: readonly (Credit | { redeems: number } | { returns: number; days: number })[] = [
  credit(340, 200, 'campanha', 'Boas-vindas ao clube'),
  credit(320, 50, 'presenca', month),
  credit(300, 120, 'pratica', 'Unidade 1 concluída'),
  credit(280, 50, 'presenca', month),
  credit(260, 120, 'pratica', 'Unidade 2 concluída'),
  { redeems: 1 },
  credit(230, 50, 'presenca', month),
  credit(195, 500, 'indicacao', 'Indicação de amigo', 215),
  credit(195, 1000, 'indicacao_matricula', 'Seu amigo se matriculou', 215),
  credit(180, 50, 'presenca', month),
  credit(160, 120, 'pratica', 'Unidade 3 concluída'),
  { redeems: 2 },
  credit(120, 50, 'presenca', month),
  credit(100, 80, 'atividade', 'Atividades do mês no prazo'),
  credit(60, 150, 'campanha', 'Semana do idioma'),
  { redeems: 3 },
  { returns: 3, days: 44 },
  credit(30, 500, 'campanha', 'Leitura em dupla'),
  credit(10, 180, 'teste_nivel', 'Teste de nível'),
  { redeems: 4 },
];

/** Ana's ledger and her redemptions (see the demo school), made by the functions that students' points use. */
export async function seedEntries(db: Db, clock: SeedClock): Promise<void> {
  const when = (days: number, hour = '18:00') => new Date(clock.at(clock.shift(clock.today, -days), hour));
  const rewards = await db.selectFrom('rewards').select(['id', 'nome', 'pontos', 'retirada_dias']).execute();
  const paid = new Map<number, Awaited<ReturnType<typeof movePoints>>['entry']>();
  for (const each of entries) {
    if ('returns' in each) {
      const entry = paid.get(each.returns);
      const at = when(each.days);
      if (entry) await reverseEntry(db, entry, { at, atLeast: clock.today, nota: 'A cafeteria fechou para reforma.' });
    } else if ('redeems' in each) {
      const id = each.redeems;
      const { reward, days, status, code } = redemptions[id - 1] ?? redemptions[0];
      const { nome = '', pontos = 0, retirada_dias = null } = rewards.find((row) => row.id === reward) ?? {};
      const at = when(days);
      const isGone = status === 'cancelado';
      await db
        .insertInto('redemptions')
        .values({
          id,
          user_id: ANA,
          reward_id: reward,
          pontos,
          status,
          codigo_retirada: code,
          pedido_em: at.toISOString(),
          atualizado_em: when(days - 1).toISOString(),
          entregue_em: status === 'entregue' ? when(days - 6).toISOString() : null,
          codigo_digital: status === 'entregue' && reward === 8 ? 'CAFE-8842-17' : null,
          motivo: isGone ? 'A cafeteria fechou para reforma.' : null,
          retirar_ate: retirada_dias === null ? null : clock.shift(clock.today, retirada_dias - days),
        })
        .execute();
      const { entry } = await movePoints(db, {
        userId: ANA,
        pontos: -pontos,
        origem: 'resgate',
        descricao: nome,
        contra: 'resgate',
        chave: redemptionKey(id),
        referencia: { tipo: 'resgate', id },
        at,
      });
      paid.set(id, entry);
    } else {
      const { days, pontos, origem, words, lives = VALID_DAYS } = each;
      await movePoints(db, {
        userId: ANA,
        pontos,
        origem,
        descricao: words,
        contra: 'emissao',
        expiraEm: clock.shift(clock.today, lives - days),
        at: when(days),
      });
    }
  }
}
