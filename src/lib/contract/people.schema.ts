import { z } from 'zod';
import { Id } from './shapes.schema.ts';

const Seen = z.string().max(300).nullable();
/** The values when the form was drawn: a change that would overwrite somebody else’s change is refused. */
export const SeenFields = z
  .object({
    phone: Seen,
    cep: Seen,
    cpf: Seen,
    email: Seen,
    full_name: Seen,
    civil_name: Seen,
    street: Seen,
    street_number: Seen,
    complement: Seen,
    district: Seen,
    city: Seen,
    state: Seen,
    country: Seen,
    region: Seen,
    birth_date: Seen,
  })
  .partial();
export type SeenFields = z.infer<typeof SeenFields>;

export const Joining = z.union([z.object({ user_id: Id }), z.object({ proposta_id: Id })]);
