import { describe, expect, it } from 'vitest';
import { asScriptText, jsonLdOf, type Place } from '../../../src/content/json-ld.ts';
import { brands } from '../../../src/lib/brand.ts';
import { type promoSource, shownPage } from '../../support/promo-page.ts';

const site = 'https://aluno.example';
const [turma] = shownPage().turmas;
if (!turma) throw new Error('the page of the tests has a departure');
const card = `${site}/card.png`;
const place: Place = { site, path: '/knn-orlando', brand: brands.knn, card, turma, isOpen: true };
const graphOf = (change: Partial<ReturnType<typeof promoSource>> = {}, where: Partial<Place> = {}) =>
  jsonLdOf(shownPage(change), { ...place, ...where })['@graph'] as Record<string, unknown>[];

describe('structured data', () => {
  it('structured data contains the school, the trip with its price, and each question', () => {
    const [school, trip, questions] = graphOf();
    expect(school).toMatchObject({ '@type': 'EducationalOrganization', name: 'KNN Idiomas', url: `${site}/` });
    expect(trip).toMatchObject({
      '@type': 'TouristTrip',
      url: `${site}/knn-orlando`,
      departureTime: '2027-07-03',
      provider: { '@id': school?.['@id'] },
      offers: {
        price: '18900.50',
        priceCurrency: 'BRL',
        availability: 'https://schema.org/InStock',
        validThrough: '2027-02-26',
      },
    });
    expect(questions).toMatchObject({ '@type': 'FAQPage' });
    expect(questions?.mainEntity).toHaveLength(3);
  });

  it('a course has dates and place, and is sold out when closed', () => {
    const [, course] = graphOf({ tipo: 'curso' }, { isOpen: false });
    expect(course).toMatchObject({
      '@type': 'Course',
      hasCourseInstance: { startDate: '2027-07-03', endDate: '2027-07-17', location: { name: 'Orlando' } },
      offers: { availability: 'https://schema.org/SoldOut' },
    });
  });

  it('S7 text of an editor cannot close the script element', () => {
    const text = asScriptText(graphOf());
    expect(text).not.toContain('<');
    expect(JSON.stringify(JSON.parse(text))).toContain('</script>?');
  });
});

it('structured data omits what the page omits', () => {
  const page = { ...shownPage(), preco: null, turmas: [], perguntas: [] };
  const graph = jsonLdOf(page, { ...place, turma: null })['@graph'] as Record<string, unknown>[];
  expect(graph.map((part) => part['@type'])).toEqual(['EducationalOrganization', 'TouristTrip']);
  expect(Object.keys(graph[1] ?? {})).not.toEqual(expect.arrayContaining(['offers', 'departureTime']));
});
