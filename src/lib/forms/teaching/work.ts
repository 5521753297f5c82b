import { addCorrection } from '#lib/contract/teaching.ts';
import type { WorkInput } from '#lib/contract/teaching-work.schema.ts';
import { routes } from '#lib/routes.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import { markOf, WrongMark } from '#lib/rules/teaching/typed-mark.ts';
import { correctionRule } from '#lib/rules/teaching/work-kinds.ts';
import { instantAt } from '#lib/rules/time/instants.ts';
import { workWords } from '#lib/words/teaching-work.ts';
import { fileOf } from '../file.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';

type Values = Sent['values'];

/** A mark as it was typed; null for none. @throws ApiError by its field */
export function typedMark(text: string, most: number, field: string): number | null {
  const mark = markOf(text, most);
  return mark instanceof WrongMark ? refuse({ [field]: mark.words }) : mark;
}

/** The highest mark that any work may have. */
const MAX_MARK = 1000;

function deadlineOf({ dia = '', hora = '' }: Values, zone: string): string | null {
  if (dia === '') return hora === '' || hora === '23:59' ? null : refuse({ dia: workWords.noDay });
  return instantAt(dia, hora || '23:59', zone) ?? refuse({ dia: workWords.noDay });
}

const workOf = (values: Values, zone: string): WorkInput => ({
  titulo: values.titulo ?? '',
  descricao: values.descricao ?? '',
  tipo: values.tipo as WorkInput['tipo'],
  prazo: deadlineOf(values, zone),
  unidade_id: wholeOf(values.unidade_id),
  nota_maxima: typedMark(values.nota_maxima ?? '', MAX_MARK, 'nota_maxima') ?? 10,
  vale_pontos: values.vale_pontos === 'sim',
});

/** How forms of work name the fields of their operations. */
export const workNames = {
  otherwise: workWords.notKept,
  nameOf: (field: string) => ({ prazo: 'dia', texto: 'comentario' })[field] ?? field,
};

/** The form of new work of a class. @param zone of its unit */
export const newWorkForm =
  (turmaId: string, zone: string): Verb =>
  async ({ api, values }) => {
    await api.teaching.createWork({ id: turmaId, ...workOf(values, zone) });
    return routes.teacher.work(turmaId, { feito: 'criada' });
  };

/** The forms of known work. @param turmaId of its class */
export const workForms = (id: string, turmaId: number, zone: string): Record<string, Verb> => ({
  apagar: async ({ api }) => {
    await api.teaching.removeWork({ id });
    return routes.teacher.work(turmaId, { feito: 'apagada' });
  },
  copiar: async ({ api, values }) => {
    const turma_id = wholeOf(values.turma_id) ?? refuse({ turma_id: workWords.noClass });
    const body = { turma_id, prazo: deadlineOf({ dia: values.dia_copia ?? '', hora: values.hora_copia ?? '' }, zone) };
    await api.teaching.copyWork({ id, ...body });
    return routes.teacher.work(turma_id, { feito: 'copiada' });
  },
  outra: async ({ api, values }) => {
    await api.teaching.updateWork({ id, ...workOf(values, zone) });
    return routes.teacher.work(turmaId, { feito: 'mudada' });
  },
});

interface Opened {
  /** Only work of this class comes next. */
  turma: string | undefined;
  proximo: number | null;
  /** The highest mark. */
  most: number;
}

/** The forms of one piece of handed-in work. */
export function correctionForms(
  id: string,
  { turma, proximo, most }: Opened,
): Record<string, Verb<Readonly<Record<string, string>>>> {
  const here = (feito: string) => routes.teacher.handedIn(id, { turma, feito });
  const correct = async ({ api, values }: Sent) => {
    const body = { nota: typedMark(values.nota ?? '', most, 'nota'), comentario: values.comentario };
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
