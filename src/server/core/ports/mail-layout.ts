import { type CSSProperties, createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type BrandKey, brands } from '#lib/brand.ts';

export interface MailContent {
  brand: BrandKey;
  /** Shown by mail programs beside the subject. */
  preview: string;
  title: string;
  paragraphs: string[];
  action?: { label: string; href: string };
  /** Shown large, to be typed. */
  code?: string;
  /** Small, at the end: why the mail was sent, and a link. */
  foot?: { text: string; label: string; href: string };
}

/** The doctype for which old mail programs render like all others. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';
const font = { fontFamily: 'Helvetica, Arial, sans-serif' };
const text = { ...font, color: '#2B2440', fontSize: '16px', lineHeight: '24px', margin: '16px 0' };

/** Lays a mail out in the brand's colours. @returns the same content as HTML and as plain text. */
export function layOut(content: MailContent): { html: string; text: string } {
  const { name, primary, grounds } = brands[content.brand];
  const button = {
    ...font,
    backgroundColor: primary,
    borderRadius: '999px',
    color: '#FFFFFF',
    fontSize: '18px',
    fontWeight: 700,
  };
  const foot = { ...text, color: '#5B5470', fontSize: '13px', lineHeight: '20px', margin: '24px 0 0' };
  const link = { color: foot.color, textDecoration: 'underline' };
  const { preview, title, paragraphs, code, action } = content;
  const mail = h(
    MailPage,
    { lang: 'pt-BR', preview, ground: grounds.claro, padding: '24px 12px' },
    h(
      Container,
      { style: { backgroundColor: '#FFFFFF', borderRadius: '16px', maxWidth: '520px', padding: '32px' } },
      h('p', { style: { ...text, color: primary, fontWeight: 700, margin: 0 } }, name),
      h('h1', { style: { ...font, color: '#1B1530', fontSize: '24px', margin: '16px 0' } }, title),
      ...paragraphs.map((paragraph) => h('p', { style: text }, paragraph)),
      code && h('p', { style: { ...text, fontSize: '32px', fontWeight: 700, letterSpacing: '4px' } }, code),
      action &&
        h(
          Section,
          { style: { margin: '24px 0' } },
          h(Button, { href: action.href, style: button, padding: [14, 28] }, action.label),
        ),
      content.foot &&
        h(
          'p',
          { style: foot },
          `${content.foot.text} `,
          h('a', { href: content.foot.href, style: link, target: '_blank' }, content.foot.label),
        ),
    ),
  );
  return { html: DOCTYPE + renderToStaticMarkup(mail), text: plainText(content) };
}

function plainText({ title, paragraphs, code, action, foot }: MailContent): string {
  const parts = [
    ...[title, ...paragraphs, code, action && `${action.label}: ${action.href}`],
    foot && `${foot.text} ${foot.label}: ${foot.href}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

// Tags that mail programs render alike. Outlook supports only tables, so blocks are tables, and padding is set on cells.

interface Block {
  style: CSSProperties;
  children?: ReactNode;
}

interface Cell {
  style?: CSSProperties;
  lang?: string;
  dir?: string;
}

/** Styles that only Outlook reads. */
interface OutlookStyle extends CSSProperties {
  msoPaddingAlt?: string;
  msoTextRaise?: string;
}

/** Mail programs show this many characters beside the subject. */
const PREVIEW_LENGTH = 200;
/** Invisible characters that fill the preview, so that mail programs do not continue it with the text of the mail. */
const FILLER = '\u00a0\u200c\u200b\u200d\ufeff';
const HIDDEN = { display: 'none', overflow: 'hidden', lineHeight: '1px', opacity: 0, maxHeight: 0, maxWidth: 0 };

/** A table with one cell. Screen readers skip its table role. */
const table = (style: CSSProperties | undefined, cell: Cell, children: ReactNode) => {
  const frame = { align: 'center', width: '100%', border: 0, cellPadding: 0, cellSpacing: 0, role: 'presentation' };
  return h('table', { ...frame, style }, h('tbody', null, h('tr', null, h('td', cell, children))));
};

/** A whole mail. @param preview shown beside the subject, and nowhere in the mail */
export function MailPage(props: {
  lang: string;
  preview: string;
  ground: string;
  padding: string;
  children?: ReactNode;
}) {
  const { lang, ground, padding, children } = props;
  const preview = props.preview.slice(0, PREVIEW_LENGTH);
  return h(
    'html',
    { lang, dir: 'ltr' },
    h(
      'head',
      null,
      h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
      h('meta', { name: 'x-apple-disable-message-reformatting' }),
      h('title', null, preview),
    ),
    h(
      'body',
      { style: { backgroundColor: ground, margin: 0, padding: 0 } },
      h('div', { style: HIDDEN }, preview, h('div', null, FILLER.repeat(PREVIEW_LENGTH - preview.length))),
      // Webmail programs drop `html` and `body`.
      table(undefined, { lang, dir: 'ltr', style: { backgroundColor: ground, padding } }, children),
    ),
  );
}

/** A box in the middle of the page. */
export const Container = ({ style: { padding, ...style }, children }: Block) =>
  table(style, { style: { padding } }, children);

/** A part of a mail, with its own margin. */
export const Section = ({ style, children }: Block) => table(style, {}, children);

/** A link that looks like a button. @param padding above and below, and at the sides, in pixels */
export function Button(props: Block & { href: string; padding: readonly [number, number] }) {
  const { href, padding, style, children } = props;
  const [above, side] = padding;
  const frame: OutlookStyle = {
    lineHeight: '100%',
    textDecoration: 'none',
    display: 'inline-block',
    maxWidth: '100%',
    msoPaddingAlt: '0px',
    ...style,
    padding: `${above}px ${side}px`,
  };
  const label: OutlookStyle = {
    maxWidth: '100%',
    display: 'inline-block',
    lineHeight: '120%',
    msoPaddingAlt: '0px',
    msoTextRaise: `${points(above)}px`,
  };
  return h(
    'a',
    { href, style: frame, target: '_blank' },
    outlookSpace(side, `;mso-text-raise:${points(2 * above)}px`, ''),
    h('span', { style: label }, children),
    outlookSpace(side, '', '&#8203;'),
  );
}

const points = (pixels: number) => (pixels * 3) / 4;

/** Outlook ignores padding on links: hair spaces, stretched to at most five times their width, replace it. */
function outlookSpace(pixels: number, style: string, end: string): ReactNode {
  const spaces = Math.ceil(pixels / 10);
  const width = (pixels / spaces / 2) * 100;
  const text = `<i style="mso-font-width:${width}%${style}" hidden>${'&#8202;'.repeat(spaces)}${end}</i>`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React writes no comments, and no word of anybody is in it.
  return h('span', { dangerouslySetInnerHTML: { __html: `<!--[if mso]>${text}<![endif]-->` } });
}
