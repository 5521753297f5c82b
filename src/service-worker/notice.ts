/** What a notification shows and where it leads. Browsers ignore fields that they do not know. */
export interface Notice {
  title: string;
  options: {
    body: string;
    lang: string;
    icon?: string;
    /** The small picture of one colour beside the clock. */
    badge?: string;
    image?: string;
    tag?: string;
    /** A later message with the same tag replaces the earlier one and makes a sound again. */
    renotify?: boolean;
    actions?: { action: NoticeAction; title: string }[];
    data: { path: string; token?: string };
  };
  /** The number of unread notices, for the app's icon; absent when the message does not say. */
  unread?: number;
}
export type NoticeAction = 'open' | 'later';

const FALLBACK_TITLE = 'Portal do aluno';
const FALLBACK_BODY = 'Você tem um aviso novo.';
const ACTIONS: Notice['options']['actions'] = [
  { action: 'open', title: 'Abrir' },
  { action: 'later', title: 'Depois' },
];

/**
 * Reads the payload of a push. A browser must show something for every push, so an unreadable payload becomes a plain
 * notice that leads home.
 *
 * @param actionsShown the number of actions that this browser shows; below two, none are offered
 */
export function readNotice(payload: string | undefined, origin: string, actionsShown = 0): Notice {
  const message = recordOf(parse(payload));
  const { title, body, tag, icon, image, navigate, data } = recordOf(message.notification);
  const shownIcon = pictureOf(icon, origin);
  const brand = /^\/brand\/(\w+)\//.exec(shownIcon ?? '')?.[1];
  const picture = pictureOf(image, origin);
  const name = textOf(tag);
  const unread = message.app_badge;
  return {
    title: textOf(title) ?? FALLBACK_TITLE,
    options: {
      body: textOf(body) ?? (textOf(title) ? '' : FALLBACK_BODY),
      lang: 'pt-BR',
      ...(shownIcon && { icon: shownIcon }),
      ...(brand && { badge: `/brand/${brand}/badge-96.png` }),
      ...(picture && { image: picture }),
      ...(name && { tag: name, renotify: true }),
      ...(actionsShown >= 2 && { actions: ACTIONS }),
      data: {
        path: ownPath(recordOf(data).path ?? navigate, origin),
        ...(textOf(recordOf(data).delivery_token) && { token: textOf(recordOf(data).delivery_token) }),
      },
    },
    ...(Number.isSafeInteger(unread) && Number(unread) >= 0 && { unread: Number(unread) }),
  };
}

/** Own paths only (PUSH-15): anything else leads home. @returns path with query and fragment. */
export function ownPath(target: unknown, origin: string): string {
  if (typeof target !== 'string') return '/';
  const url = URL.parse(target, origin);
  // A path that begins with two slashes names another host.
  const isOwn = url?.origin === origin && !url.pathname.startsWith('//');
  return isOwn ? url.pathname + url.search + url.hash : '/';
}

/** An own path, or an address elsewhere over TLS, since a manager may choose a picture. */
function pictureOf(address: unknown, origin: string): string | undefined {
  const text = textOf(address);
  const url = text === undefined ? null : URL.parse(text, origin);
  if (!url || url.pathname === '/') return undefined;
  if (url.origin === origin) return url.pathname + url.search;
  return url.protocol === 'https:' ? url.href : undefined;
}

function parse(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? '');
  } catch {
    return null;
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
