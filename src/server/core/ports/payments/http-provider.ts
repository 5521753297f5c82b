import { z } from 'zod';
import { readMessage } from './message.ts';
import { type CardOrder, type ChargeState, type PaymentProvider, ProviderSilent } from './provider.ts';
import { checkSignature, SIGNATURE_HEADER } from './signature.ts';

interface HttpProviderOptions {
  /** The provider's address, without a final slash. */
  url: string;
  /** Sent as bearer. */
  key: string;
  /** Signs the provider's messages to us. */
  webhookSecret: string;
  timeoutMs: number;
  receiver: PaymentProvider['receiver'];
}

const State = z.object({
  status: z.enum(['pendente', 'paga', 'recusada', 'expirada']),
  paid_at: z.iso.datetime().nullish(),
  reason: z
    .enum([
      'saldo_insuficiente',
      'nao_autorizado',
      'cartao_vencido',
      'cvv_invalido',
      'cartao_bloqueado',
      'limite_de_tentativas',
      'suspeita_de_fraude',
      'nao_processado',
    ])
    .catch('nao_autorizado')
    .nullish(),
  brand: z.string().max(20).nullish(),
  last4: z
    .string()
    .regex(/^\d{4}$/)
    .nullish(),
  authorization: z.string().max(40).nullish(),
  nsu: z.string().max(40).nullish(),
  paid_amount: z.int().min(0).nullish(),
  returned: z
    .array(
      z.object({
        amount: z.int().min(1),
        at: z.iso.datetime().nullish(),
        refund: z.string().max(40).nullish(),
        reason: z.enum(['fraud', 'dispute']).nullish().catch(null),
      }),
    )
    .nullish(),
});
const Pix = z.object({ code: z.string().min(20).max(512) });

/**
 * A payment service behind the protocol of docs/payments.md: JSON over HTTPS, with our reference in the address, so that a
 * repeated request never charges again. An unclear answer counts as no answer: we query the charge later.
 */
export function httpProvider({ url, key, webhookSecret, timeoutMs, receiver }: HttpProviderOptions): PaymentProvider {
  async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause) => {
      throw new ProviderSilent(`${method} got no answer`, { cause });
    });
    if (answer.status === 404) return null;
    const value = await answer.json().catch(() => undefined);
    if (!answer.ok || value === undefined) throw new ProviderSilent(`${method} was answered with ${answer.status}`);
    return value;
  }
  const charge = (reference: string) => `/charges/${encodeURIComponent(reference)}`;
  return {
    name: 'http',
    receiver,
    methods: ['pix', 'cartao'],
    async createPix({ reference, amount, description, expiresAt }) {
      const body = { kind: 'pix', amount, description, expires_at: expiresAt.toISOString() };
      return read(Pix, await ask('PUT', charge(reference), body));
    },
    async chargeCard(order) {
      return stateOf(read(State, await ask('PUT', charge(order.reference), cardBody(order))));
    },
    async find(reference) {
      const answer = await ask('GET', charge(reference));
      return answer === null ? null : stateOf(read(State, answer));
    },
    async refund({ reference, charge: of, amount }) {
      const answer = await ask('PUT', `${charge(of)}/refunds/${encodeURIComponent(reference)}`, { amount });
      if (answer === null) throw new ProviderSilent('The charge to refund is unknown there');
    },
    readEvent(body, headers, now) {
      checkSignature([webhookSecret], body, headers.get(SIGNATURE_HEADER), now);
      return readMessage(body);
    },
    async *tryOut() {
      const what = 'consulta a uma cobrança que não existe (GET /charges)';
      yield await ask('GET', charge('TESTEDECONFIGURACAO')).then(
        (answer) => ({ what, problem: answer === null ? null : 'O serviço devia responder 404.' }),
        (error: Error) => ({ what, problem: error.message }),
      );
    },
  };
}

const cardBody = ({ amount, installments, description, cpf, card, token }: CardOrder) => ({
  kind: 'card',
  amount,
  installments,
  description,
  cpf,
  ...(token ? { token } : { card }),
});

function read<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ProviderSilent(`The answer breaks the protocol: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

const stateOf = (state: z.output<typeof State>): ChargeState => ({
  status: state.status,
  paidAt: state.paid_at ? new Date(state.paid_at) : undefined,
  reason: state.reason ?? undefined,
  brand: state.brand ?? undefined,
  last4: state.last4 ?? undefined,
  authorization: state.authorization ?? undefined,
  nsu: state.nsu ?? undefined,
  received: state.paid_amount ?? undefined,
  returned: state.returned?.map(({ amount, at, refund, reason }) => ({
    amount,
    at: at ? new Date(at) : undefined,
    refund: refund ?? undefined,
    reason: reason ? reasons[reason] : undefined,
  })),
});

const reasons = { fraud: 'fraude', dispute: 'contestado' } as const;
