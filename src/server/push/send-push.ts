import webPush from 'web-push';
import type { School } from '../http/ctx.ts';
import { isPushEndpoint } from './endpoint-policy.ts';
import type { SubscriptionRow } from './queries.ts';
import { vapidKeys } from './vapid.ts';

/** What a device shows. `path` is an own path. */
export interface PushMessage {
  title: string;
  body: string;
  path: string;
  tag: string;
  token: string;
  ttlS: number;
  urgency: 'normal' | 'high';
}

/** `gone`: the device is to be forgotten. `later`: the service asks for patience. */
export type PushOutcome =
  | { kind: 'accepted'; status: number }
  | { kind: 'gone'; status: number }
  | { kind: 'later'; status: number; waitS: number }
  | { kind: 'failed'; status: number; reason: string };

const TIMEOUT_MS = 10_000;

/**
 * Sends one message to one device: encrypted for it and signed for its service. Never throws.
 *
 * The payload is one for all browsers: those that know declarative messages show it by themselves, in others the worker
 * reads `notification`.
 */
export async function sendPush(school: School, device: SubscriptionRow, message: PushMessage): Promise<PushOutcome> {
  const { config } = school;
  if (!isPushEndpoint(device.endpoint, config.PUSH_HOSTS)) return { kind: 'gone', status: 0 };
  const { publicKey, privateKey, subject } = vapidKeys(school);
  try {
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      JSON.stringify(payloadOf(message, config.PUBLIC_URL)),
      {
        TTL: message.ttlS,
        urgency: message.urgency,
        topic: message.tag.replace(/[^\w-]/g, '').slice(0, 32) || undefined,
        contentEncoding: 'aes128gcm',
        vapidDetails: { subject, publicKey, privateKey },
      },
    );
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: body === null ? undefined : new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return outcomeOf(answer);
  } catch (error) {
    return { kind: 'failed', status: 0, reason: error instanceof Error ? error.name : 'unknown' };
  }
}

function payloadOf({ title, body, path, tag, token }: PushMessage, publicUrl: string | undefined) {
  return {
    web_push: 8030,
    notification: {
      title,
      body,
      navigate: publicUrl ? publicUrl + path : path,
      lang: 'pt-BR',
      tag,
      silent: false,
      data: { delivery_token: token, path },
    },
    mutable: true,
  };
}

function outcomeOf({ status, headers, ok }: Response): PushOutcome {
  if (ok) return { kind: 'accepted', status };
  if (status === 404 || status === 410) return { kind: 'gone', status };
  if (status === 429 || status >= 500) return { kind: 'later', status, waitS: waitOf(headers.get('retry-after')) };
  return { kind: 'failed', status, reason: `HTTP ${status}` };
}

const SHORTEST_WAIT_S = 30;

/** Seconds, or a date. */
function waitOf(header: string | null): number {
  const seconds = Number(header ?? Number.NaN);
  const wait = Number.isFinite(seconds) ? seconds : (Date.parse(header ?? '') - Date.now()) / 1000;
  return Number.isFinite(wait) ? Math.max(SHORTEST_WAIT_S, Math.ceil(wait)) : SHORTEST_WAIT_S;
}
