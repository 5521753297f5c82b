import { createECDH, createHash } from 'node:crypto';
import { isIP } from 'node:net';
import webPush from 'web-push';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import type { School } from '../../core/http/ctx.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
  subject: string;
}

const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
/** Services accept at most 24 hours. */
const VALID_MS = 12 * HOUR_MS;
const MAX_ORIGINS = 1_000;

interface Signed {
  header: string;
  until: number;
}
const known = new WeakMap<School['tokens'], { keys: VapidKeys; signed: Map<string, Signed> }>();

/**
 * The key pair that identifies this school to push services. It comes from the settings, otherwise from the school's secret, so
 * that every process has the same pair and it need not be stored. A new pair ends every subscription, so the pair of the previous
 * secret stays in use as long as that secret is configured.
 */
export const vapidKeys = (school: Pick<School, 'tokens' | 'config'>): VapidKeys => stateOf(school).keys;

/**
 * The `Authorization` header for a push service. It is cached for half a day: signing takes one and a half times as long as
 * encrypting.
 *
 * @param origin of the service
 */
export function vapidHeader(school: Pick<School, 'tokens' | 'config' | 'now'>, origin: string): string {
  const { keys, signed } = stateOf(school);
  const now = school.now().getTime();
  const before = signed.get(origin);
  if (before && before.until > now) return before.header;
  if (signed.size >= MAX_ORIGINS) signed.clear();
  const { Authorization } = webPush.getVapidHeaders(
    origin,
    keys.subject,
    keys.publicKey,
    keys.privateKey,
    'aes128gcm',
    Math.floor((now + VALID_MS) / 1_000),
  );
  signed.set(origin, { header: Authorization, until: now + VALID_MS - HOUR_MS });
  return Authorization;
}

function stateOf({ tokens, config }: Pick<School, 'tokens' | 'config'>) {
  const before = known.get(tokens);
  if (before) return before;
  const made = { keys: makeKeys({ tokens, config }), signed: new Map<string, Signed>() };
  known.set(tokens, made);
  return made;
}

function makeKeys({ tokens, config }: Pick<School, 'tokens' | 'config'>): VapidKeys {
  const subject = subjectOf(config);
  if (config.VAPID_PUBLIC_KEY && config.VAPID_PRIVATE_KEY) {
    return { publicKey: config.VAPID_PUBLIC_KEY, privateKey: config.VAPID_PRIVATE_KEY, subject };
  }
  const curve = createECDH('prime256v1');
  const [present, before = present] = tokens.derivedKeys('vapid');
  curve.setPrivateKey(scalar(before));
  return {
    publicKey: curve.getPublicKey('base64url', 'uncompressed'),
    // Leading zeros are part of the key.
    privateKey: Buffer.from(curve.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
    subject,
  };
}

/** Maps any bytes to a number between 1 and the order of the curve. */
function scalar(bytes: Uint8Array): Buffer {
  const wide = createHash('sha512').update(bytes).digest('hex');
  const number = (BigInt(`0x${wide}`) % (ORDER - 1n)) + 1n;
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
}

interface Named {
  PUSH_SUBJECT?: string;
  PUBLIC_URL?: string;
}

const NOBODY = /(^|\.)(localhost|local|internal|test|invalid|example|example\.(com|net|org))$/;

/** The contact for push services in case of problems. They accept only `mailto:` and `https:`. */
export const subjectOf = ({ PUSH_SUBJECT, PUBLIC_URL }: Named): string =>
  PUSH_SUBJECT ?? (PUBLIC_URL?.startsWith('https://') ? PUBLIC_URL : 'https://portal.example');

/**
 * Why push services may reject a subject: some answer 403 to an unreachable one, and the message is lost.
 *
 * @returns null for a valid one
 */
export function subjectProblem(subject: string): string | null {
  const url = URL.parse(subject);
  const host = url?.protocol === 'mailto:' ? (url.pathname.split('@')[1] ?? '') : (url?.hostname ?? '');
  const isSomebody = host !== '' && !NOBODY.test(host.toLowerCase()) && isIP(host.replace(/^\[|\]$/g, '')) === 0;
  return isSomebody
    ? null
    : `os serviços de push recusam mensagens assinadas por ${subject}; ponha um endereço que alguém lê, como mailto:suporte@ seu domínio`;
}
