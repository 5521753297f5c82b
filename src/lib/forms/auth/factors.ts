import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import type { SafePath } from '#lib/rules/routes/next-path.ts';
import type { Verb } from '../submit.ts';
import { passkeyOf } from './reauthentication.ts';

/** The next step of the page of the second factor: an app to connect, codes to note, or a passkey to use. */
export interface FactorStep {
  app?: AnswerOf<'auth.startCode'>;
  codes?: readonly string[];
  isKeyNext?: true;
}

/** @param next the requested page, remembered until the codes are noted */
export const factorForms = (next: SafePath | null): Readonly<Record<string, Verb<FactorStep>>> => {
  const done = (feito: string) => routes.profile.factor({ feito, next });
  const added = (codes: readonly string[] | null) => (codes ? { done: { codes } } : done('adicionado'));
  return {
    app: async ({ api }) => ({ done: { app: await api.auth.startCode() } }),
    confirmar: async ({ api, values: { codigo = '', nome = '' } }) => {
      const { codigos } = await api.auth.confirmCode({ codigo, nome: nome || 'Aplicativo de códigos' });
      return added(codigos);
    },
    chave: async ({ api, form, values: { nome = '' } }) => {
      const chave = passkeyOf(form.get('chave'));
      // Without a passkey from the script, the form only asks for the re-authentication that a new passkey needs.
      if (!chave) {
        await api.auth.beginPasskey();
        return { done: { isKeyNext: true } };
      }
      const { codigos } = await api.auth.addPasskey({ chave, nome: nome || 'Chave de acesso' });
      return added(codigos);
    },
    nomear: async ({ api, values: { fator = '', nome = '' } }) => {
      await api.auth.renameFactor({ id: fator, nome });
      return done('nome');
    },
    remover: async ({ api, values: { fator = '' } }) => {
      await api.auth.removeFactor({ id: fator });
      return done('removido');
    },
    codigos: async ({ api }) => ({ done: { codes: (await api.auth.renewRecoveryCodes()).codigos } }),
  };
};
