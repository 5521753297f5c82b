import { day, flag, id, instant, integer, ref, text } from '../../core/db/columns.ts';
import { own } from '../../core/db/person.ts';
import { deletedWithPerson, impersonal } from '../../core/db/table.ts';

export const travelTables = {
  travel_campaigns: impersonal('o catálogo: igual para todos', {
    columns: {
      id: id(),
      /** null: a campaign of the whole network. */
      escola_id: ref('schools', 'no action').nullable(),
      slug: text(120),
      nome: text(120),
      destino: text(120),
      descricao: text(),
      regulamento: text(),
      imagem_url: text(300),
      imagem_chave: text(80).nullable().unique(),
      imagem_mime: text(100).nullable(),
      imagem_bytes: integer().nullable(),
      /** First and last day for joining. */
      inicio: day(),
      fim: day(),
      evento_em: instant().nullable(),
      local: text(160).nullable(),
      timezone: text(60),
      /** Max. tickets; null: no limit. */
      vagas: integer().nullable(),
      max_acompanhantes: integer(),
      publicada: flag().default(false),
      created_at: instant(),
      atualizada_em: instant(),
    },
    indexes: {
      travel_campaigns_school: '(escola_id, publicada)',
    },
  }),
  travel_participations: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      campaign_id: ref('travel_campaigns'),
      user_id: ref('users'),
      /** `confirmado`: at least one of the group has checked in. */
      status: text<'inscrito' | 'confirmado' | 'cancelado'>(12),
      regulamento_aceito_em: instant(),
      created_at: instant(),
      cancelada_em: instant().nullable(),
    },
    constraints: {
      travel_participations_one: 'unique (campaign_id, user_id)',
    },
    indexes: {
      travel_participations_user: '(user_id)',
    },
  }),
  travel_tickets: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      campaign_id: ref('travel_campaigns'),
      /** null, like `user_id`, for a bulk ticket. */
      participation_id: ref('travel_participations', 'cascade').nullable(),
      user_id: ref('users', 'cascade').nullable(),
      /** The guest's name; for a bulk ticket, the name that the manager gave. */
      nome: text(120),
      cpf: text(11).nullable(),
      birth_date: day().nullable(),
      is_companion: flag().default(false),
      /** The number of the bulk. */
      lote: integer().nullable(),
      codigo: text(20).unique(),
      created_at: instant(),
      cancelado_em: instant().nullable(),
      usado_em: instant().nullable(),
      usado_por_user_id: ref('users').nullable().actor().secret(),
      leitura_chave: text(64).nullable().secret(),
    },
    indexes: {
      travel_tickets_campaign: '(campaign_id, id)',
      travel_tickets_user: '(user_id)',
      travel_tickets_of: '(participation_id)',
      travel_tickets_known: '(campaign_id) where cpf is not null or birth_date is not null',
    },
  }),
};
