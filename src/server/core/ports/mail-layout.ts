import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type BrandKey, brands } from '#lib/brand.ts';
import { Button, Container, MailPage, Section } from './mail-tags.ts';

export interface MailContent {
  brand: BrandKey;
  /** Shown by mail programs beside the subject. */
  preview: string;
  title: string;
  paragraphs: string[];
  action?: { label: string; href: string };
  /** Shown large, to be typed. */
  code?: string;
  /** Small, below all else: why the mail comes, and a link. */
  foot?: { text: string; label: string; href: string };
}

/** Old mail programs lay out by this one as all others do. */
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
