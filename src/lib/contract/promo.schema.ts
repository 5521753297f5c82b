import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { City, Id, OptionalEmail, OptionalText, Phone, Text, Uuid, VisitorName } from './shapes.schema.ts';

export const calls = {
  createLead: {
    summary: 'Leaves an application on a promotional page',
    ledger: 'ours',
    body: z.object({
      pagina: Text(60),
      nome: VisitorName,
      telefone: Phone,
      email: OptionalEmail,
      cidade: City,
      unidade_id: Id.optional(),
      indicacao_code: OptionalText(40),
      consentimento: z.literal(true),
      utm: z
        .record(z.string().max(30), z.string().max(100))
        .refine((marks) => Object.keys(marks).length <= 10, 'Use no máximo 10 marcas')
        .optional(),
      /** The level test whose certificate this visitor wants. */
      teste_id: Uuid.optional(),
    }),
    result: z.object({ id: Id }),
  },
} satisfies Record<string, CallSchema>;
