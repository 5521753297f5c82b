/** What a notification shows and where it leads. */
export interface Notice {
  title: string;
  options: {
    body: string;
    lang: string;
    icon?: string;
    badge?: string;
    tag?: string;
    data: { path: string; token?: string };
  };
}

const FALLBACK_TITLE = 'Portal do aluno';
const FALLBACK_BODY = 'Você tem um aviso novo.';

/**
 * Reads the payload on the wire. A browser must show something for every push, so a payload that cannot be read
 * becomes a plain notice that leads home.
 */
export function readNotice(payload: string | undefined, origin: string): Notice {
  const { notification } = recordOf(parse(payload));
  const { title, body, tag, icon, navigate, data } = recordOf(notification);
  const ownIcon = textOf(icon) && ownPath(icon, origin);
  return {
    title: textOf(title) ?? FALLBACK_TITLE,
    options: {
      body: textOf(body) ?? (textOf(title) ? '' : FALLBACK_BODY),
      lang: 'pt-BR',
      ...(ownIcon && ownIcon !== '/' && { icon: ownIcon }),
      ...(textOf(tag) && { tag: textOf(tag) }),
      data: {
        path: ownPath(recordOf(data).path ?? navigate, origin),
        ...(textOf(recordOf(data).delivery_token) && { token: textOf(recordOf(data).delivery_token) }),
      },
    },
  };
}

/** Own paths only (PUSH-15): anything else leads home. @returns path with query and fragment. */
export function ownPath(target: unknown, origin: string): string {
  if (typeof target !== 'string') return '/';
  const url = URL.parse(target, origin);
  return url?.origin === origin ? url.pathname + url.search + url.hash : '/';
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
