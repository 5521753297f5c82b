import { z } from 'zod';
import { RegistrationInput } from '#lib/contract/account.schema.ts';
import { NewPassword } from '#lib/contract/auth.schema.ts';
import { Cpf, Text, Uuid } from '#lib/contract/shapes.schema.ts';

export const LinkToken = Text(600);

export const UndoToken = z.object({ token: z.string().regex(/^[\w-]{20,80}$/) });

export const DocumentKind = z.enum([
  'declaracao_matricula',
  'declaracao_conclusao',
  'quitacao',
  'pagamentos',
  'boletim',
  'recibo',
]);

export const registerWithBookInput = RegistrationInput.extend({
  password: NewPassword,
  uuid: Uuid.optional(),
  /** The version of the accepted text. */
  consent_version: Text(20),
});

/** A request for erasure; a minor's guardian confirms with the own CPF. */
export const deleteAccountInput = z.object({
  current_password: z.string().min(1).max(200),
  guardian_cpf: Cpf.nullish(),
});
