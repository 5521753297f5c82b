import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownPath, readNotice } from '../../../src/service-worker/notice.ts';

const origin = 'https://portal.example';

describe('reading a push message', () => {
  test('the payload on the wire becomes a notice (PUSH-15)', () => {
    const payload = {
      web_push: 8030,
      notification: {
        title: 'Aula hoje',
        body: 'Às 19h',
        navigate: `${origin}/aula-online/list`,
        lang: 'pt-BR',
        tag: 'aula-7',
        icon: '/brand/knn/icon-192.png',
        data: { sending_id: 3, delivery_token: 'x', path: '/aula-online/list?de=push' },
      },
    };
    expect(readNotice(JSON.stringify(payload), origin)).toEqual({
      title: 'Aula hoje',
      options: {
        body: 'Às 19h',
        lang: 'pt-BR',
        tag: 'aula-7',
        renotify: true,
        icon: '/brand/knn/icon-192.png',
        badge: '/brand/knn/badge-96.png',
        data: { path: '/aula-online/list?de=push', token: 'x' },
      },
    });
  });

  test('a push message of any kind has something to show and leads to an own path (PUSH-09)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(undefined)), (payload) => {
        const { title, options } = readNotice(payload, origin);
        expect(title.trim()).not.toBe('');
        expect(new URL(options.data.path, origin).origin).toBe(origin);
      }),
    );
  });
});

describe('pictures of a notice', () => {
  const shown = (image: unknown, icon?: unknown) =>
    readNotice(JSON.stringify({ notification: { title: 'x', image, icon } }), origin).options;

  test.each([
    ['/imagens/festa.png?v=2', '/imagens/festa.png?v=2'],
    [`${origin}/festa.png`, '/festa.png'],
    ['https://cdn.example/festa.png', 'https://cdn.example/festa.png'],
    ['http://cdn.example/festa.png', undefined],
    ['javascript:alert(1)', undefined],
    ['data:image/png;base64,xx', undefined],
    ['/', undefined],
    [7, undefined],
  ])('%s is shown as %s', (address, image) => {
    expect(shown(address).image).toBe(image);
    expect(shown(undefined, address).icon).toBe(image);
  });
});

describe('links of a notice (PUSH-15)', () => {
  test.each([
    ['/knn-club/meu-clube?x=1#fim', '/knn-club/meu-clube?x=1#fim'],
    [`${origin}/pedidos`, '/pedidos'],
    ['https://elsewhere.example/pedidos', '/'],
    ['//elsewhere.example', '/'],
    ['/\\elsewhere.example', '/'],
    [`${origin}//elsewhere.example`, '/'],
    ['/.//elsewhere.example', '/'],
    ['javascript:alert(1)', '/'],
    [undefined, '/'],
    [7, '/'],
  ])('%s leads to %s', (target, path) => {
    expect(ownPath(target, origin)).toBe(path);
  });
});
