import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitCentavos } from '#lib/format/split-centavos.ts';
import {
  type AgreementTerms,
  adjustmentOf,
  agreementTermsOf,
  isOffered,
  lastFirstDay,
  planLimits,
} from '#lib/rules/finance/own-agreement.ts';

const terms = (given: Partial<AgreementTerms> = {}): AgreementTerms => ({
  ...agreementTermsOf(null),
  ligado: true,
  ...given,
});

describe('a payer’s own agreement', () => {
  it('is off by default', () => {
    expect(isOffered(agreementTermsOf(null), '2026-01-01', '2026-02-01')).toBe(false);
    expect(isOffered(agreementTermsOf(JSON.stringify(terms())), '2026-01-01', '2026-02-01')).toBe(true);
  });

  it.each([
    [4, false],
    [5, true],
    [180, true],
    [181, false],
  ])('%i days late: %s', (days, isOn) => {
    const late = new Date(Date.parse('2026-06-30') - days * 86_400_000).toISOString().slice(0, 10);
    expect(isOffered(terms(), late, '2026-06-30')).toBe(isOn);
    expect(lastFirstDay('2026-06-30', terms())).toBe('2026-07-05');
  });

  it('its installments respect maximum and minimum, and add up to the sum', () => {
    const given = fc.record({
      owed: fc.integer({ min: 1, max: 10_000_000 }),
      max: fc.integer({ min: 1, max: 24 }),
      least: fc.integer({ min: 100, max: 100_000 }),
      bps: fc.integer({ min: -5_000, max: 2_000 }),
    });
    fc.assert(
      fc.property(given, ({ owed, max, least, bps }) => {
        const own = terms({ parcelas_max: max, parcela_min_centavos: least, ajuste_bps: bps });
        const { acrescimo_centavos, desconto_centavos } = adjustmentOf(owed, own);
        const { total_centavos, parcelas_max } = planLimits(owed, own);
        expect(total_centavos).toBe(owed + acrescimo_centavos - desconto_centavos);
        expect(Math.min(acrescimo_centavos, desconto_centavos)).toBe(0);
        expect(parcelas_max).toBeLessThanOrEqual(max);
        const parts = splitCentavos(total_centavos, parcelas_max);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total_centavos);
        if (parcelas_max > 1) expect(Math.min(...parts)).toBeGreaterThanOrEqual(least);
      }),
    );
  });
});
