import { type ProviderEvent, WrongSignature } from './provider.ts';

/** Parses a message of the documented protocol, shared by the sandbox and the HTTP adapter. @throws WrongSignature */
export function readMessage(body: string): ProviderEvent {
  const { id, reference, kind, at } = (JSON.parse(body) ?? {}) as Record<string, unknown>;
  const isText = (value: unknown, max: number): value is string =>
    typeof value === 'string' && value.length > 0 && value.length <= max;
  if (
    !isText(id, 100) ||
    !isText(reference, 35) ||
    !isText(kind, 30) ||
    !isText(at, 40) ||
    Number.isNaN(Date.parse(at))
  ) {
    throw new WrongSignature('the message lacks id, reference, kind or at');
  }
  return { id, reference, kind, at: new Date(at) };
}
