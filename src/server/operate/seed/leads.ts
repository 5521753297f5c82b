import type { Db } from '../../core/db/connection.ts';
import { type Sending, takeLead } from '../../messages/contacts/take-lead.ts';
import { noteEntries } from '../../school/leads/queries.ts';
import type { SeedClock } from './clock.ts';

const HELENA = 7;
const VILA_NOVA = { id: 101, escola_id: 1 };
const CAMPOLIM = { id: 104, escola_id: 1 };

type Visitor = readonly [
  days: number,
  hour: string,
  visit: Pick<Sending, 'nome' | 'telefone' | 'pagina'> & Partial<Sending>,
];

const ads = (campaign: string) => JSON.stringify({ source: 'instagram', campaign });

/** By a friend: `club-referrals.ts` has both. */
const referred = { pagina: 'Indicação', indicacao_code: 'AMZB-4K7Q', por: 1 };

/** Who wrote, so many days ago. One of them wrote twice. */
const visitors: readonly Visitor[] = [
  [26, '09:15', { nome: 'Sérgio Tavares', telefone: '19988120001', pagina: '/knn-abre-o-mundo' }],
  [
    12,
    '20:40',
    { nome: 'Lívia Campos Rocha', telefone: '19988120002', pagina: '/knn-orlando', utm: ads('orlando-julho') },
  ],
  [
    6,
    '11:05',
    { nome: 'Marcelo Antunes', telefone: '19988120003', pagina: '/english-test', email: 'marcelo.antunes@exemplo.com' },
  ],
  [
    3,
    '18:22',
    { nome: 'Priscila Nogueira', telefone: '19988120004', pagina: '/knn-orlando', indicacao_code: 'AMZB-4K7Q' },
  ],
  [1, '08:48', { nome: 'Lívia Campos Rocha', telefone: '19988120002', pagina: '/english-test' }],
  [
    2,
    '14:05',
    {
      nome: 'Débora Quintela',
      telefone: '15988120006',
      pagina: '/knn-abre-o-mundo',
      cidade: 'Sorocaba',
      unidade: CAMPOLIM,
    },
  ],
  [30, '10:00', { nome: 'Bianca Alves Prado', telefone: '19981110002', ...referred }],
  [2, '10:00', { nome: 'Débora Lins', telefone: '19981110004', ...referred }],
  [1, '21:10', { nome: 'Otávio Beltrão', telefone: '11988120005', pagina: '/knn-orlando', cidade: 'São Paulo' }],
];

/** Contacts of the first school in several states. */
export async function seedLeads(db: Db, clock: SeedClock): Promise<void> {
  const ids = new Map<string, number>();
  for (const [days, hour, visit] of visitors) {
    const dia = clock.shift(clock.today, -days);
    const sending: Sending = {
      marca: 'knn',
      email: null,
      cidade: 'Campinas',
      indicacao_code: null,
      utm: null,
      english_test: null,
      dia,
      unidade: VILA_NOVA,
      hasUnits: true,
      ...visit,
    };
    const { id } = await takeLead(db, sending, new Date(clock.at(dia, hour)));
    ids.set(visit.nome, id);
  }
  await handle(db, clock, ids.get('Sérgio Tavares') ?? 0, 25, {
    status: 'perdido',
    motivo: 'Vai morar em outra cidade',
  });
  await handle(db, clock, ids.get('Bianca Alves Prado') ?? 0, 29, { status: 'em_contato' });
  await handle(db, clock, ids.get('Marcelo Antunes') ?? 0, 5, {
    status: 'visita_marcada',
    proximo_em: clock.today,
    proximo_hora: '18:00',
    proximo_passo: 'Mostrar a escola, com a filha',
  });
}

async function handle(
  db: Db,
  clock: SeedClock,
  id: number,
  days: number,
  change: { status: 'em_contato' | 'perdido' | 'visita_marcada'; motivo?: string; proximo_em?: string } & Partial<
    Record<'proximo_hora' | 'proximo_passo', string>
  >,
): Promise<void> {
  const at = clock.at(clock.shift(clock.today, -days), '14:30');
  await db
    .updateTable('leads')
    .set({ ...change, responsavel_user_id: HELENA, mudou_em: at })
    .where('id', '=', id)
    .execute();
  await noteEntries(db, id, { at, por: HELENA }, [
    { kind: 'estado', status: change.status, texto: change.motivo ?? null },
    { kind: 'nota', texto: 'Prefere falar depois das 18h.' },
  ]);
}
