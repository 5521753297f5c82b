import { routes } from '#lib/routes.ts';
import type { Db } from '../../core/db/connection.ts';
import { graded } from '../../messages/inbox/family-texts.ts';
import type { SeedClock } from './clock.ts';

const notices = [
  [
    0,
    false,
    'aula',
    'Conversação hoje à noite',
    'A sala abre 10 minutos antes do início.',
    routes.onlineClasses.details(2),
  ],
  [1, false, 'clube', 'Seus pontos estão quase vencendo', 'Troque antes que vençam.', '/knn-club/usar-pontos'],
  [
    2,
    false,
    'financeiro',
    'Parcela vence em 5 dias',
    'Veja o valor e o vencimento no financeiro.',
    routes.finance.pay(106),
  ],
  [
    6,
    true,
    'aula',
    'Lição corrigida',
    'A professora Júlia deixou um comentário para você.',
    routes.pedagogico.work(1, 5),
  ],
  [12, true, 'campanha', 'Semana do idioma', 'Participe e ganhe 150 pontos.', '/knn-club/juntar-pontos'],
] as const;

/** New grades of the student of the second brand, unread: her home celebrates the last one. */
const GRADED = { userId: 12, periodo: 62, ...graded({ turmaId: 6, turma: 'Phenom B2 Online', periodo: '2º período' }) };

export async function seedNotices(db: Db, clock: SeedClock): Promise<void> {
  await db
    .insertInto('notices')
    .values(
      notices.map(([daysAgo, isRead, category, title, body, path], index) => {
        const day = clock.shift(clock.today, -daysAgo);
        return {
          id: index + 1,
          user_id: 1,
          category,
          title,
          body,
          path,
          created_at: clock.at(day, '08:30'),
          read_at: isRead ? clock.at(day, '19:00') : null,
          chave: null,
        };
      }),
    )
    .execute();
  const { userId, periodo, ...text } = GRADED;
  await db
    .insertInto('notices')
    .values({
      id: notices.length + 1,
      user_id: userId,
      category: 'aula',
      ...text,
      created_at: clock.at(clock.shift(clock.today, -1), '18:00'),
      read_at: null,
      chave: `nota_lancada:${periodo}`,
    })
    .execute();
}
