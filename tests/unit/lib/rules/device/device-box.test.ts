import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isObject, jsonBox, numberBox, textBox } from '../../../../../src/lib/rules/device/device-box.ts';

const stored = new Map<string, string>();
let isFull = false;
let count = 0;
/** A new name for each test, since values that the storage refused stay in memory. */
const newName = () => {
  count += 1;
  return `caixa:${count}`;
};

beforeEach(() => {
  stored.clear();
  isFull = false;
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem(name: string, value: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      stored.set(name, value);
    },
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('values stored in the browser (C13)', () => {
  it('a value is stored, and another box with the same name reads it', () => {
    const name = newName();
    expect(jsonBox('local', name, isObject).keep({ a: 1 })).toBe(true);
    expect([stored.get(name), jsonBox('local', name, isObject).read()]).toEqual(['{"a":1}', { a: 1 }]);
    jsonBox('local', name, isObject).drop();
    expect([stored.size, jsonBox('local', name, isObject).read()]).toEqual([0, null]);
  });

  it('with a full storage a value stays in memory, and the box reports it', () => {
    const box = textBox('local', newName());
    isFull = true;
    expect([box.keep('novo'), box.read()]).toEqual([false, 'novo']);
    isFull = false;
    expect([box.keep('depois'), box.read(), stored.size]).toEqual([true, 'depois', 1]);
    box.drop();
    expect(box.read()).toBeNull();
  });

  it('a full storage keeps the older value, and this page uses the newer one', () => {
    const name = newName();
    const box = textBox('local', name);
    box.keep('antigo');
    isFull = true;
    box.keep('novo');
    expect([box.read(), stored.get(name)]).toEqual(['novo', 'antigo']);
  });

  it('a box works in memory when the browser denies access to the storage', () => {
    vi.stubGlobal('sessionStorage', undefined);
    const box = numberBox('session', newName());
    expect([box.read(), box.keep(7), box.read()]).toEqual([null, false, 7]);
    expect(() => box.drop()).not.toThrow();
  });

  it.each(['{', '7', '"texto"', '[]', 'null'])('a stored value of another type is ignored: %s', (text) => {
    const name = newName();
    stored.set(name, text);
    expect(jsonBox('local', name, isObject).read()).toBeNull();
  });
});
