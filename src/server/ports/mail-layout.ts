import { createElement as h } from 'react';
import { Body, Button, Container, Head, Heading, Html, Link, Preview, render, Section, Text } from 'react-email';
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
  /** Small, below all else: why the mail comes, and a link. */
  foot?: { text: string; label: string; href: string };
}

/** The library calls the body English unless it is told. */
const lang = 'pt-BR';
const font = { fontFamily: 'Helvetica, Arial, sans-serif' };
const text = { ...font, color: '#2B2440', fontSize: '16px', lineHeight: '24px' };

/** Lays a mail out in the brand's colours. @returns the same content as HTML and as plain text. */
export async function layOut(content: MailContent): Promise<{ html: string; text: string }> {
  const { name, primary } = brands[content.brand];
  const button = {
    ...font,
    backgroundColor: primary,
    borderRadius: '999px',
    color: '#FFFFFF',
    fontSize: '18px',
    fontWeight: 700,
    padding: '14px 28px',
  };
  const mail = h(
    Html,
    { lang },
    h(Head),
    h(Preview, null, content.preview),
    h(
      Body,
      { lang, style: { backgroundColor: brands[content.brand].grounds.claro, margin: 0, padding: '24px 12px' } },
      h(
        Container,
        { style: { backgroundColor: '#FFFFFF', borderRadius: '16px', maxWidth: '520px', padding: '32px' } },
        h(Text, { style: { ...text, color: primary, fontWeight: 700, margin: 0 } }, name),
        h(
          Heading,
          { as: 'h1', style: { ...font, color: '#1B1530', fontSize: '24px', margin: '16px 0' } },
          content.title,
        ),
        ...content.paragraphs.map((paragraph, index) => h(Text, { key: index, style: text }, paragraph)),
        content.code &&
          h(Text, { style: { ...text, fontSize: '32px', fontWeight: 700, letterSpacing: '4px' } }, content.code),
        content.action &&
          h(
            Section,
            { style: { margin: '24px 0' } },
            h(Button, { href: content.action.href, style: button }, content.action.label),
          ),
        content.foot &&
          h(
            Text,
            { style: { ...text, color: '#5B5470', fontSize: '13px', lineHeight: '20px', margin: '24px 0 0' } },
            `${content.foot.text} `,
            h(
              Link,
              { href: content.foot.href, style: { color: '#5B5470', textDecoration: 'underline' } },
              content.foot.label,
            ),
          ),
      ),
    ),
  );
  return { html: await render(mail), text: plainText(content) };
}

function plainText({ title, paragraphs, code, action, foot }: MailContent): string {
  const parts = [
    ...[title, ...paragraphs, code, action && `${action.label}: ${action.href}`],
    foot && `${foot.text} ${foot.label}: ${foot.href}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
