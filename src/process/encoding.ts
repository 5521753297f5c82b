export type Encoding = 'br' | 'gzip';

/** The encoding that a client accepts, the smaller one first; null: none. A weight of 0 refuses (RFC 9110, 12.5.3). */
export function encodingFor(accepted: string | undefined): Encoding | null {
  if (!accepted) return null;
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', weight] = part.split(';');
    weights.set(name.trim(), Number(weight?.replace(/^\s*q\s*=/, '') ?? 1));
  }
  const takes = (name: Encoding) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null;
}
