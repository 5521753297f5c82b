import { addMonths } from '#lib/rules/time/days.ts';
import type { Db } from '../../core/db/connection.ts';
import type { SeedClock } from './clock.ts';

const timezone = 'America/Sao_Paulo';
const RULES = `Cada aluno se inscreve uma vez e pode trazer acompanhantes até o limite do evento.
O ingresso é pessoal: o QR code entra uma vez só, no dia do evento.
Menores de 18 anos entram com o responsável.
Quem não puder vir cancela a inscrição na própria página, e a vaga volta para outra família.`;

/** An open one, one with its event today, and one of the other brand. */
const campaigns = (clock: SeedClock) => {
  const { today, shift, at } = clock;
  const made = (daysAgo: number) => ({
    created_at: at(shift(today, -daysAgo), '10:00'),
    atualizada_em: at(shift(today, -daysAgo), '10:00'),
  });
  return [
    {
      id: 1,
      escola_id: 1,
      slug: 'knn-orlando',
      nome: 'Encontro KNN Orlando',
      destino: 'Orlando, Estados Unidos',
      descricao:
        'Uma noite para conhecer a viagem: roteiro, documentos, casa de família e quem já foi contando como foi. Vai ter sorteio de uma mala de bordo.',
      regulamento: RULES,
      imagem_url: '/brand/viagens/orlando.svg',
      inicio: shift(today, -14),
      fim: shift(today, 11),
      evento_em: at(shift(today, 12), '19:00'),
      local: 'Auditório da KNN Vila Nova',
      timezone,
      vagas: 120,
      max_acompanhantes: 3,
      publicada: true,
      ...made(15),
    },
    {
      id: 2,
      escola_id: 1,
      slug: 'dia-do-embarque',
      nome: 'Dia do embarque',
      destino: 'Campinas',
      descricao: 'A turma de julho se encontra antes da viagem: crachá, camiseta e a foto com a família.',
      regulamento: RULES,
      imagem_url: '/brand/viagens/campanha.svg',
      inicio: shift(today, -30),
      fim: shift(today, -1),
      evento_em: at(today, '18:30'),
      local: 'Pátio da KNN Vila Nova',
      timezone,
      vagas: 60,
      max_acompanhantes: 2,
      publicada: true,
      ...made(32),
    },
    {
      id: 3,
      escola_id: 3,
      slug: 'london-by-phenom',
      nome: 'London Night',
      destino: 'Londres, Reino Unido',
      descricao: 'Chá, música ao vivo e a apresentação da turma que vai a Londres nas férias.',
      regulamento: RULES,
      imagem_url: '/brand/viagens/londres.svg',
      inicio: shift(today, -3),
      fim: addMonths(today, 1),
      evento_em: at(shift(addMonths(today, 1), 2), '20:00'),
      local: 'Phenom Jardins, 2º andar',
      timezone,
      vagas: null,
      max_acompanhantes: 1,
      publicada: true,
      ...made(4),
    },
  ];
};

interface Person {
  campaign: number;
  /** null: a ticket made in bulk. */
  user: number | null;
  nome: string;
  isCompanion?: boolean;
  hasCome?: true;
}

const people: readonly Person[] = [
  { campaign: 1, user: 1, nome: 'Ana Souza' },
  { campaign: 1, user: 1, nome: 'Márcia Souza', isCompanion: true },
  { campaign: 2, user: 4, nome: 'Davi Reis', hasCome: true },
  { campaign: 2, user: 6, nome: 'Felipe Nunes' },
  { campaign: 2, user: 6, nome: 'Sandra Nunes', isCompanion: true },
  { campaign: 2, user: null, nome: 'Convidado 1' },
  { campaign: 2, user: null, nome: 'Convidado 2' },
  { campaign: 2, user: null, nome: 'Convidado 3' },
  { campaign: 3, user: 12, nome: 'Nina Rocha' },
];

/** Typed codes, the same in every demo school, so that people can try them. */
const codeOf = (index: number) => `DEMA-TRAV-EL2${'23456789A'[index]}`;
const JULIA = 9;

/** Three campaigns with their QR codes. */
export async function seedTravel(db: Db, clock: SeedClock): Promise<void> {
  await db.insertInto('travel_campaigns').values(campaigns(clock)).execute();
  const at = (daysAgo: number, hour: string) => clock.at(clock.shift(clock.today, -daysAgo), hour);
  const holders = people.filter(({ user, isCompanion }) => user !== null && !isCompanion);
  const participations = holders.map(({ campaign, user, hasCome }, index) => ({
    id: index + 1,
    campaign_id: campaign,
    user_id: user ?? 0,
    status: hasCome ? ('confirmado' as const) : ('inscrito' as const),
    regulamento_aceito_em: at(2, '20:15'),
    created_at: at(2, '20:15'),
  }));
  await db.insertInto('travel_participations').values(participations).execute();
  await db
    .insertInto('travel_tickets')
    .values(
      people.map(({ campaign, user, nome, isCompanion = false, hasCome }, index) => ({
        id: index + 1,
        campaign_id: campaign,
        participation_id:
          participations.find((each) => each.campaign_id === campaign && each.user_id === user)?.id ?? null,
        user_id: user,
        nome,
        is_companion: isCompanion,
        lote: user === null ? 1 : null,
        codigo: codeOf(index),
        created_at: at(2, '20:15'),
        usado_em: hasCome ? new Date(clock.now.getTime() - 600_000).toISOString() : null,
        usado_por_user_id: hasCome ? JULIA : null,
      })),
    )
    .execute();
}
