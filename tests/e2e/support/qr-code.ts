import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** The encoder that comes with the portal's own reader; it has no types. */
const {
  BinaryBitmap,
  HybridBinarizer,
  QRCodeEncoder,
  QRCodeDecoderErrorCorrectionLevel,
  QRCodeReader,
  RGBLuminanceSource,
} = createRequire(import.meta.url)('html5-qrcode/third_party/zxing-js.umd.js') as {
  BinaryBitmap: new (light: object) => object;
  HybridBinarizer: new (source: object) => object;
  QRCodeEncoder: { encode(text: string, level: unknown): { getMatrix(): { getArray(): Uint8Array[] } } };
  QRCodeDecoderErrorCorrectionLevel: { M: unknown };
  QRCodeReader: new () => { decode(picture: object, hints: ReadonlyMap<unknown, unknown>): { getText(): string } };
  RGBLuminanceSource: new (light: Uint8ClampedArray, width: number, height: number) => object;
};
/** Points of a square, and squares of the border. */
const [DOT, BORDER] = [8, 4];

/** Rows of a code, 1 is dark. */
const rowsOf = (text: string): number[][] =>
  QRCodeEncoder.encode(text, QRCodeDecoderErrorCorrectionLevel.M)
    .getMatrix()
    .getArray()
    .map((row) => [...row]);

/** Whether the library reads a code in the picture of it that `draw` makes, as it stands. */
export function isReadAsItStands(text: string): boolean {
  const rows = rowsOf(text);
  const width = (rows.length + 2 * BORDER) * DOT;
  const isDark = (at: number) =>
    rows[Math.floor(at / width / DOT) - BORDER]?.[Math.floor((at % width) / DOT) - BORDER] === 1;
  const light = Uint8ClampedArray.from({ length: width * width }, (_, at) => (isDark(at) ? 0 : 255));
  const picture = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(light, width, width)));
  try {
    return new QRCodeReader().decode(picture, new Map()).getText() === text;
  } catch {
    return false;
  }
}

/** The colours of a code: background and points. */
type Colours = readonly [string, string];
const USUAL: Colours = ['#fff', '#000'];
/** Light points on a dark background, as some printers and screens show a code. */
export const INVERTED: Colours = ['#000', '#fff'];

/** Draws rows with a border; runs in the page. */
function draw(rows: number[][], dot: number, border: number, [ground, points]: Colours): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = (rows.length + 2 * border) * dot;
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = points;
  for (const [y, row] of rows.entries()) {
    for (const [x, cell] of row.entries()) {
      if (cell === 1) pen.fillRect((x + border) * dot, (y + border) * dot, dot, dot);
    }
  }
  return canvas;
}

/** A photo of a code; an empty text gives a blank image. */
export async function photoOf(page: Page, text: string, colours = USUAL) {
  const rows = text === '' ? [[0]] : rowsOf(text);
  const drawn = `(${draw})(${JSON.stringify(rows)}, ${DOT}, ${BORDER}, ${JSON.stringify(colours)})`;
  const url = await page.evaluate(`${drawn}.toDataURL('image/png')`);
  const base64 = String(url).slice('data:image/png;base64,'.length);
  return { name: 'livro.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

/**
 * Gives later pages a camera that looks at a code. `window.cameraTrack` is its running track, `window.storedFiles` counts
 * the files that the page makes addresses for.
 */
export async function pointCameraAt(page: Page, text: string, colours = USUAL): Promise<void> {
  await page.addInitScript(`{
    const draw = ${draw};
    const keep = URL.createObjectURL;
    window.storedFiles = 0;
    URL.createObjectURL = (file) => { window.storedFiles++; return keep.call(URL, file); };
    navigator.mediaDevices.getUserMedia = async () => {
      const code = draw(${JSON.stringify(rowsOf(text))}, ${DOT}, ${BORDER}, ${JSON.stringify(colours)});
      const screen = Object.assign(document.createElement('canvas'), { width: code.width, height: code.height });
      setInterval(() => screen.getContext('2d').drawImage(code, 0, 0), 40);
      const stream = screen.captureStream(25);
      window.cameraTrack = stream.getVideoTracks()[0];
      return stream;
    };
  }`);
}
