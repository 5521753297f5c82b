import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates with the first touch of the page: see `src/islands/shell/client-touch.ts`. */
    'client:touch'?: boolean | 'keys' | 'now';
  }
}
