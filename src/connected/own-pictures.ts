import { renderSVG } from 'uqr';

/** What stands where a host names no picture: of books, products and rewards, and of journeys. */
const NO_PICTURE = '/brand/produtos/material.svg';
const NO_VIEW = '/brand/viagens/campanha.svg';

/**
 * The pictures of an answer that the portal draws itself.
 *
 * A Pix code comes as text and as the address of a picture of it. Browsers may not load from that host, and its picture
 * could show another code. So the portal draws the picture from the text. A book, a product or a journey without a
 * picture gets a drawing of the portal.
 */
export function withOwnPictures(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOwnPictures);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withOwnPictures(item)]));
  if (typeof copy.br_code === 'string' && typeof copy.qr_svg_url === 'string') copy.qr_svg_url = imageOf(copy.br_code);
  for (const name of ['capa_url', 'imagem_url']) {
    if (copy[name] === '') copy[name] = 'destino' in copy ? NO_VIEW : NO_PICTURE;
  }
  return copy;
}

function imageOf(code: string): string {
  try {
    return `data:image/svg+xml,${encodeURIComponent(renderSVG(code, { border: 2 }))}`;
  } catch {
    // The text is longer than any code can hold. It is shown all the same.
    return '';
  }
}
