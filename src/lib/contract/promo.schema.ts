import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Id, OptionalEmail, OptionalText, Phone, Text, Uuid } from './shapes.schema.ts';

/** Letters of any language; what addresses and markup are made of is in no name. */
const PersonName = Text(120).refine(
  (name) => /\p{L}{2}/u.test(name) && !/[<>{}[\]@\\/\d]|\p{C}/u.test(name),
  'Escreva seu nome completo, só com letras',
);

export const calls = {
  createLead: {
    summary: 'Leaves an application on a promotional page',
    ledger: 'ours',
    body: z.object({
      pagina: Text(60),
      nome: PersonName,
      telefone: Phone,
      email: OptionalEmail,
      cidade: Text(80),
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
