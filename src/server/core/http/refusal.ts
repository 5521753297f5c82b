import { formatWait } from '#lib/format/wait.ts';

/** A deliberate refusal of a call. `detail` is Portuguese and fit for users (API-94). */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly detail: string;
  readonly fields?: Record<string, string>;
  readonly code?: string;
  /** Names in lower case. */
  readonly headers?: Record<string, string>;

  constructor(
    status: number,
    detail: string,
    extra: { fields?: Record<string, string>; code?: string; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.status = status;
    this.detail = detail;
    this.fields = extra.fields;
    this.code = extra.code;
    this.headers = extra.headers;
  }
}

export const notFound = (detail = 'Não encontramos o que você procura.') => new Refusal(404, detail);
export const forbidden = (detail = 'Você não tem permissão para isso.') => new Refusal(403, detail);
export const conflict = (detail: string, code?: string) => new Refusal(409, detail, { code });
export const refused = (detail: string, fields?: Record<string, string>) => new Refusal(400, detail, { fields });
export const invalid = (detail: string, fields?: Record<string, string>) => new Refusal(422, detail, { fields });
/** @param seconds until another try is allowed; the sentence says it too. */
export const tooMany = (seconds: number, detail = `Muitas tentativas. Tente de novo em ${formatWait(seconds)}.`) =>
  new Refusal(429, detail, { headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } });
export const unavailable = (detail = 'Serviço indisponível no momento. Tente de novo em instantes.') =>
  new Refusal(503, detail, { headers: { 'retry-after': '5' } });
