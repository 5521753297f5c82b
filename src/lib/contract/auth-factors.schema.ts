import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Detail, Id, Instant, OneId, Text } from './shapes.schema.ts';

/** How somebody proves the own login beside the password: a code of an app, or a passkey. */
const FactorKind = z.enum(['codigo', 'chave']);

export const Factor = z.object({
  id: Id,
  tipo: FactorKind,
  nome: z.string(),
  criado_em: Instant,
  usado_em: Instant.nullable(),
});
export type Factor = z.infer<typeof Factor>;

export const Factors = z.object({
  itens: z.array(Factor),
  /** Recovery codes that were not used. */
  codigos_restantes: z.int(),
  /** The school asks for one before the panel opens. */
  obrigatorio: z.boolean(),
  /** People who work for the school add factors. */
  pode_adicionar: z.boolean(),
  /** Whether a passkey of this domain is among them. */
  tem_chave_aqui: z.boolean(),
});
export type Factors = z.infer<typeof Factors>;

/** What a browser gives for a passkey. Its parts are checked by the library that knows them. */
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
const PasskeyOptions = z.looseObject({ challenge: z.string() });
const FactorName = Text(60);
/** Six digits of an app, or a recovery code; blanks and hyphens do not count. */
const Code = z.string().trim().max(40);

/** What proves a person: the factor if there is one, else the password. */
export const Proof = z.object({
  senha: z.string().max(200).optional(),
  codigo: Code.optional(),
  chave: PasskeyAnswer.optional(),
});
export type Proof = z.infer<typeof Proof>;

/** A login whose account has a second factor: this ticket waits for it. Browsers keep it as a cookie. */
export const SecondStep = z.object({ ticket: z.string().nullable() });

/** Recovery codes, shown once; null: the earlier ones still count. */
const NewCodes = z.object({ codigos: z.array(z.string()).nullable() });

export const SecondStepProof = Proof.pick({ codigo: true, chave: true }).extend({
  /** For clients without cookies: the ticket of the login's answer. */
  ticket: z.string().max(60).optional(),
});

export const factorCalls = {
  getSecondStep: {
    summary: 'Whose login waits for its second step, and what may prove it',
    ledger: 'ours',
    query: z.object({ ticket: z.string().max(60).optional() }),
    result: z.object({ nome: z.string(), codigo: z.boolean(), chave: z.boolean() }),
  },
  beginSecondStep: {
    summary: 'What a passkey signs in the second step of a login',
    ledger: 'ours',
    body: z.object({ ticket: z.string().max(60).optional() }),
    result: PasskeyOptions,
  },
  listFactors: { summary: 'The own factors, and how many recovery codes are left', ledger: 'ours', result: Factors },
  startCode: {
    summary: 'The secret for an app that makes codes; it counts after its first code',
    ledger: 'ours',
    result: z.object({ segredo: z.string(), endereco: z.string() }),
  },
  confirmCode: {
    summary: 'Adds the app by its first code',
    ledger: 'ours',
    body: z.object({ codigo: Code.min(1), nome: FactorName }),
    result: NewCodes,
  },
  beginPasskey: { summary: 'What a new passkey signs', ledger: 'ours', result: PasskeyOptions },
  addPasskey: {
    summary: 'Adds a passkey',
    ledger: 'ours',
    body: z.object({ chave: PasskeyAnswer, nome: FactorName }),
    result: NewCodes,
  },
  renameFactor: {
    summary: 'Names an own factor',
    ledger: 'ours',
    params: OneId,
    body: z.object({ nome: FactorName }),
    result: Factor,
  },
  removeFactor: { summary: 'Removes an own factor', ledger: 'ours', params: OneId, result: Detail },
  renewRecoveryCodes: {
    summary: 'New recovery codes; the earlier ones end',
    ledger: 'ours',
    result: z.object({ codigos: z.array(z.string()) }),
  },
  beginProof: { summary: 'What a passkey signs to prove who acts', ledger: 'ours', result: PasskeyOptions },
  proveSelf: {
    summary: 'Proves that the own user acts, before calls that ask for it',
    ledger: 'ours',
    body: Proof,
    result: Detail,
  },
} satisfies Record<string, CallSchema>;
