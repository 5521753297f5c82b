import { describe, expect, it } from 'vitest';
import { nextBookOf } from '../../../../../src/lib/rules/orders/next-book.ts';

const book = (codigo: string, livro_id: number | null, nivel_cefr: string | null, estoque = 'disponivel') => ({
  codigo,
  livro_id,
  nivel_cefr,
  estoque,
});
// The order of the shelf is not the order of the levels.
const shelf = [book('B1', 3, 'B1'), book('KIT', null, null), book('A1', 1, 'A1'), book('A2', 2, 'A2')];
const had = (enrolled: number[], owned: number[] = [], ordered: string[] = []) => ({
  enrolled,
  owned: new Set(owned),
  ordered: new Set(ordered),
});

describe('the next book of a student', () => {
  it.each<[string, ReturnType<typeof had>, string | null]>([
    ['the book of the enrolment, while it is missing', had([2]), 'A2'],
    ['the next level, once it is there', had([2], [2]), 'B1'],
    ['the next level, once it is ordered', had([2], [], ['A2']), 'B1'],
    ['none, once that is ordered too', had([2], [2], ['B1']), null],
    ['none, once that is there too', had([2], [2, 3]), null],
    ['none at the end of the way', had([3], [3]), null],
    ['none without an enrolment', had([], [1]), null],
    ['none for a book that nobody sells', had([9]), null],
    ['that of a second enrolment', had([3, 1], [3]), 'A1'],
  ])('is %s', (_what, student, expected) => expect(nextBookOf(shelf, student)).toBe(expected));

  it('is none while it is out of stock', () => {
    expect(nextBookOf([book('A1', 1, 'A1', 'indisponivel')], had([1]))).toBeNull();
    expect(nextBookOf([book('A1', 1, 'A1', 'sob_encomenda')], had([1]))).toBe('A1');
  });
});
