import { z } from 'zod';
import { Id } from './shapes.schema.ts';

/** One of several accounts behind one login. `cpf_masked`: `***.456.789-**`. */
export const UserChoice = z.object({
  id: Id,
  drive_user_id: Id,
  full_name: z.string(),
  cpf_masked: z.string(),
  school_name: z.string(),
  avatar_url: z.string().nullish(),
});
export type UserChoice = z.infer<typeof UserChoice>;
