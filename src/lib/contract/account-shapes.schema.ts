import { z } from 'zod';
import { Cpf, Email, Id, Instant, PersonName, Phone, Text } from './shapes.schema.ts';

/** One of several accounts behind one login. `cpf_masked`: `***.456.789-**`. */
export const UserChoice = z.object({
  id: Id,
  /** null: not enrolled yet. */
  drive_user_id: Id.nullable(),
  full_name: z.string(),
  cpf_masked: z.string(),
  school_name: z.string(),
  avatar_url: z.string().nullish(),
});
export type UserChoice = z.infer<typeof UserChoice>;

export const Guardian = z.object({
  full_name: z.string(),
  cpf: z.string(),
  email: z.string(),
  phone: z.string(),
  relation: z.string(),
});
export type Guardian = z.infer<typeof Guardian>;

export const GuardianInput = z.object({
  full_name: PersonName,
  cpf: Cpf,
  email: Email,
  phone: Phone,
  relation: Text(40),
});
export type GuardianInput = z.infer<typeof GuardianInput>;

/**
 * The guardian whom a minor named, until that person or the school confirms it; or the guardian by whom the school
 * replaces the known one, until that person confirms.
 */
export const GuardianRequest = z.object({
  full_name: z.string(),
  relation: z.string(),
  email: z.string(),
  pedido_em: Instant,
  /** Until when the mailed link is valid; null: no mail was sent, because the address is the minor’s own. */
  expira_em: Instant.nullable(),
});
export type GuardianRequest = z.infer<typeof GuardianRequest>;
