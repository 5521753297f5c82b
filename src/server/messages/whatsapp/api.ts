import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { School } from '../../core/http/ctx.ts';
import { decryptText, encryptText } from '../../core/ports/encrypted-text.ts';
import type { WhatsappAnswer } from '../../core/ports/whatsapp.ts';

const PURPOSE = 'whatsapp-number';

/** The secrets of a number: its app's token, the app secret with which Meta signs, and the webhook's verification word. */
export interface NumberSecrets {
  token: string;
  appSecret: string;
  word: string;
}

export const encryptSecrets = (tokens: School['tokens'], secrets: NumberSecrets): string =>
  encryptText(tokens, PURPOSE, JSON.stringify(secrets));

/** @returns null if the key that encrypted them is lost */
export function decryptSecrets(tokens: School['tokens'], sealed: string): (NumberSecrets & { isOld: boolean }) | null {
  const opened = decryptText(tokens, PURPOSE, sealed);
  return opened && { ...(JSON.parse(opened.text) as NumberSecrets), isOld: opened.isOld };
}

type Api = { ports: Pick<School['ports'], 'whatsapp'> };

/** Adds the app secret proof: an app may require it, and verifies it in any case. */
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

/** The error code of a refusal; null for other answers, and without a code. */
export const codeOf = ({ body }: WhatsappAnswer): number | null => ErrorBody.safeParse(body).data?.error.code ?? null;

/** Whether the proof was refused: the secret belongs to another app. */
export const isWrongSecret = ({ body }: WhatsappAnswer): boolean =>
  /appsecret_proof/i.test(ErrorBody.safeParse(body).data?.error.message ?? '');

const NumberBody = z.object({ display_phone_number: z.string().max(30) });

/** The number with an id. @throws WhatsappSilent */
export async function readNumber(api: Api, secrets: NumberSecrets, phoneNumberId: string) {
  const answer = await ask(api, secrets, 'GET', `${phoneNumberId}?fields=display_phone_number`);
  const display = answer.status === 200 ? NumberBody.safeParse(answer.body).data?.display_phone_number : undefined;
  return { answer, display: display ?? null };
}

/** Subscribes our app to an account. @throws WhatsappSilent */
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
 * The templates of an account, read page by page. Unknown kinds of templates are left out.
 *
 * @returns the refusal instead, if Meta refuses
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

/** The recipient: by telephone, otherwise by the id that WhatsApp gives the person for this business. */
export type Recipient = { to: string } | { recipient: string };

export type Message =
  | { type: 'text'; text: { body: string } }
  | {
      type: 'template';
      template: { name: string; language: { code: string }; components: { type: 'body'; parameters: object[] }[] };
    };

const Sent = z.object({ messages: z.array(z.object({ id: z.string().max(200) })).min(1) });

/**
 * Sends a message. The API has no idempotency key: without an answer it is unknown whether the message was sent. `token` is
 * returned with each status of the message.
 *
 * @returns its id; null if it was refused
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
