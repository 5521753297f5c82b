import type { ManagedPromo, PromoValues } from '#lib/contract/promo.schema.ts';
import { uploadPromoPicture } from '#lib/contract/promo.ts';
import { routes } from '#lib/routes.ts';
import { afterStep, knownValues, type ListStep } from '#lib/rules/promo/page-draft.ts';
import { pageLists, pageParts } from '#lib/rules/promo/page-fields.ts';
import { instantAt } from '#lib/rules/time/instants.ts';
import { promoPanelWords } from '#lib/words/promo-panel.ts';
import { pictureOf } from '../file.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';

const STEP = /^(mais|menos|sobe|desce):([a-z_.]+?)(?:\.(\d))?$/;

/** The action of a list’s button, by its name: `sobe:turmas.1`. */
function stepOf(acao: string) {
  const [, step, name, place] = STEP.exec(acao) ?? [];
  const list = pageLists.find((each) => each.name === name);
  return list ? { list, step: step as ListStep, place: Number(place ?? 0) } : null;
}

/** The open parts of the editor, plus the part of the list. */
function openedAfter({ abertas = '' }: Sent['values'], list: string | undefined): string {
  const part = pageParts.find(({ lists }) => lists.some(({ name }) => name === list))?.key;
  return openParts([abertas, part ?? ''].join(' ')).join(' ');
}

/** Parts of the editor that a text lists. */
export const openParts = (text: string): string[] => {
  const named = text.split(' ');
  return pageParts.flatMap(({ key }) => (named.includes(key) ? [key] : []));
};

/** Saves the typed values. @returns the revision of the draft. @throws ApiError 409 if somebody else changed it */
async function save({ api, values }: Sent, pagina: string, change = (typed: PromoValues) => typed): Promise<number> {
  const body = { revisao: Number(values.revisao) || 0, valores: change(knownValues(values)) };
  return (await api.promo.savePromoDraft({ pagina, ...body })).revisao;
}

function momentOf({ publica_dia: day, publica_hora: clock }: Sent['values'], timeZone: string): string {
  if (!day) return refuse({ publica_dia: promoPanelWords.dayMissing });
  if (!clock) return refuse({ publica_hora: promoPanelWords.clockMissing });
  return instantAt(day, clock, timeZone) ?? refuse({ publica_dia: promoPanelWords.momentWrong });
}

/** The actions of a page’s editor. Each saves the typed values first. @param timeZone of its instants */
export function promoForms(pagina: string, timeZone: string): Record<string, Verb> {
  const to = (feito: string, partes = '') => routes.manager.promo(pagina, { feito, partes });
  const publish = async (sent: Sent, publica_em?: string) => {
    const revisao = await save(sent, pagina);
    await sent.api.promo.publishPromo({ pagina, revisao, ...(publica_em && { publica_em }) });
  };
  return {
    ver: async (sent) => {
      await save(sent, pagina);
      return routes.manager.promoView(pagina);
    },
    publicar: async (sent) => {
      await publish(sent);
      return to('publicada');
    },
    agendar: async (sent) => {
      await publish(sent, momentOf(sent.values, timeZone));
      return to('agendada');
    },
    descartar: async ({ api, values }) => {
      await api.promo.discardPromoDraft({ pagina, revisao: Number(values.revisao) || 0 });
      return to('descartada');
    },
    voltar: async ({ api, values: { id = '' } }) => {
      await api.promo.restorePromo({ id });
      return to('voltou');
    },
    cancelar: async ({ api, values: { id = '' } }) => {
      await api.promo.cancelPromo({ id });
      return to('cancelada');
    },
    imagem: async (sent) => {
      await sent.api(uploadPromoPicture, { params: { pagina }, body: pictureOf(sent) });
      return `${to('imagem', 'fotos')}#fotos`;
    },
    outra: async (sent) => {
      const step = stepOf(sent.acao);
      await save(sent, pagina, (typed) => (step ? afterStep(typed, step.list, step.step, step.place) : typed));
      return to('salvo', openedAfter(sent.values, step?.list.name)) + (step ? `#${step.list.name}` : '');
    },
  };
}

/** The result of the last action, in words. */
export const doneWords = ({ problemas }: Pick<ManagedPromo, 'problemas'>): Readonly<Record<string, string>> => {
  const wrong = Object.keys(problemas).length;
  return {
    salvo: wrong > 0 ? promoPanelWords.savedWrong(wrong) : promoPanelWords.saved,
    publicada: 'Publicado: os visitantes já veem a página nova.',
    agendada: 'Publicação agendada.',
    descartada: 'Rascunho descartado. Os textos dele ficam no histórico da equipe.',
    voltou: 'A página voltou à versão anterior, e os visitantes já a veem.',
    cancelada: 'Agendamento cancelado.',
    imagem: 'Foto acrescentada ao rascunho. Descreva o que ela mostra.',
  };
};
