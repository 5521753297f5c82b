import webPush from 'web-push';
import type { BrandKey } from '#lib/brand.ts';
import { serviceLimits } from '#lib/rules/time/service-limits.ts';
import type { School } from '../../core/http/ctx.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { PushSilent } from '../../core/ports/push-services.ts';
import { isPushEndpoint } from './endpoint-policy.ts';
import type { SubscriptionRow } from './queries.ts';
import type { SenderSettings } from './sender.ts';
import { vapidHeader } from './vapid.ts';

interface PushMessage extends PushContent {
  /** How long the service stores the message while the device is off. */
  ttlS: number;
  urgency: 'normal' | 'high';
}

/** `gone`: remove the device. `later`: the service asks to wait, or has trouble. `failed`: a retry would not help. */
export type PushOutcome =
  | { kind: 'accepted'; status: number }
  | { kind: 'gone'; status: number }
  | { kind: 'later'; status: number; waitS: number | null; reason: string }
  | { kind: 'failed'; status: number; reason: string };

type Device = Pick<SubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>;

/** Sends one message to one device: encrypted for it and signed for its service. Never throws. */
export async function sendPush(
  school: Pick<School, 'config' | 'tokens' | 'now' | 'ports'>,
  device: Device,
  message: PushMessage,
  timeoutMs: number = serviceLimits.pushServices.silenceMs,
): Promise<PushOutcome> {
  const { config, ports } = school;
  // Checked again: the settings may have changed since the device was stored.
  if (!isPushEndpoint(device.endpoint, config.PUSH_HOSTS)) return failed('not_allowed');
  const endpoint = new URL(device.endpoint);
  const body = encrypted(device, payloadOf(message, config.PUBLIC_URL && publicUrl(config, message.brand)));
  if (!body) return failed('bad_keys');
  const topic = topicOf(message.tag);
  try {
    const { status, retryAfter } = await ports.pushServices.post(
      endpoint,
      {
        Authorization: vapidHeader(school, endpoint.origin),
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        TTL: String(message.ttlS),
        Urgency: message.urgency,
        ...(topic && { Topic: topic }),
      },
      body,
      timeoutMs,
    );
    return outcomeOf(status, retryAfter);
  } catch (error) {
    if (!(error instanceof PushSilent)) return failed(error instanceof Error ? error.name : 'unknown');
    return error.why === 'private_address'
      ? failed(error.why)
      : { kind: 'later', status: 0, waitS: null, reason: error.why };
  }
}

const failed = (reason: string): PushOutcome => ({ kind: 'failed', status: 0, reason });

/** At most 32 characters of base64url; messages of one topic replace each other while a device is off. */
export const topicOf = (tag: string) => tag.replace(/[^\w-]/g, '').slice(0, 32);

function encrypted({ p256dh, auth }: Device, payload: string): Uint8Array | null {
  try {
    return webPush.encrypt(p256dh, auth, payload, 'aes128gcm').cipherText;
  } catch {
    return null;
  }
}

function outcomeOf(status: number, retryAfter: string | null): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted', status };
  if (status === 404 || status === 410) return { kind: 'gone', status };
  const reason = `http_${status}`;
  if (status === 408 || status === 429 || status >= 500) {
    return { kind: 'later', status, waitS: secondsOf(retryAfter), reason };
  }
  return { kind: 'failed', status, reason };
}

/** A header in seconds or as a date; null if it is missing or unreadable. */
export function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

/** What a device shows. `path` is a path of the portal; pictures have a path or a whole address. */
interface PushContent {
  title: string;
  body: string;
  path: string;
  /** A later message with the same tag replaces it on the device. */
  tag: string;
  token: string;
  brand: BrandKey;
  icon?: string | null;
  image?: string | null;
  broadcastId?: number | null;
  /** Unread notices of the person, shown on the app's icon. */
  unread?: number;
}

/** The limit of push services: 4,096 bytes, less the bytes that encryption adds. */
const MAX_BYTES = 3_993;

/**
 * The payload on the wire, the same for all browsers. Browsers with declarative messages show it themselves; in others
 * the worker reads `notification`. A payload that is too long loses its picture and the end of its body.
 *
 * @param publicUrl prefix for paths of the portal; without it they stay paths
 * @returns JSON of at most {@link MAX_BYTES} bytes
 */
export function payloadOf(content: PushContent, publicUrl: string | undefined): string {
  const text = write(content, publicUrl);
  if (Buffer.byteLength(text) <= MAX_BYTES) return text;
  const bare = { ...content, image: null };
  // Cuts by code points, so that no emoji is split.
  const characters = [...content.body];
  let [short, long] = [0, characters.length];
  while (short < long) {
    const middle = Math.ceil((short + long) / 2);
    const fits = Buffer.byteLength(write({ ...bare, body: cut(characters, middle) }, publicUrl)) <= MAX_BYTES;
    if (fits) short = middle;
    else long = middle - 1;
  }
  return write({ ...bare, body: cut(characters, short) }, publicUrl);
}

const cut = (characters: readonly string[], length: number) =>
  length >= characters.length ? characters.join('') : `${characters.slice(0, length).join('').trimEnd()}…`;

function write(content: PushContent, publicUrl: string | undefined): string {
  const { title, body, path, tag, token, brand, icon, image, broadcastId, unread } = content;
  const whole = (address: string) => (publicUrl && address.startsWith('/') ? publicUrl + address : address);
  return JSON.stringify({
    web_push: 8030,
    notification: {
      title,
      body,
      navigate: whole(path),
      lang: 'pt-BR',
      tag,
      icon: whole(icon ?? `/brand/${brand}/icon-192.png`),
      ...(image && { image: whole(image) }),
      silent: false,
      data: { ...(broadcastId != null && { sending_id: broadcastId }), delivery_token: token, path },
    },
    ...(unread !== undefined && { app_badge: unread }),
    mutable: true,
  });
}

type Waits = Pick<SenderSettings, 'maxAttempts' | 'firstWaitMs' | 'longestWaitMs'>;

/**
 * How long a message waits after a failure: as long as its service asked, otherwise twice as long each time. A random fifth more
 * or less spreads the retries. It is never shorter than the service asked.
 *
 * @param attempts made so far, the last one included
 * @param waitS the service's wait, in seconds
 * @param random from 0 to 1
 * @returns milliseconds, at most `longestWaitMs`
 */
export function waitAfter(
  attempts: number,
  waitS: number | null,
  { firstWaitMs, longestWaitMs }: Waits,
  random: number = Math.random(),
): number {
  if (waitS !== null) return Math.min(waitS * 1_000 * (1 + random / 5), longestWaitMs);
  const doubled = firstWaitMs * 2 ** Math.min(attempts - 1, 30);
  return Math.min(doubled * (0.8 + random * 0.4), longestWaitMs);
}

/**
 * When a message is tried again.
 *
 * @param expiresAt when the message expires
 * @returns null: this was the last try
 */
export function nextTry(
  { attempts, waitS, expiresAt, now }: { attempts: number; waitS: number | null; expiresAt: Date | null; now: Date },
  waits: Waits,
): Date | null {
  if (attempts >= waits.maxAttempts) return null;
  const next = new Date(now.getTime() + Math.max(1, Math.round(waitAfter(attempts, waitS, waits))));
  return expiresAt !== null && next >= expiresAt ? null : next;
}
