import { z } from 'zod';
import {
  Clock,
  CursorQuery,
  Day,
  IdParam,
  Instant,
  Line,
  LongText,
  OptionalText,
  Text,
} from '#lib/contract/shapes.schema.ts';
import { required } from '#lib/words/validation.ts';

const campaignFields = z.object({
  nome: Text(120),
  destino: Text(120),
  descricao: LongText(1000),
  regulamento: LongText(8000),
  /** The promotional page of the trip. */
  pagina: z.enum(['knn-orlando', 'london-by-phenom']).nullish(),
  inicio: Day,
  fim: Day,
  /** Day and hour of the event by the clock of the school. */
  evento_dia: Day.nullish(),
  evento_hora: Clock.nullish(),
  local: OptionalText(160),
  vagas: z.int().min(1, 'Pelo menos uma vaga').max(100_000).nullish(),
  max_acompanhantes: z.int().min(0).max(10, 'No máximo 10 acompanhantes'),
});

const checked = <Shape extends typeof campaignFields>(fields: Shape) =>
  fields
    .refine(({ inicio, fim }) => fim >= inicio, { path: ['fim'], message: 'Não pode ser antes do início' })
    .refine(({ evento_dia, evento_hora }) => evento_dia || !evento_hora, { path: ['evento_dia'], message: required })
    .refine(({ evento_dia, evento_hora }) => evento_hora || !evento_dia, { path: ['evento_hora'], message: required });

export const createCampaignInput = checked(campaignFields);

export const updateCampaignInput = checked(
  campaignFields.extend({
    id: IdParam,
    /** The version that the manager saw: a campaign changed since is not overwritten. */
    atualizada_em: Instant.optional(),
  }),
);

export const listParticipantsInput = CursorQuery.extend({
  id: IdParam,
  q: Line(80).optional(),
  entrada: z.enum(['falta', 'entrou']).optional(),
});

export const makeTicketsInput = z.object({
  id: IdParam,
  quantidade: z.int().min(1).max(500, 'No máximo 500 de uma vez'),
  rotulo: Text(60),
});
