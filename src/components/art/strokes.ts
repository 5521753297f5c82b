/** How the parts of a drawing are filled and drawn, in colours of the palette of its brand or page. */

export const fill = (name: string) => `fill="var(--art-${name})"`;

export const line = (name: string, width: number) =>
  `fill="none" stroke="var(--art-${name})" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;
