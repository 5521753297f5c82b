import { ApiError, type Client } from '#lib/api/client.ts';
import type { TripInput } from '#lib/contract/abroad.schema.ts';
import { createTrip, decideRequest, reviewDocument, setTripState, updateTrip } from '#lib/contract/abroad.ts';
import type { RefusedDecision } from '#lib/rules/abroad/draft-form.ts';
import { hundredthsOf } from '#lib/rules/exchange/quote-form.ts';
import { type RefusedForm, wholeOf } from '#lib/rules/forms/refused-form.ts';
import { abroadMessages } from '#lib/words/abroad.ts';
import { formWords } from '#lib/words/forms.ts';
import { attempt, type Texts } from '../attempt.ts';

/** Takes the staff's decision about one document, or about the request. @returns null once it is stored */
export async function takeDecision(api: Client, id: string, form: FormData): Promise<RefusedDecision | null> {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const [documento, resultado, motivo] = [text('documento'), text('resultado'), text('motivo')];
  const where = documento ? `documento:${documento}` : 'pedido';
  if ((resultado === 'recusado' || resultado === 'recusada') && !motivo) {
    return { problem: abroadMessages.reasonMissing, where, motivo };
  }
  try {
    if (documento) {
      const body = { resultado: resultado as 'aceito' | 'recusado', ...(motivo && { motivo }) };
      await api(reviewDocument, { params: { id: documento }, body });
    } else {
      const body = { resultado: resultado as 'em_analise' | 'aprovada' | 'recusada', ...(motivo && { motivo }) };
      await api(decideRequest, { params: { id }, body });
    }
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: error.detail || abroadMessages.notDecided, where, motivo };
  }
}

/** How a trip asks for a document, in the values of the form. */
const needs: Readonly<Record<string, boolean>> = { obrigatorio: true, opcional: false };

/** The values in the form of a trip. @throws ApiError as the server would, for a text that is no number */
function tripOf(texts: Texts): TripInput {
  const numbers = { idade_minima: wholeOf(texts.idade_minima), vagas: wholeOf(texts.vagas) };
  const preco = hundredthsOf(texts.preco_minor ?? '');
  const wrong: Record<string, string> = {};
  for (const [name, value] of Object.entries(numbers)) {
    if (value === null || Number.isNaN(value)) wrong[name] = formWords.wholeMissing;
  }
  if (preco === null) wrong.preco_minor = abroadMessages.amountMissing;
  if (Object.keys(wrong).length > 0) throw new ApiError(422, { fields: wrong });
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
    // Browsers send CR LF, but the stored text has LF.
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

/** Saves the form of a trip. @param id null makes a new trip */
export async function saveTrip(api: Client, id: string | null, form: FormData): Promise<{ id: number } | RefusedForm> {
  let saved = 0;
  const refused = await attempt(form, async (texts) => {
    const trip = tripOf(texts);
    const answer =
      id === null
        ? await api(createTrip, { body: trip }, { idempotencyKey: texts.chave ?? '' })
        : await api(updateTrip, { params: { id }, body: { ...trip, versao: Number(texts.versao) } });
    saved = answer.id;
  });
  return refused ?? { id: saved };
}

/** Publishes a trip, or ends its registration. */
export const moveTrip = (api: Client, id: string, form: FormData): Promise<RefusedForm | null> =>
  attempt(form, ({ estado, versao }) =>
    api(setTripState, { params: { id }, body: { estado: estado as 'publicada', versao: Number(versao) } }),
  );
