import { z } from 'zod';

/** A passkey’s response from the browser. The passkey library checks its parts. */
const Base64 = z
  .string()
  .max(8_000)
  .regex(/^[\w-]*$/);
export const PasskeyAnswer = z.object({
  id: Base64,
  rawId: Base64,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64,
    authenticatorData: Base64.optional(),
    signature: Base64.optional(),
    userHandle: Base64.nullish(),
    attestationObject: Base64.optional(),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

/** The options that a browser's passkey call takes, as the library makes them. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });
/** Six digits of an app, or a recovery code; blanks and hyphens do not count. */
export const Code = z.string().trim().max(40);

/** The credential for a re-authentication: the second factor if there is one, else the password. */
export const Reauthentication = z.object({
  senha: z.string().max(200).optional(),
  codigo: Code.optional(),
  chave: PasskeyAnswer.optional(),
});
export type Reauthentication = z.infer<typeof Reauthentication>;

/** A login whose account has a second factor: this ticket waits for it. Browsers keep it as a cookie. */
export const SecondStep = z.object({ ticket: z.string().nullable() });

export const SecondStepAnswer = Reauthentication.pick({ codigo: true, chave: true }).extend({
  /** For clients without cookies: the ticket of the login's answer. */
  ticket: z.string().max(60).optional(),
});
