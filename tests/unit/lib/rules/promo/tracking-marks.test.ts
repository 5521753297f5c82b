import { describe, expect, it } from 'vitest';
import { hasOnlyMarks, marksOf } from '../../../../../src/lib/rules/promo/tracking-marks.ts';

describe('marks of a campaign', () => {
  it.each([
    ['', true],
    ['utm_source=instagram&utm_campaign=orlando&fbclid=x', true],
    ['indicacao=ANA10&unidade=101', true],
    ['enviado=1', false],
    ['utm_source=x&enviado=1', false],
    ['enviado=1&utm_source=x', false],
    ['utm_source=x%26enviado%3D1', true],
    ['utm_source', true],
    ['utm_source=x&', true],
    ['brand=phenom', false],
    ['UTM_SOURCE=x', false],
    ['token_email=x', false],
  ])('%j has only tracking parameters: %s', (query, expected) => {
    expect(hasOnlyMarks(new URL(`http://x/?${query}`).search)).toBe(expected);
  });

  it('campaign, referral code and unit are read from the query', () => {
    const query = new URLSearchParams('utm_source=instagram&utm_medium=&indicacao=ANA10&unidade=101&gclid=x');
    expect(marksOf(query)).toEqual({ utm: { source: 'instagram' }, indicacao_code: 'ANA10', unidade_id: 101 });
  });

  it('invalid and excess parameters are dropped or cut', () => {
    const many = Array.from({ length: 20 }, (_, index) => `utm_${String.fromCharCode(97 + index)}=${'x'.repeat(300)}`);
    const { utm = {}, ...others } = marksOf(new URLSearchParams(`${many.join('&')}&indicacao=%3Cb%3E&unidade=-1`));
    expect(others).toEqual({});
    expect(Object.keys(utm)).toHaveLength(10);
    expect(Object.values(utm).every((value) => value.length === 100)).toBe(true);
  });
});
