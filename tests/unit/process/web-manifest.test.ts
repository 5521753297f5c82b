import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { brands } from '../../../src/lib/brand.ts';
import { matchRoute } from '../../../src/lib/rules/routes/route-table.ts';
import { manifestOf } from '../../../src/process/web-manifest.ts';

describe.each(Object.values(brands))('PWA-01, PWA-07, BRAND-03: the manifest of $name', ({ key, name, primary }) => {
  const manifest = manifestOf(key);

  it('the manifest has the name of the brand and opens as an app', () => {
    expect(manifest).toMatchObject({ name, theme_color: primary, start_url: '/', scope: '/', lang: 'pt-BR' });
    expect(manifest.display).toBe('standalone');
  });

  it('BRAND-06, CONST-10: icons of the manifest have the stated sizes', async () => {
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['48x48', '192x192', '512x512', '512x512']);
    for (const { src, sizes } of manifest.icons) {
      const { width, height, format } = await sharp(`public${src}`).metadata();
      expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
    }
    expect(existsSync(`public/brand/${key}/apple-touch-180.png`)).toBe(true);
  });

  it('shortcuts of the manifest point to existing pages', () => {
    for (const { url } of manifest.shortcuts) expect(matchRoute(url)).not.toBeNull();
  });
});
