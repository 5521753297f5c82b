import type { BrandKey } from '#lib/brand.ts';

/** What a device shows. `path` is a path of the portal; pictures have a path or a whole address. */
export interface PushContent {
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
  // Cuts whole characters, to leave no half emoji.
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
