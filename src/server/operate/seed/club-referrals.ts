import type { Db } from '../../core/db/connection.ts';
import type { SeedClock } from './clock.ts';

const ANA = 1;
type Step = readonly ['enviada' | 'em_contato' | 'matriculada' | 'creditada' | 'recusada', number];

/** Friends of Ana: name, telephone, expected points, steps with days ago. */
const friends: readonly (readonly [string, string, number, readonly Step[], string?])[] = [
  [
    'Rafael Moura',
    '19981110001',
    1500,
    [
      ['enviada', 215],
      ['em_contato', 210],
      ['matriculada', 196],
      ['creditada', 195],
    ],
  ],
  [
    'Bianca Alves Prado',
    '19981110002',
    1500,
    [
      ['enviada', 33],
      ['em_contato', 30],
    ],
  ],
  [
    'Caio Fernandes',
    '19981110003',
    1500,
    [
      ['enviada', 50],
      ['recusada', 48],
    ],
    'O telefone não existe.',
  ],
  ['Débora Lins', '19981110004', 1500, [['enviada', 2]]],
];

/** Ana's referrals in every state, and the invitation codes. */
export async function seedReferrals(db: Db, clock: SeedClock): Promise<void> {
  const when = (days: number) => clock.at(clock.shift(clock.today, -days), '10:00');
  await db
    .insertInto('club_codes')
    .values([
      { user_id: ANA, codigo: 'AMZB-4K7Q' },
      { user_id: 7, codigo: 'HEWT-9R2M' },
      { user_id: 12, codigo: 'NJXC-6V3P' },
    ])
    .execute();
  for (const [index, [nome, telefone, pontos, steps, motivo]] of friends.entries()) {
    const id = index + 1;
    const contacted = steps.find(([status]) => status === 'em_contato');
    await db
      .insertInto('referrals')
      .values({
        id,
        user_id: ANA,
        canal: 'formulario',
        nome,
        telefone,
        email: null,
        cidade: 'Campinas',
        cpf: null,
        status: steps.at(-1)?.[0] ?? 'enviada',
        pontos_previstos: pontos,
        motivo: motivo ?? null,
        consentimento_em: when(steps[0]?.[1] ?? 0),
        pedido_em: contacted ? when(contacted[1]) : null,
        criado_em: when(steps[0]?.[1] ?? 0),
      })
      .execute();
    await db
      .insertInto('referral_history')
      .values(steps.map(([status, days]) => ({ referral_id: id, status, em: when(days) })))
      .execute();
  }
}
