import { type Failure, failureOf } from '#lib/api/part.ts';
import type { PasskeyAnswer, Reauthentication } from '#lib/contract/auth-factors.schema.ts';
import type { PageApi } from '#lib/page/page-session.ts';
import type { ReauthenticationRequest } from '#lib/rules/people/reauthentication.ts';

/** Field names of the re-authentication, which no form of a page uses. */
export const reauthenticationNames = { senha: 'prova_senha', codigo: 'prova_codigo', chave: 'prova_chave' } as const;

/** Parses a passkey’s response from a script. Invalid text counts as absent. */
export function passkeyOf(text: FormDataEntryValue | null): PasskeyAnswer | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    return JSON.parse(text) as PasskeyAnswer;
  } catch {
    return undefined;
  }
}

/** Removes the credentials from a form, so that no verb sees them. @returns null if the form has none */
function takeReauthentication(form: FormData): Reauthentication | null {
  const [senha, codigo, chave] = Object.values(reauthenticationNames).map((name) => form.get(name));
  if (senha === null && codigo === null && chave === null) return null;
  for (const name of Object.values(reauthenticationNames)) form.delete(name);
  return {
    ...(typeof senha === 'string' && { senha }),
    ...(typeof codigo === 'string' && { codigo }),
    chave: passkeyOf(chave ?? null),
  };
}

/**
 * Re-authenticates the sender before the form does anything. @returns the form to show again if the credentials are wrong
 */
export async function reauthenticatedOr(api: PageApi, form: FormData): Promise<ReauthenticationRequest | null> {
  const reauthentication = takeReauthentication(form);
  if (reauthentication === null) return null;
  try {
    await api.auth.reauthenticate(reauthentication);
    return null;
  } catch (error) {
    return reauthenticationAfter(form, failureOf(error));
  }
}

/** The form to send again; files are left out, because no form with files needs re-authentication. */
export const reauthenticationAfter = (form: FormData, failure: Failure | null): ReauthenticationRequest => ({
  fields: [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  problem: failure && (failure.detail || 'Não conseguimos confirmar. Tente de novo.'),
});
