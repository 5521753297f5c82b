import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FirstPaint } from '../../../src/process/first-paint.ts';

const links = ['/_astro/a.css', '/_astro/b.css'].map((path) => `<link rel="stylesheet" href="${path}">`).join('');
const sheets = new Map([
  ['/_astro/a.css', '.a{x:1}.z{x:2}'],
  ['/_astro/b.css', 'p{y:1}'],
]);
const page = (html: string) => ({
  status: 200,
  headers: {
    'content-security-policy': "script-src 'self'; style-src 'self' 'sha256-old'; style-src-attr 'unsafe-inline'",
  },
  body: Buffer.from(html),
});

describe('a first visit', () => {
  it('has the used rules inline in the head, in order, and the style sheets at the end', () => {
    const first = page(`<head>${links}<title>T</title></head><body><p class="a">á</p></body></html>`);
    expect(new FirstPaint(sheets).inline(first)).toBe(true);
    expect(first.body.toString()).toBe(
      `<head><style>.a{x:1}p{y:1}</style><title>T</title></head><body><p class="a">á</p>${links}</body></html>`,
    );
  });

  it('has the digest of its inline rules in the content security policy', () => {
    const first = page(`<head>${links}</head><body class="a"></body>`);
    new FirstPaint(sheets).inline(first);
    const digest = createHash('sha256').update('.a{x:1}p{y:1}').digest('base64');
    expect(first.headers['content-security-policy']).toBe(
      `script-src 'self'; style-src 'sha256-${digest}' 'self' 'sha256-old'; style-src-attr 'unsafe-inline'`,
    );
  });

  it('a page without style sheets of the build is not changed', () => {
    const promo = page('<head><style>p{}</style></head><body></body>');
    expect(new FirstPaint(sheets).inline(promo)).toBe(false);
    expect(promo.body.toString()).toBe('<head><style>p{}</style></head><body></body>');
  });

  it('a build with other style sheets has another version', () => {
    expect(new FirstPaint(sheets).version).not.toBe(new FirstPaint(new Map([['/_astro/c.css', '']])).version);
    expect(new FirstPaint(sheets).version).toMatch(/^[\w-]{8}$/);
  });
});
