import type { Plugin } from 'vite';

// biome-ignore lint/suspicious/noTemplateCurlyInString: Astro's source holds this template
const STYLE = '<style>${ISLAND_STYLES}</style>';

/**
 * Astro writes a `<style>` before the first island of a page, where HTML forbids it: below a `<div>` or a `<nav>`. Its one
 * rule is in `src/styles/base.css`, which every page has.
 *
 * @throws while building, when Astro's module no longer looks as expected.
 */
export function islandsWithoutStyle(): Plugin {
  return {
    name: 'islands-without-style',
    applyToEnvironment: ({ name }) => name !== 'client',
    transform(code, id) {
      if (!id.endsWith('/astro/dist/runtime/server/scripts.js')) return null;
      if (!code.includes(STYLE))
        throw new Error('Astro no longer writes the style of its islands as expected: look at islandsWithoutStyle.');
      return { code: code.replace(STYLE, ''), map: null };
    },
  };
}
