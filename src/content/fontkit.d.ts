/** The package brings no types; this is what share cards and papers use. */
declare module 'fontkit' {
  export interface Font {
    unitsPerEm: number;
    /** Code points. */
    characterSet: number[];
    layout(text: string): {
      advanceWidth: number;
      glyphs: { id: number; bbox: { minX: number; maxX: number }; path: { toSVG(): string } }[];
      positions: { xAdvance: number; xOffset: number }[];
    };
  }
  export function create(bytes: Uint8Array): Font;
}
