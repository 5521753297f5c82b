import { describe, expect, it } from 'vitest';
import {
  filesNamedIn,
  isPersonalCache,
  isPersonalCacheOf,
  isUnitCache,
  unitCacheName,
  visitedCacheName,
} from '../../../../../src/lib/rules/device/unit-cache.ts';

describe('a unit stored on a device', () => {
  it('a stored unit belongs to one user', () => {
    const name = unitCacheName(1, 204);
    expect([isUnitCache(name), isUnitCache('portal-assets'), isPersonalCache('portal-assets')]).toEqual([
      true,
      false,
      false,
    ]);
    for (const own of [name, visitedCacheName(1)]) {
      expect([isPersonalCache(own), isPersonalCacheOf(own, 1), isPersonalCacheOf(own, 11)]).toEqual([
        true,
        true,
        false,
      ]);
    }
  });

  it('a stored unit includes the files of its pages', () => {
    const html = `<link href="/_astro/Portal.C1aaaa_1.css"><astro-island component-url="/_astro/A.B-cDeF12.js">
      <img src="/brand/livros/way-2.svg">`;
    expect(filesNamedIn(html)).toEqual([
      '/_astro/Portal.C1aaaa_1.css',
      '/_astro/A.B-cDeF12.js',
      '/brand/livros/way-2.svg',
    ]);
    expect(filesNamedIn('import{a}from"./x.AAAABBBB.js";import("./y.CCCCDDDD.js");"/service-worker.js"')).toEqual([
      '/_astro/x.AAAABBBB.js',
      '/_astro/y.CCCCDDDD.js',
    ]);
    expect(filesNamedIn('url(/_astro/plus-jakarta.AbCdEf12.woff2)')).toEqual(['/_astro/plus-jakarta.AbCdEf12.woff2']);
  });
});
