import { z } from 'zod';
import { type ServiceLimits, serviceLimits } from '#lib/rules/time/service-limits.ts';

export interface Address {
  cep: string;
  street: string;
  district: string;
  city: string;
  state: string;
  ibge?: string;
}

/** Asks a public address service. @returns null for an unknown code. @throws if it does not answer in time. */
export interface PostalCodePort {
  find(cep: string): Promise<Address | null>;
}

const Answer = z.object({
  erro: z.union([z.boolean(), z.string()]).optional(),
  logradouro: z.string().max(160).default(''),
  bairro: z.string().max(80).default(''),
  localidade: z.string().max(80).default(''),
  uf: z.string().max(2).default(''),
  ibge: z.string().max(10).optional(),
});

/** @param baseUrl a service that answers like ViaCEP: `{baseUrl}/{cep}/json/`. */
export function publicPostalCodes(
  baseUrl: string,
  { silenceMs }: ServiceLimits = serviceLimits.postalCodes,
): PostalCodePort {
  return {
    async find(cep) {
      const response = await fetch(`${baseUrl}/${cep}/json/`, {
        signal: AbortSignal.timeout(silenceMs),
        redirect: 'error',
      });
      if (response.status === 404 || response.status === 400) return null;
      if (!response.ok) throw new Error(`postal code service answered ${response.status}`);
      const answer = Answer.parse(await response.json());
      if (answer.erro) return null;
      return {
        cep,
        street: answer.logradouro,
        district: answer.bairro,
        city: answer.localidade,
        state: answer.uf,
        ibge: answer.ibge,
      };
    },
  };
}
