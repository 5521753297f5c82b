import { isDeepStrictEqual } from 'node:util';
import { PromoPage } from '#content/promo-page.schema.ts';
import type { PromoValues } from '#lib/contract/promo.schema.ts';
import { sourceOf } from '#lib/rules/promo/page-draft.ts';
import type { PromoSection } from '#lib/rules/promo/page-fields.ts';
import type { FirstVersion } from './first-versions.ts';

/** Validates the fields of an editor. `problems`: messages by field. */
export function checkValues(values: PromoValues, { fixed }: FirstVersion) {
  const result = PromoPage.safeParse(sourceOf(values, fixed));
  if (result.success) return { page: result.data, problems: {} };
  const problems: Record<string, string> = {};
  for (const { path, message } of result.error.issues) problems[path.join('.')] ??= message;
  return { page: null, problems };
}

const same = (one: unknown, other: unknown) => isDeepStrictEqual(one, other);
const without = <T>(items: readonly T[], madeUp: readonly T[]): T[] =>
  items.filter((item) => !madeUp.some((each) => same(each, item)));

/** A page without invented texts that were not replaced. */
function withoutMadeUp(page: PromoPage, first: PromoPage) {
  const is = (part: NonNullable<PromoPage['demo']>[number]) => first.demo?.includes(part) === true;
  const { prova, roteiro, turmas, perguntas, preco, incluido, nao_incluido } = page;
  return {
    turmas: is('turmas') ? without(turmas, first.turmas) : turmas,
    preco: is('preco') && same(preco, first.preco) ? null : preco,
    incluido: is('incluido') && same(incluido, first.incluido) ? [] : incluido,
    nao_incluido: is('incluido') && same(nao_incluido, first.nao_incluido) ? [] : nao_incluido,
    numeros: is('numeros') ? without(prova.numeros, first.prova.numeros) : prova.numeros,
    depoimentos: is('depoimentos') ? without(prova.depoimentos, first.prova.depoimentos) : prova.depoimentos,
    etapas: is('roteiro') ? without(roteiro.etapas, first.roteiro.etapas) : roteiro.etapas,
    perguntas: is('perguntas') ? without(perguntas, first.perguntas) : perguntas,
  };
}

/** Lists and fields with unchanged invented texts, by the editor's names. */
export function madeUpIn(page: PromoPage, { page: first }: FirstVersion): string[] {
  const real = withoutMadeUp(page, first);
  const names: [string, boolean][] = [
    ['turmas', real.turmas.length < page.turmas.length],
    ['preco', real.preco === null],
    ['incluido', real.incluido.length === 0],
    ['nao_incluido', real.nao_incluido.length === 0],
    ['prova.numeros', real.numeros.length < page.prova.numeros.length],
    ['prova.depoimentos', real.depoimentos.length < page.prova.depoimentos.length],
    ['roteiro.etapas', real.etapas.length < page.roteiro.etapas.length],
    ['perguntas', real.perguntas.length < page.perguntas.length],
  ];
  return names.flatMap(([name, isMadeUp]) => (isMadeUp ? [name] : []));
}

/**
 * A page as visitors see it. Hidden and invented parts are left out: such a list is empty, such a price null.
 *
 * @param isDemo keeps invented parts
 */
export function presentPage(page: PromoPage, { pagina, page: first }: FirstVersion, isDemo: boolean) {
  const { prova, fotos = [], whatsapp, ocultas = [], roteiro, demo, ...rest } = page;
  const { preco, incluido, nao_incluido, turmas, perguntas, etapas, ...evidence } = isDemo
    ? { ...page, ...prova, etapas: roteiro.etapas }
    : withoutMadeUp(page, first);
  const shown = <T>(section: PromoSection, value: T, hidden: T): T => (ocultas.includes(section) ? hidden : value);
  return {
    ...rest,
    pagina,
    turmas: shown('turmas', turmas, []),
    preco: shown('preco', preco, null),
    incluido: shown('preco', incluido, []),
    nao_incluido: shown('preco', nao_incluido, []),
    prova: {
      titulo: prova.titulo,
      numeros: shown('numeros', evidence.numeros, []),
      depoimentos: shown('depoimentos', evidence.depoimentos, []),
    },
    fotos: shown('fotos', fotos, []),
    roteiro: { ...roteiro, etapas: shown('roteiro', etapas, []) },
    perguntas: shown('perguntas', perguntas, []),
    /** The page's own number, used instead of those of the units; ten or eleven digits. */
    whatsapp: whatsapp ?? null,
    /** Whether the page offers a chat at all. */
    tem_whatsapp: shown('whatsapp', true, false),
  };
}
