import { addCorrection } from '#lib/contract/teaching.ts';
import { routes } from '#lib/routes.ts';
import { markOf, WrongMark } from '#lib/rules/teaching/typed-mark.ts';
import { correctionRule } from '#lib/rules/teaching/work-kinds.ts';
import { workWords } from '#lib/words/teaching-work.ts';
import { fileOf } from '../file.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';

/** A typed mark; null for an empty field. @throws ApiError by its field */
export function typedMark(text: string, max: number, field: string): number | null {
  const mark = markOf(text, max);
  return mark instanceof WrongMark ? refuse({ [field]: mark.words }) : mark;
}

/** How forms of work name the fields of their operations. */
export const workNames = {
  otherwise: workWords.notStored,
  nameOf: (field: string) => ({ texto: 'comentario' })[field] ?? field,
};

interface Opened {
  /** The next submission is from this class only. */
  turma: string | undefined;
  proximo: number | null;
  /** The highest mark. */
  max: number;
}

/** The forms of one submission. */
export function correctionForms(
  id: string,
  { turma, proximo, max }: Opened,
): Record<string, Verb<Readonly<Record<string, string>>>> {
  const here = (feito: string) => routes.teacher.handedIn(id, { turma, feito });
  const correct = async ({ api, values }: Sent) => {
    const body = { nota: typedMark(values.nota ?? '', max, 'nota'), comentario: values.comentario };
    await api.teaching.correctWork({ id, ...body });
  };
  return {
    salvar: async (sent) => {
      await correct(sent);
      return here('salva');
    },
    proximo: async (sent) => {
      await correct(sent);
      return proximo === null
        ? routes.teacher.inbox({ turma, feito: 'tudo' })
        : routes.teacher.handedIn(proximo, { turma, feito: 'salva' });
    },
    devolver: async ({ api, values: { comentario = '' } }) => {
      if (comentario === '') refuse({ comentario: workWords.noReason });
      await api.teaching.returnWork({ id, comentario });
      return routes.teacher.inbox({ turma, feito: 'devolvida' });
    },
    frase: async ({ api, values }) => {
      const texto = values.comentario ?? '';
      if (texto === '') refuse({ comentario: workWords.noPhrase });
      await api.teaching.addPhrase({ texto });
      return { done: values };
    },
    arquivo: async (sent) => {
      await sent.api(addCorrection, { params: { id }, body: fileOf(sent, correctionRule) });
      return here('arquivo');
    },
    tirar: async ({ api, values: { n = '' } }) => {
      await api.teaching.removeCorrection({ id, n });
      return here('tirado');
    },
  };
}
