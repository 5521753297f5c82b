import type { Answered } from '#lib/api/asked.ts';
import { type CallName, schemaOf } from '#lib/contract/index.schema.ts';
import { refusal } from '../gateway/gateway.ts';

/** The refusal (422) of a body that does not fit its call, for what is worked out here and not by a host. */
export const wrongBody = (name: CallName, body: unknown): Answered | undefined =>
  schemaOf(name).body?.safeParse(body).success === false ? refusal(422, WRONG_INPUT) : undefined;

export const WRONG_INPUT = 'Confira os dados enviados.';
