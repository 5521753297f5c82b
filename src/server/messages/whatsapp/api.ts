import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { School } from '../../core/http/ctx.ts';
import { decryptText, encryptText } from '../../core/ports/encrypted-text.ts';
import type { WhatsappAnswer } from '../../core/ports/whatsapp.ts';

const PURPOSE = 'whatsapp-number';

/** What opens a number: the token of its app, the secret by which Meta signs, and the word that its webhook asks for. */
export interface NumberSecrets {
  token: string;
  appSecret: string;
  word: string;
}

export const encryptSecrets = (tokens: School['tokens'], secrets: NumberSecrets): string =>
  encryptText(tokens, PURPOSE, JSON.stringify(secrets));

/** @returns null if the key that sealed them is lost */
export function decryptSecrets(tokens: School['tokens'], sealed: string): (NumberSecrets & { isOld: boolean }) | null {
  const opened = decryptText(tokens, PURPOSE, sealed);
  return opened && { ...(JSON.parse(opened.text) as NumberSecrets), isOld: opened.isOld };
}

type Api = { ports: Pick<School['ports'], 'whatsapp'> };

/** An app may refuse calls without a proof that the caller holds its secret; one that does not need it checks it all the same. */
function signed(path: string, { token, appSecret }: NumberSecrets): string {
  const appSecretProof = createHmac('sha256', appSecret).update(token).digest('hex');
  return `${path}${path.includes('?') ? '&' : '?'}appsecret_proof=${appSecretProof}`;
}

const ask = ({ ports }: Api, secrets: NumberSecrets, method: 'GET' | 'POST', path: string, body?: object) =>
  ports.whatsapp.ask(method, signed(path, secrets), secrets.token, body);

const ErrorBody = z.object({
  error: z.object({
    code: z.int(),
    message: z.string().optional(),
    error_data: z.object({ details: z.string() }).partial().optional(),
  }),
});

/** The code of a refusal; null for an answer that is none, or has none. */
export const codeOf = ({ body }: WhatsappAnswer): number | null => ErrorBody.safeParse(body).data?.error.code ?? null;

/** Whether a refusal is about the proof: the secret is another app's. */
export const isWrongSecret = ({ body }: WhatsappAnswer): boolean =>
  /appsecret_proof/i.test(ErrorBody.safeParse(body).data?.error.message ?? '');

const NumberBody = z.object({ display_phone_number: z.string().max(30) });

/** The number behind an id. @throws WhatsappSilent */
export async function readNumber(api: Api, secrets: NumberSecrets, phoneNumberId: string) {
  const answer = await ask(api, secrets, 'GET', `${phoneNumberId}?fields=display_phone_number`);
  const display = answer.status === 200 ? NumberBody.safeParse(answer.body).data?.display_phone_number : undefined;
  return { answer, display: display ?? null };
}

/** Lets our app hear of an account. @throws WhatsappSilent */
export const subscribe = (api: Api, secrets: NumberSecrets, accountId: string) =>
  ask(api, secrets, 'POST', `${accountId}/subscribed_apps`);

const Template = z.object({
  name: z.string().max(512),
  language: z.string().max(15),
  category: z.string().max(30),
  status: z.string().max(30),
  parameter_format: z.enum(['POSITIONAL', 'NAMED']).catch('POSITIONAL'),
  components: z
    .array(
      z.object({
        type: z.string(),
        text: z.string().optional(),
        format: z.string().optional(),
        buttons: z.array(z.object({ type: z.string(), url: z.string().optional() })).optional(),
      }),
    )
    .catch([]),
});
const Templates = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).partial(), next: z.string() })
    .partial()
    .optional(),
});

const MAX_PAGES = 10;

/**
 * The templates of an account, one page after the other. Those that we do not understand are left out.
 *
 * @returns the refusal in their place
 * @throws WhatsappSilent
 */
export async function listTemplates(api: Api, secrets: NumberSecrets, accountId: string) {
  const fields = 'name,language,category,status,parameter_format,components';
  const found: z.output<typeof Template>[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const from = after ? `&after=${encodeURIComponent(after)}` : '';
    const answer = await ask(api, secrets, 'GET', `${accountId}/message_templates?fields=${fields}&limit=100${from}`);
    const body = Templates.safeParse(answer.body).data;
    if (answer.status !== 200 || !body) return { answer, templates: null };
    found.push(...body.data.flatMap((each) => Template.safeParse(each).data ?? []));
    after = body.paging?.next ? body.paging.cursors?.after : undefined;
    if (!after) break;
  }
  return { answer: null, templates: found };
}

/** To whom: by the telephone, else by the name that WhatsApp gives the person for this business. */
export type Recipient = { to: string } | { recipient: string };

export type Message =
  | { type: 'text'; text: { body: string } }
  | {
      type: 'template';
      template: { name: string; language: { code: string }; components: { type: 'body'; parameters: object[] }[] };
    };

const Sent = z.object({ messages: z.array(z.object({ id: z.string().max(200) })).min(1) });

/**
 * Sends a message. The API knows no idempotency key: without an answer nobody knows whether it left. `token` comes back with
 * each status of the message.
 *
 * @returns its id; null: it was refused
 * @throws WhatsappSilent
 */
export async function sendMessage(
  api: Api,
  secrets: NumberSecrets,
  phoneNumberId: string,
  { to, message, token }: { to: Recipient; message: Message; token: string },
) {
  const answer = await ask(api, secrets, 'POST', `${phoneNumberId}/messages`, {
    ...{ messaging_product: 'whatsapp', recipient_type: 'individual' },
    ...to,
    ...message,
    biz_opaque_callback_data: token,
  });
  const id = answer.status === 200 ? Sent.safeParse(answer.body).data?.messages[0]?.id : undefined;
  return { answer, id: id ?? null };
}
