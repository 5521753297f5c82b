/** The package brings no types; this is what share cards use. */
declare module 'fontkit' {
  export interface Font {
    unitsPerEm: number;
    layout(text: string): {
      advanceWidth: number;
      glyphs: { path: { toSVG(): string } }[];
      positions: { xAdvance: number; xOffset: number }[];
    };
  }
  export function create(bytes: Uint8Array): Font;
}
