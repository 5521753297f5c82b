import type { AsaasClient } from './asaas-client.ts';
import { Customers, Payments, PixKeys, read, Webhooks } from './asaas-shapes.ts';
import { ProviderSilent, type Trial } from './provider.ts';

/** Makes only the requests that read. Requests that write need a payer, so the first charge tests them. */
export async function* tryOutAsaas(client: AsaasClient): AsyncGenerator<Trial> {
  const trials: [what: string, ask: () => Promise<string | null>][] = [
    [
      'clientes (GET /customers)',
      async () => {
        read(Customers, await client('GET', '/customers?limit=1'), 'GET customers');
        return null;
      },
    ],
    [
      'cobranças (GET /payments)',
      async () => {
        read(Payments, await client('GET', '/payments?limit=1'), 'GET payments');
        return null;
      },
    ],
    [
      'chave Pix da conta (GET /pix/addressKeys)',
      async () => {
        const { data } = read(PixKeys, await client('GET', '/pix/addressKeys?limit=100'), 'GET addressKeys');
        return data.some(({ status }) => status === 'ACTIVE') ? null : 'A conta não tem uma chave Pix ativa: crie uma.';
      },
    ],
    [
      'avisos (GET /webhooks)',
      async () => {
        const { data } = read(Webhooks, await client('GET', '/webhooks?limit=100'), 'GET webhooks');
        if (data.length === 0) return 'Nenhum endereço recebe avisos: use registrar-avisos.';
        return data.some(({ interrupted }) => interrupted)
          ? 'A fila de avisos está parada: use registrar-avisos, que a liga de novo.'
          : null;
      },
    ],
  ];
  for (const [what, ask] of trials) {
    try {
      yield { what, problem: await ask() };
    } catch (error) {
      if (!(error instanceof ProviderSilent)) throw error;
      yield { what, problem: error.message };
    }
  }
}
