import { routes } from '#lib/routes.ts';
import type { Verb } from '../submit.ts';

/** The forms of the teacher's own sentences. */
export const phraseForms: Record<string, Verb> = {
  guardar: async ({ api, values: { texto = '' } }) => {
    await api.teaching.addPhrase({ texto });
    return routes.teacher.phrases({ feito: 'guardar' });
  },
  mudar: async ({ api, values: { id = '', texto = '' } }) => {
    await api.teaching.updatePhrase({ id, texto });
    return routes.teacher.phrases({ feito: 'mudar' });
  },
  apagar: async ({ api, values: { id = '' } }) => {
    await api.teaching.removePhrase({ id });
    return routes.teacher.phrases({ feito: 'apagar' });
  },
};
