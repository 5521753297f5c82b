import type { TripInput } from '#lib/contract/abroad.schema.ts';
import { hundredthsOf } from '#lib/format/typed-amount.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import { abroadMessages } from '#lib/words/abroad.ts';
import { formWords } from '#lib/words/forms.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';

/** A trip as its school sees it. */
export type SchoolTrip = AnswerOf<'abroad.getSchoolTrip'>;

/** A decision of the staff about one document, or about the request. */
export const decide =
  (id: string): Verb =>
  async ({ api, values: { documento, resultado, motivo } }) => {
    if ((resultado === 'recusado' || resultado === 'recusada') && !motivo)
      refuse({ motivo: abroadMessages.reasonMissing });
    if (documento) {
      const body = { resultado: resultado as 'aceito' | 'recusado', ...(motivo && { motivo }) };
      await api.abroad.reviewDocument({ id: documento, ...body });
    } else {
      const body = { resultado: resultado as 'em_analise' | 'aprovada' | 'recusada', ...(motivo && { motivo }) };
      await api.abroad.decideRequest({ id, ...body });
    }
    return routes.manager.abroadRequest(id, { feito: '1' });
  };

/** How a document is asked for by a trip, as the form says it. */
const needs: Readonly<Record<string, boolean>> = { obrigatorio: true, opcional: false };

/** What the form of a trip says. @throws ApiError as the server would, for what is no number */
function tripOf(texts: Sent['values']): TripInput {
  const numbers = { idade_minima: wholeOf(texts.idade_minima), vagas: wholeOf(texts.vagas) };
  const preco = hundredthsOf(texts.preco_minor ?? '');
  const wrong: Record<string, string> = {};
  for (const [name, value] of Object.entries(numbers)) {
    if (value === null || Number.isNaN(value)) wrong[name] = formWords.wholeMissing;
  }
  if (preco === null) wrong.preco_minor = abroadMessages.amountMissing;
  if (Object.keys(wrong).length > 0) refuse(wrong);
  const named = (start: string) =>
    Object.entries(texts).flatMap(([name, value]): [string, string][] =>
      name.startsWith(start) ? [[name.slice(start.length), value]] : [],
    );
  return {
    nome: texts.nome ?? '',
    destino: texts.destino ?? '',
    escola_parceira: texts.escola_parceira ?? '',
    descricao: texts.descricao ?? '',
    imagem: texts.imagem as TripInput['imagem'],
    inicio: texts.inicio ?? '',
    fim: texts.fim ?? '',
    inscricoes_ate: texts.inscricoes_ate ?? '',
    idade_minima: numbers.idade_minima ?? 0,
    vagas: numbers.vagas ?? 0,
    preco_minor: preco ?? 0,
    moeda: texts.moeda as TripInput['moeda'],
    // Browsers send CR LF, which is not what was kept.
    inclui: (texts.inclui ?? '').replaceAll('\r\n', '\n'),
    regras: (texts.regras ?? '').replaceAll('\r\n', '\n'),
    livros: named('livro_').map(([id]) => Number(id)),
    documentos: named('doc_').flatMap(([tipo, need]) =>
      need in needs
        ? [{ tipo: tipo as TripInput['documentos'][number]['tipo'], obrigatorio: needs[need] === true }]
        : [],
    ),
  };
}

/** Makes a trip as its form says it. */
export const makeTrip: Verb = async ({ api, values, key }) => {
  const { id } = await api.abroad.createTrip(tripOf(values), key);
  return routes.manager.abroadTrip(id, { feito: 'criada' });
};

/** The forms of a trip: what it is, and whether it can be seen. */
export const tripForms = (id: string): Readonly<Record<string, Verb>> => ({
  salvar: async ({ api, values }) => {
    await api.abroad.updateTrip({ id, ...tripOf(values), versao: Number(values.versao) });
    return routes.manager.abroadTrip(id, { feito: 'salvar' });
  },
  estado: async ({ api, values: { estado, versao } }) => {
    await api.abroad.setTripState({ id, estado: estado as 'publicada', versao: Number(versao) });
    return routes.manager.abroadTrip(id, { feito: 'estado' });
  },
});
