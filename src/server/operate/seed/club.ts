import { sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import type { SeedClock } from './clock.ts';
import { seedEntries } from './club-entries.ts';
import { seedReferrals } from './club-referrals.ts';

const SCHOOL = 1;
/** Every school offers them; admins change them. */
const NETWORK = null;
export const rewards = [
  [SCHOOL, 'Garrafa térmica', 'Aço inox, 500 ml, com o seu nome.', 'Casa', 900, 12, 'escola'],
  [SCHOOL, 'Fone sem fio', 'Para os áudios da prática.', 'Tecnologia', 2400, 4, 'escola'],
  [NETWORK, 'Cinema para dois', 'Dois ingressos para qualquer sessão.', 'Lazer', 1200, null, 'digital'],
  [SCHOOL, 'R$ 50 na mensalidade', 'Desconto na próxima parcela em aberto.', 'Desconto', 1500, null, 'desconto'],
  [SCHOOL, 'Caderno de viagem', 'Capa dura, 160 páginas.', 'Papelaria', 450, 30, 'escola'],
  [SCHOOL, 'Mochila da escola', 'Resistente à água, cabe o notebook.', 'Acessórios', 3200, 6, 'escola'],
  [NETWORK, 'Aula particular', 'Uma hora só sua com um professor.', 'Estudo', 1800, null, 'escola'],
  [SCHOOL, 'Café da manhã', 'Vale para a cafeteria parceira.', 'Lazer', 300, 20, 'digital'],
] as const;

export async function seedClub(db: Db, clock: SeedClock): Promise<void> {
  await db
    .insertInto('rewards')
    .values(
      rewards.map(([escola_id, nome, descricao, categoria, pontos, estoque, entrega], index) => ({
        id: index + 1,
        nome,
        descricao,
        categoria,
        pontos,
        estoque,
        entrega,
        desconto_centavos: entrega === 'desconto' ? 5_000 : null,
        imagem_url: `/brand/recompensas/${index + 1}.svg`,
        limite_por_aluno: index === 3 ? 2 : null,
        regras: 'Pontos usados não voltam depois da entrega.',
        retirada_dias: entrega === 'escola' ? 30 : null,
        ativo: true,
        valido_ate: null,
        valido_de: null,
        escola_id,
      })),
    )
    .execute();
  await seedEntries(db, clock);
  // Ana already has this warning: see her notices.
  const dias_antes = 30;
  await db
    .insertInto('point_warnings')
    .columns(['user_id', 'expira_em', 'dias_antes', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('point_lots')
        .select(['user_id', 'expira_em'])
        .select([eb.lit(dias_antes).as('dias_antes'), eb.val(clock.now.toISOString()).as('created_at')])
        .where('restante', '>', sql.lit(0))
        .where('expira_em', '<=', clock.shift(clock.today, dias_antes))
        .distinct(),
    )
    .execute();
  await seedReferrals(db, clock);
}
