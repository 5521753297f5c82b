import { expect, it } from 'vitest';
import type { LivroConteudo } from '../../../../../src/lib/contract/practice.schema.ts';
import { placeIn } from '../../../../../src/lib/rules/practice/unit-place.ts';

const unit = (numero: number, concluida: boolean, heard: boolean[]) => ({
  id: numero * 10,
  numero,
  titulo: `Unit ${numero}`,
  concluida,
  audios: heard.map((ouvido, index) => ({ faixa: index + 1, ouvido })),
  testes: [{ id: numero * 100 }],
  pacote_offline: { versao: 'v1', tamanho_bytes: 1 },
});
const book = {
  user_book_id: 7,
  livro: { nome: 'Way 2' },
  unidades: [unit(1, true, [true]), unit(2, false, [true, false]), unit(3, false, [])],
} as unknown as LivroConteudo;
const at = (query: string, id = '7') => {
  const { unit: found, track } = placeIn([book], id, new URLSearchParams(query));
  return [found?.numero, track?.faixa];
};

it.each([
  ['', [2, 2]],
  ['unidade=1', [1, 1]],
  ['unidade=2&faixa=1', [2, 1]],
  ['unidade=2&faixa=9', [2, 2]],
  ['unidade=9', [2, 2]],
  ['unidade=3', [3, undefined]],
])('a practice page with the address %j opens unit and track %j', (query, place) => {
  expect(at(query)).toEqual(place);
});

it('a practice page of another user’s book has no unit', () => {
  expect(at('', '8')).toEqual([undefined, undefined]);
  expect(placeIn([book], '8', new URLSearchParams())).toMatchObject({ stored: null, units: [] });
});

it('the offline pages of a unit include its tests and its book', () => {
  expect(placeIn([book], '7', new URLSearchParams('unidade=2')).stored).toEqual({
    id: 20,
    versao: 'v1',
    titulo: 'Way 2 · Unit 2',
    pages: [
      '/pedagogico/minha-pratica/7?unidade=2',
      '/pedagogico/minha-pratica/7?unidade=2&faixa=1',
      '/pedagogico/minha-pratica/7?unidade=2&faixa=2',
      '/pedagogico/minha-pratica/7?unidade=2&parte=vocabulario',
      '/pedagogico/minha-pratica/7?unidade=2&parte=teste',
      '/pedagogico/minha-pratica/7/sessao?tipo=palavras&unidade=2',
      '/pedagogico/minha-pratica/7/sessao?tipo=teste&unidade=2&teste=200',
      '/pedagogico/minha-pratica/7/sessao?tipo=teste&unidade=2&teste=200&modo=prova',
      '/pedagogico/minha-pratica/7',
    ],
    tests: [200],
  });
});
