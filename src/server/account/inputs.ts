import { RegistrationInput } from '#lib/contract/account.schema.ts';
import { NewPassword } from '#lib/contract/auth.schema.ts';
import { Text, Uuid } from '#lib/contract/shapes.schema.ts';

/** What people send, with its limits. */

export const registerWithBookInput = RegistrationInput.extend({
  password: NewPassword,
  uuid: Uuid.optional(),
  /** Of the text that the person agreed to. */
  consent_version: Text(20),
});
