import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plain } from '../../../../../src/lib/rules/practice/plain-answer.ts';
import { gradeOf, isRight } from '../../../../../src/server/study/practice/submit-test.ts';

describe('an answer', () => {
  it.each([
    ['lacuna', ["doesn't"], 'doesn’t', true],
    ['lacuna', ["doesn't"], '  DOESN´T. ', true],
    ['lacuna', ["doesn't", 'does not'], 'does  not', true],
    ['lacuna', ["doesn't"], 'doesnt', false],
    ['lacuna', ['went'], '', false],
    ['ditado', ['Where is the café?'], 'where is the cafe', true],
    ['ditado', ['Twenty-one people.'], 'twenty one people', true],
    ['ditado', ['Where is the café?'], 'were is the cafe', false],
    ['multipla_escolha', ['b'], 'b', true],
    ['multipla_escolha', ['b'], 'B', false],
    ['ordenar', ['I usually get up at seven'], ['I', 'usually', 'get', 'up', 'at', 'seven'], true],
    ['ordenar', ['I usually get up at seven'], ['I', 'get', 'usually', 'up', 'at', 'seven'], false],
    ['associar', [['a:2', 'b:1']], ['b:1', 'a:2'], true],
    ['associar', [['a:2', 'b:1']], ['b:1'], false],
    ['associar', [['a:2', 'b:1']], ['b:1', 'b:1'], false],
    ['associar', [['a:2', 'b:1']], ['b:2', 'a:1'], false],
  ] as const)('%s: of %j, %j is right: %s', (tipo, chave, given, expected) => {
    expect(isRight({ tipo, chave: chave as never }, given as never)).toBe(expected);
  });

  it('an answer that is missing is wrong', () => {
    expect(isRight({ tipo: 'lacuna', chave: ['x'] }, undefined)).toBe(false);
  });

  it('normalizing an answer is idempotent', () => {
    fc.assert(fc.property(fc.string(), (text) => plain(plain(text)) === plain(text)));
  });
});

describe('a grade', () => {
  it('a grade goes from 0 to 10 in tenths, and rises with each right answer', () => {
    const results = fc.array(fc.record({ pontos: fc.integer({ min: 1, max: 5 }), certa: fc.boolean() }), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(results, (answers) => {
        const grade = gradeOf(answers);
        expect(grade).toBeGreaterThanOrEqual(0);
        expect(grade).toBeLessThanOrEqual(10);
        expect(Math.round(grade * 10) / 10).toBe(grade);
        expect(gradeOf(answers.map((answer) => ({ ...answer, certa: true })))).toBe(10);
        const wrong = answers.findIndex(({ certa }) => !certa);
        const better = answers.map((answer, index) => (index === wrong ? { ...answer, certa: true } : answer));
        expect(gradeOf(better)).toBeGreaterThanOrEqual(grade);
      }),
    );
  });

  it('a grade of nothing is 0', () => {
    expect(gradeOf([])).toBe(0);
  });
});
