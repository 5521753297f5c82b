import { z } from 'zod';
import { Turma } from './pedagogico.schema.ts';
import { Clock, Day, Id, Instant, OptionalText, Text } from './shapes.schema.ts';

const Mode = Turma.shape.modalidade;
export const State = Turma.shape.status;
export type ClassState = z.infer<typeof State>;
const Slot = z
  .object({ dia_semana: z.int().min(0).max(6), inicio: Clock, fim: Clock })
  .refine(({ inicio, fim }) => inicio < fim, { path: ['fim'], message: 'O fim vem depois do início' });

/** Where people meet: an address of the web, nothing else. */
export const MeetingLink = OptionalText(300).refine((link) => !link || /^https:\/\/[^\s]+$/.test(link), {
  message: 'Use um endereço que começa com https://',
});

/** The office confirms that the room or the teacher has another class at that time. */
export const DespiteClash = z.boolean().optional();

/** The fields of a class. */
export const ClassInput = z
  .object({
    unidade_id: Id,
    nome: Text(120).meta({ title: 'Nome da turma' }),
    livro_id: Id,
    modalidade: Mode,
    professor_id: Id.nullable(),
    sala: OptionalText(40).meta({ title: 'Sala' }),
    link_reuniao: MeetingLink.meta({ title: 'Link da aula online' }),
    inicio: Day,
    fim: Day,
    lugares: z.int().min(1).max(200),
    horarios: z.array(Slot).min(1).max(14),
    mesmo_assim: DespiteClash,
  })
  .refine(({ inicio, fim }) => inicio <= fim, { path: ['fim'], message: 'O fim vem depois do início' });
export type ClassInput = z.infer<typeof ClassInput>;

export const Span = z.object({ inicio: Instant, fim: Instant });
