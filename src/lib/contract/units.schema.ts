import { z } from 'zod';
import {
  BrazilianPhone,
  Cnpj,
  OptionalCity,
  OptionalLongText,
  OptionalText,
  SchoolPhone,
  State,
  Text,
} from './shapes.schema.ts';

export const UnitInput = z.object({
  nome: Text(120),
  cidade: OptionalCity,
  uf: State.nullish(),
  telefone: SchoolPhone.nullish(),
  whatsapp: BrazilianPhone.nullish(),
  /** Street, number and quarter. */
  endereco: OptionalText(200),
  /** When the office is open. */
  horario: OptionalLongText(400),
  razao_social: OptionalText(150),
  cnpj: Cnpj.nullish(),
  /** Absent or empty: unchanged, and the school’s zone for a new unit. */
  fuso: OptionalText(60),
});
export type UnitInput = z.infer<typeof UnitInput>;
