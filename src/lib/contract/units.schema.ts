import { z } from 'zod';
import { Cnpj, Id, Instant, OptionalCity, OptionalText, Phone, SchoolPhone, State, Text } from './shapes.schema.ts';

/** A unit of a school, in the list of its staff. */
export const Unit = z.object({
  id: Id,
  nome: z.string(),
  escola: z.string(),
  /** Its own, else those of its school. */
  cidade: z.string(),
  uf: z.string(),
  telefone: z.string().nullable(),
  whatsapp: z.string().nullable(),
  /** Null: it is open. */
  encerrada_em: Instant.nullable(),
  /** Whose course goes on. */
  alunos: z.int(),
});
export type Unit = z.infer<typeof Unit>;

const UnitList = z.object({
  items: z.array(Unit),
  /** Where the user may add a unit. */
  escolas: z.array(z.object({ id: Id, nome: z.string(), cidade: z.string(), uf: z.string() })),
});
export type UnitList = z.infer<typeof UnitList>;

/** A unit with its legal identity and what is open there. */
export const UnitDetails = Unit.extend({
  /** As it is known abroad, such as `America/Recife`. */
  fuso: z.string(),
  razao_social: z.string().nullable(),
  cnpj: z.string().nullable(),
  /** Names by which files still find it. */
  nomes_antes: z.array(z.string()),
  /** What goes on there. */
  aberto: z.object({
    alunos: z.int(),
    /** Their post is there; people whose access ended are left out. */
    equipe: z.array(z.object({ id: Id, full_name: z.string() })),
    turmas: z.int(),
    contatos: z.int(),
    parcelas: z.int(),
    /** Rows of files that wait for a decision about a person. */
    sem_matricula: z.int(),
  }),
  /** Why the user neither closes nor opens it; null: the user may. */
  por_que_nao: z.string().nullable(),
});
export type UnitDetails = z.infer<typeof UnitDetails>;

export const UnitInput = z.object({
  nome: Text(120),
  cidade: OptionalCity,
  uf: State.nullish(),
  telefone: SchoolPhone.nullish(),
  whatsapp: Phone.nullish(),
  razao_social: OptionalText(150),
  cnpj: Cnpj.nullish(),
  /** Absent or empty: as it is, and that of the school for a new unit. */
  fuso: OptionalText(60),
});
export type UnitInput = z.infer<typeof UnitInput>;
