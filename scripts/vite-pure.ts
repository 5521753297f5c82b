import type { Plugin } from 'vite';

const MASKS = /@maskito\/kit\/index\.esm\.js$/;
const FORMATTER = '= Intl.DateTimeFormat(';

/**
 * The library of masks makes a formatter of dates as it loads, for masks that no field has. The first formatter of a page
 * takes a slow phone 50 to 80 ms, so the bundler learns that nobody misses it.
 *
 * @throws when the library looks different: then see whether this is still needed.
 */
export function pureMasks(): Plugin {
  return {
    name: 'pure-masks',
    transform: {
      filter: { id: MASKS },
      handler(code) {
        if (!code.includes(FORMATTER))
          throw new Error('@maskito/kit makes no formatter as it loads: remove vite-pure.ts.');
        return { code: code.replace(FORMATTER, '= /* @__PURE__ */ Intl.DateTimeFormat('), map: null };
      },
    },
  };
}
