import type { PromoPage } from './promo-page.schema.ts';

export interface Place {
  /** The address of the brand, without a slash at its end. */
  site: string;
  path: string;
  brand: { key: string; name: string };
  card: string;
  /** The departure that the page speaks of; null if it names none. */
  turma: PromoPage['turmas'][number] | null;
  isOpen: boolean;
}

/** What a page says to search engines. A school may hide its price. */
type Shown = Pick<PromoPage, 'titulo' | 'descricao' | 'tipo' | 'local' | 'roteiro' | 'perguntas'> & {
  preco: PromoPage['preco'] | null;
};

/** What search engines read on a promotional page: the provider, the offer with its price, and the questions. */
export function jsonLdOf(page: Shown, { site, path, brand, card, turma, isOpen }: Place) {
  const school = { '@id': `${site}/#escola` };
  const address = site + path;
  const offer = page.preco && {
    '@type': 'Offer',
    url: address,
    price: (page.preco.a_partir_de / 100).toFixed(2),
    priceCurrency: 'BRL',
    availability: `https://schema.org/${isOpen ? 'InStock' : 'SoldOut'}`,
    ...(turma && { validThrough: turma.inscricoes_ate }),
  };
  const place = {
    '@type': 'Place',
    name: page.local.cidade,
    address: { '@type': 'PostalAddress', addressLocality: page.local.cidade, addressCountry: page.local.codigo_pais },
  };
  const { name, description, image } = { name: page.titulo, description: page.descricao, image: card };
  const about = { '@id': `${address}#programa`, name, description, image, url: address, provider: school };
  const programme =
    page.tipo === 'viagem'
      ? {
          '@type': 'TouristTrip',
          ...about,
          ...(turma && { departureTime: turma.inicio, arrivalTime: turma.fim }),
          ...(page.roteiro.etapas.length > 0 && {
            itinerary: {
              '@type': 'ItemList',
              itemListElement: page.roteiro.etapas.map(({ titulo, texto }, index) => ({
                '@type': 'ListItem',
                position: index + 1,
                name: titulo,
                description: texto,
              })),
            },
          }),
          ...(offer && { offers: offer }),
        }
      : {
          '@type': 'Course',
          ...about,
          inLanguage: 'en',
          ...(offer && { offers: { ...offer, category: 'Paid' } }),
          hasCourseInstance: {
            '@type': 'CourseInstance',
            courseMode: 'Onsite',
            ...(turma && { startDate: turma.inicio, endDate: turma.fim }),
            location: place,
          },
        };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'EducationalOrganization',
        ...school,
        name: brand.name,
        url: `${site}/`,
        logo: `${site}/brand/${brand.key}/icon-512.png`,
      },
      programme,
      ...(page.perguntas.length > 0
        ? [
            {
              '@type': 'FAQPage',
              '@id': `${address}#perguntas`,
              mainEntity: page.perguntas.map(({ pergunta, resposta }) => ({
                '@type': 'Question',
                name: pergunta,
                acceptedAnswer: { '@type': 'Answer', text: resposta },
              })),
            },
          ]
        : []),
    ],
  };
}

/** The text of a `<script>`: nothing in it can end the element. */
export const asScriptText = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');
