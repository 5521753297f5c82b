import type { Db } from '../connection.ts';
import type { SeedClock } from './clock.ts';

const rewards = [
  ['Garrafa térmica', 'Aço inox, 500 ml, com o seu nome.', 'Casa', 900, 12, 'escola'],
  ['Fone sem fio', 'Para os áudios da prática.', 'Tecnologia', 2400, 4, 'escola'],
  ['Cinema para dois', 'Dois ingressos para qualquer sessão.', 'Lazer', 1200, null, 'digital'],
  ['R$ 50 na mensalidade', 'Desconto na próxima parcela em aberto.', 'Desconto', 1500, null, 'desconto'],
  ['Caderno de viagem', 'Capa dura, 160 páginas.', 'Papelaria', 450, 30, 'escola'],
  ['Mochila da escola', 'Resistente à água, cabe o notebook.', 'Acessórios', 3200, 6, 'escola'],
  ['Aula particular', 'Uma hora só sua com um professor.', 'Estudo', 1800, null, 'escola'],
  ['Café da manhã', 'Vale para a cafeteria parceira.', 'Lazer', 300, 20, 'digital'],
] as const;

/** Twenty entries of Ana, oldest first: days ago, points, origin, words. */
const entries: readonly (readonly [number, number, string, string])[] = [
  [340, 200, 'campanha', 'Boas-vindas ao clube'],
  [320, 50, 'presenca', 'Presença completa no mês'],
  [300, 120, 'pratica', 'Unidade 1 concluída'],
  [280, 50, 'presenca', 'Presença completa no mês'],
  [260, 120, 'pratica', 'Unidade 2 concluída'],
  [245, -300, 'resgate', 'Café da manhã'],
  [230, 50, 'presenca', 'Presença completa no mês'],
  [210, 500, 'indicacao', 'Indicação de amigo'],
  [195, 1000, 'indicacao_matricula', 'Seu amigo se matriculou'],
  [180, 50, 'presenca', 'Presença completa no mês'],
  [160, 120, 'pratica', 'Unidade 3 concluída'],
  [140, -450, 'resgate', 'Caderno de viagem'],
  [120, 50, 'presenca', 'Presença completa no mês'],
  [100, 80, 'pratica', 'Sete dias seguidos de prática'],
  [80, 50, 'presenca', 'Presença completa no mês'],
  [60, 150, 'campanha', 'Semana do idioma'],
  [40, 50, 'presenca', 'Presença completa no mês'],
  [25, 80, 'pratica', 'Sete dias seguidos de prática'],
  [10, 50, 'presenca', 'Presença completa no mês'],
  [2, 500, 'indicacao', 'Indicação de amigo'],
];

const VALID_DAYS = 365;
/** Campaign points live shorter: so some are always about to expire. */
const SHORT_LIVED: Record<number, number> = { 210: 230, 195: 215 };

export async function seedClub(db: Db, clock: SeedClock): Promise<void> {
  await db
    .insertInto('rewards')
    .values(
      rewards.map(([nome, descricao, categoria, pontos, estoque, entrega], index) => ({
        id: index + 1,
        nome,
        descricao,
        categoria,
        pontos,
        estoque,
        entrega,
        imagem_url: `/brand/recompensas/${index + 1}.svg`,
        limite_por_aluno: index === 3 ? 2 : null,
        regras: 'Retire em até 30 dias. Pontos usados não voltam depois da entrega.',
        ativo: true,
        valido_ate: null,
      })),
    )
    .execute();
  await db
    .insertInto('point_entries')
    .values(
      entries.map(([daysAgo, pontos, origem, descricao], index) => {
        const day = clock.shift(clock.today, -daysAgo);
        return {
          id: index + 1,
          user_id: 1,
          tipo: pontos < 0 ? ('debito' as const) : ('credito' as const),
          origem,
          descricao,
          pontos,
          status: index === entries.length - 1 ? ('pendente' as const) : ('confirmada' as const),
          criado_em: clock.at(day, '18:00'),
          expira_em: pontos > 0 ? clock.shift(day, SHORT_LIVED[daysAgo] ?? VALID_DAYS) : null,
          referencia: null,
        };
      }),
    )
    .execute();
}
