import webPush from 'web-push';
import { serviceLimits } from '#lib/rules/time/service-limits.ts';
import type { School } from '../../core/http/ctx.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { PushSilent } from '../../core/ports/push-services.ts';
import { isPushEndpoint } from './endpoint-policy.ts';
import { type PushContent, payloadOf } from './payload.ts';
import type { SubscriptionRow } from './queries.ts';
import { vapidHeader } from './vapid.ts';

export interface PushMessage extends PushContent {
  /** How long the service keeps it while the device is off. */
  ttlS: number;
  urgency: 'normal' | 'high';
}

/**
 * `gone`: remove the device. `later`: the service asks for patience, or has trouble. `failed`: another try would not
 * help.
 */
export type PushOutcome =
  | { kind: 'accepted'; status: number }
  | { kind: 'gone'; status: number }
  | { kind: 'later'; status: number; waitS: number | null; reason: string }
  | { kind: 'failed'; status: number; reason: string };

export type Device = Pick<SubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>;

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
