import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { PromoPage } from './content/promo-page.schema.ts';

/** Texts by the school's people, see docs/paginas-promocionais.md. A wrong file stops the build and says where. */
export const collections = {
  promo: defineCollection({ loader: glob({ base: './src/content/promo', pattern: '*.yaml' }), schema: PromoPage }),
};
