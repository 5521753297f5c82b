import { expect, it } from 'vitest';
import { layOut } from '../../../../../src/server/core/ports/mail-layout.ts';

const whole = {
  brand: 'phenom',
  preview: 'A prova é amanhã.',
  title: 'Olá, Ana & <Léo>',
  paragraphs: ['Primeiro.', 'Segundo "entre aspas".'],
  code: '123456',
  action: { label: 'Abrir & ver', href: 'https://x.example/?a=1&b=2' },
  foot: { text: 'Você recebe isto porque pediu.', label: 'Não receber mais', href: 'https://x.example/sair' },
} as const;
const mail = () => layOut({ ...whole, paragraphs: [...whole.paragraphs] });

it('the plain text has the same content as the HTML', () => {
  expect(mail().text).toBe(
    [
      'Olá, Ana & <Léo>',
      'Primeiro.',
      'Segundo "entre aspas".',
      '123456',
      'Abrir & ver: https://x.example/?a=1&b=2',
      'Você recebe isto porque pediu. Não receber mais: https://x.example/sair\n',
    ].join('\n\n'),
  );
});

it('content is escaped in HTML', () => {
  const { html } = mail();
  expect(html).toContain('Olá, Ana &amp; &lt;Léo&gt;</h1>');
  expect(html).toContain('href="https://x.example/?a=1&amp;b=2"');
});

it('the preview is hidden and padded, so that mail lists show no other text after it', () => {
  const [, hidden = ''] = /<div style="display:none;[^"]*">(.*?)<\/div><\/div>/.exec(mail().html) ?? [];
  expect(hidden.startsWith('A prova é amanhã.<div>')).toBe(true);
  expect(hidden.replaceAll(/<div>|[\u00a0\u200b-\u200d\ufeff]/g, '')).toBe('A prova é amanhã.');
  expect(hidden.length).toBeGreaterThan(900);
  const long = layOut({ brand: 'knn', preview: 'p'.repeat(300), title: '', paragraphs: [] }).html;
  expect(long).toContain(`">${'p'.repeat(200)}<div></div></div>`);
});

it('for Outlook the layout has tables, and spaces in place of button padding', () => {
  const { html } = mail();
  expect(html).toMatch(/^<!DOCTYPE html PUBLIC "-\/\/W3C\/\/DTD XHTML 1\.0 Transitional\/\/EN"/);
  expect(
    html.match(/<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"/g),
  ).toHaveLength(3);
  const spaces = '&#8202;&#8202;&#8202;';
  expect(html).toContain(
    `<span><!--[if mso]><i style="mso-font-width:466.6666666666667%;mso-text-raise:21px" hidden>${spaces}</i><![endif]--></span>`,
  );
  expect(html).toContain(
    `<!--[if mso]><i style="mso-font-width:466.6666666666667%" hidden>${spaces}&#8203;</i><![endif]-->`,
  );
  expect(html).toContain('mso-padding-alt:0px;mso-text-raise:10.5px">Abrir &amp; ver</span>');
});

it('a mail without optional parts has no empty elements', () => {
  const { html } = layOut({ brand: 'knn', preview: 'Oi', title: 'Olá', paragraphs: ['Tudo bem?'] });
  expect(html).toContain('>Olá</h1>');
  expect(html).not.toMatch(/<a |\[if mso\]|<p[^>]*><\/p>/);
});
