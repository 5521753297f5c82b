import { z } from 'zod';
import { withoutEnd } from '#lib/format/ends.ts';

/** The kinds of accounts that a unit can have. */
export const accountKinds = ['pix-bcb', 'asaas'] as const;
export type AccountKind = (typeof accountKinds)[number];

const Address = z
  .url({ protocol: /^https$/ })
  .max(300)
  .transform((address) => withoutEnd(address, '/'));
const Pem = z.string().max(20_000).includes('-----BEGIN ');
/** Sent in a header or a form, so no line breaks. */
const Secret = z
  .string()
  .max(500)
  .regex(/^[\x21-\x7e]+$/);

/** What is needed to connect to a unit's account. The database stores it encrypted. */
export const AccountSettings = z
  .strictObject({
    url: Address,
    tokenUrl: Address,
    clientId: Secret,
    clientSecret: Secret,
    tokenAuth: z.enum(['basic', 'form']).default('basic'),
    scope: z.string().max(300).default('cob.read cob.write pix.read pix.write webhook.read webhook.write'),
    query: z.record(z.string().max(50), z.string().max(200)).default({}),
    cert: Pem.optional(),
    key: Pem.optional(),
    pfx: z.base64().max(40_000).optional(),
    passphrase: z.string().max(200).optional(),
    ca: Pem.optional(),
    /** The Pix key that receives payments. */
    chave: z.string().min(3).max(77),
  })
  .refine(({ cert, key }) => (cert === undefined) === (key === undefined), 'cert and key go together');
export type AccountSettings = z.output<typeof AccountSettings>;

/** What a unit's account at Asaas needs. */
export const AsaasSettings = z.strictObject({
  url: Address,
  apiKey: Secret,
  /** The provider sends it with each message. */
  webhookToken: Secret.min(32),
  /** The provider's mails about undelivered messages go to this address. */
  email: z.email().max(200),
  /** The id of the account's wallet, as the provider returned it when the account was configured. */
  wallet: z.string().max(60).optional(),
  ca: Pem.optional(),
});
export type AsaasSettings = z.output<typeof AsaasSettings>;
