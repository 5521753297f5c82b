import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PromoPage } from '../../../../../src/content/promo-page.schema.ts';
import {
  afterStep,
  changesOf,
  knownValues,
  nameInWords,
  sourceOf,
  valuesOf,
} from '../../../../../src/lib/rules/promo/page-draft.ts';
import { pageLists } from '../../../../../src/lib/rules/promo/page-fields.ts';
import { contentFolder, readYaml } from '../../../../../src/server/core/content/read-yaml.ts';
import { firstVersions } from '../../../../../src/server/school/promo/first-versions.ts';
import { checkValues, madeUpIn, presentPage } from '../../../../../src/server/school/promo/shown-page.ts';
import { promoSource } from '../../../../support/promo-page.ts';

const listNamed = (name: string) => {
  const found = pageLists.find((list) => list.name === name);
  if (!found) throw new Error(`no list ${name}`);
  return found;
};
const turmas = listNamed('turmas');
const [orlando] = firstVersions().filter(({ pagina }) => pagina === 'knn-orlando');
if (!orlando) throw new Error('the page is there');

describe('PROMO-03 a promotional page in its editor', () => {
  it.each(firstVersions())(
    'the editor returns $pagina with the same values as its file',
    ({ pagina, page, values, fixed }) => {
      const source = sourceOf(values, fixed);
      expect(PromoPage.parse(source)).toEqual({ ...page, demo: undefined, fotos: [] });
      const { demo: _, ...written } = readYaml(
        contentFolder,
        `promo/${pagina}.yaml`,
        z.record(z.string(), z.unknown()),
      );
      expect(source).toEqual({ ...written, fotos: [] });
    },
  );

  it.each(firstVersions())('every list of $pagina counts as an example until the school changes it', (first) => {
    const fields = Object.keys(first.values);
    const written = pageLists
      .map(({ name }) => name)
      .filter((name) => fields.some((each) => each.startsWith(`${name}.0`)));
    expect(written).toContain('roteiro.etapas');
    expect(madeUpIn(first.page, first)).toEqual(expect.arrayContaining(written));
  });

  it('prices, days and telephones are read as people write them', () => {
    const values = {
      ...valuesOf(promoSource()),
      'preco.a_partir_de': '18.900,50',
      'preco.cambio': 'sim',
      whatsapp: '+55 (19) 99123-4567',
    };
    const page = PromoPage.parse(sourceOf(values, orlando.fixed));
    expect(page.preco).toMatchObject({ a_partir_de: 1_890_050, cambio: true });
    expect(page.whatsapp).toBe('19991234567');
    expect(page.turmas[0]?.inicio).toBe('2027-07-03');
  });

  it.each([
    ['promessa', '', 'promessa', 'Falta este texto'],
    ['promessa', 'curta', 'promessa', 'no mínimo 10'],
    ['turmas.0.fim', '01/07/2027', 'turmas.0.fim', 'antes do início'],
    ['turmas.1.restam', '41', 'turmas.1.restam', 'mais vagas'],
    ['turmas.0.vagas', 'muitas', 'turmas.0.vagas', 'de 1 a 500'],
    ['preco.a_partir_de', 'barato', 'preco.a_partir_de', 'sem R$'],
    ['prova.depoimentos.1.texto', 'Bom.', 'prova.depoimentos.1.texto', 'no mínimo 30'],
    ['incluido.2', '', 'incluido.2', 'no mínimo 5'],
    ['whatsapp', '123', 'whatsapp', 'com DDD'],
  ])('%s as %j is refused at its field', (name, value, field, words) => {
    const { page, problems } = checkValues({ ...orlando.values, [name]: value }, orlando);
    expect(page).toBeNull();
    expect(problems).toEqual({ [field]: expect.stringContaining(words) });
  });

  it('items can be added, removed and moved, and a move beyond the ends changes nothing', () => {
    const days = (values: Record<string, string>) => [0, 1, 2].map((place) => values[`turmas.${place}.inicio`]);
    const { values } = orlando;
    expect(days(afterStep(values, turmas, 'desce', 0))).toEqual(['08/01/2028', '03/07/2027', undefined]);
    expect(days(afterStep(values, turmas, 'sobe', 1))).toEqual(['08/01/2028', '03/07/2027', undefined]);
    expect(days(afterStep(values, turmas, 'menos', 0))).toEqual(['08/01/2028', undefined, undefined]);
    expect(days(afterStep(values, turmas, 'mais', 0))).toEqual(['03/07/2027', '08/01/2028', '']);
    expect(days(afterStep(values, turmas, 'sobe', 0))).toEqual(days(values));
    expect(days(afterStep(values, turmas, 'desce', 1))).toEqual(days(values));
    const rest = ({ promessa, botao }: Record<string, string>) => [promessa, botao];
    expect(rest(afterStep(values, turmas, 'menos', 0))).toEqual(rest(values));
  });

  it('unknown fields are dropped', () => {
    const { values } = orlando;
    expect(knownValues({ ...values, marca: 'phenom', 'turmas.6.inicio': 'x', __proto__x: 'x', revisao: '3' })).toEqual(
      values,
    );
  });

  it('changes are listed by the labels of the form, long texts cut', () => {
    const after = { ...orlando.values, promessa: 'Outra promessa, mais curta.', 'turmas.0.vagas': '30' };
    expect(changesOf(orlando.values, after)).toEqual({
      antes: { Promessa: orlando.values.promessa, 'Turma 1: vagas': '40' },
      depois: { Promessa: 'Outra promessa, mais curta.', 'Turma 1: vagas': '30' },
    });
    expect(changesOf({}, { resumo: 'x'.repeat(200) }).depois.Resumo).toHaveLength(160);
    expect(nameInWords('mostra.preco')).toBe('Mostrar preço');
    expect(nameInWords('incluido.0')).toBe('Está no preço 1');
  });
});

describe('example content', () => {
  it('a real school shows an item only once it was changed', () => {
    const { page } = orlando;
    expect(madeUpIn(page, orlando)).toEqual([
      'turmas',
      'preco',
      'incluido',
      'nao_incluido',
      'prova.numeros',
      'prova.depoimentos',
      'roteiro.etapas',
      'perguntas',
    ]);
    expect(presentPage(page, orlando, true).turmas).toEqual(page.turmas);
    expect(presentPage(page, orlando, false)).toMatchObject({
      turmas: [],
      preco: null,
      incluido: [],
      perguntas: [],
      prova: { numeros: [], depoimentos: [] },
      promessa: page.promessa,
      roteiro: { etapas: [] },
    });
    const { page: own } = checkValues(
      { ...orlando.values, 'turmas.1.vagas': '38', 'preco.a_partir_de': '17.000' },
      orlando,
    );
    if (!own) throw new Error('the values are right');
    const shown = presentPage(own, orlando, false);
    expect(shown.turmas).toEqual([own.turmas[1]]);
    expect(shown.preco?.a_partir_de).toBe(1_700_000);
    expect(shown.prova.depoimentos).toEqual([]);
  });

  it('a hidden part is left out', () => {
    const { 'mostra.preco': _, 'mostra.whatsapp': __, ...values } = orlando.values;
    const { page } = checkValues(values, orlando);
    if (!page) throw new Error('the values are right');
    expect(presentPage(page, orlando, true)).toMatchObject({
      preco: null,
      incluido: [],
      tem_whatsapp: false,
      turmas: page.turmas,
    });
  });
});
