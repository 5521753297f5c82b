import type { OrderDraft } from '#lib/order-form.ts';

interface Subject {
  turmaAlunoId: number;
  codigo: string;
}

const nameOf = (part: 'rascunho' | 'chave', { turmaAlunoId, codigo }: Subject) =>
  `pedido-${part}:${document.body.dataset.userId ?? ''}:${turmaAlunoId}:${codigo}`;

function read<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** What was chosen before a reload; never longer than the tab lives. */
export const readDraft = (of: Subject): OrderDraft | null => read<OrderDraft>(nameOf('rascunho', of));

export const keepDraft = (of: Subject, draft: OrderDraft): void =>
  sessionStorage.setItem(nameOf('rascunho', of), JSON.stringify(draft));

/** The key of an intent: the same for the same order, however often it is sent, and a new one once it differs. */
export function keyOf(of: Subject, body: unknown): string {
  const text = JSON.stringify(body);
  const known = read<{ key: string; text: string }>(nameOf('chave', of));
  if (known?.text === text) return known.key;
  const key = newKey();
  sessionStorage.setItem(nameOf('chave', of), JSON.stringify({ key, text }));
  return key;
}

/** After success: the next order is another one. */
export function dropIntent(of: Subject): void {
  sessionStorage.removeItem(nameOf('rascunho', of));
  sessionStorage.removeItem(nameOf('chave', of));
}

/** `randomUUID` exists on safe origins alone, and a portal in a school's own network may be none. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
