import { expect, it } from 'vitest';
import { linkedInLink } from '../../../../../src/lib/rules/english-test/linkedin-link.ts';

it('the LinkedIn link has certificate, issuer, months and verification address', () => {
  const certificate = {
    codigo: 'ABCD-EFGH',
    emitido_em: '2026-03-09',
    vale_ate: '2028-03-09',
    escola: 'KNN Vila Nova',
  };
  const at = { origin: 'https://aluno.example', brand: 'KNN Idiomas' };
  const { origin, pathname, searchParams } = new URL(linkedInLink('B1', certificate, at));
  expect(origin + pathname).toBe('https://www.linkedin.com/profile/add');
  expect(Object.fromEntries(searchParams)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: 'Inglês, nível B1 (teste de nível)',
    organizationName: 'KNN Vila Nova',
    issueYear: '2026',
    issueMonth: '3',
    expirationYear: '2028',
    expirationMonth: '3',
    certUrl: 'https://aluno.example/verificar/ABCD-EFGH',
    certId: 'ABCD-EFGH',
  });
  const visitor = linkedInLink('B1', { ...certificate, escola: null }, at);
  expect(new URL(visitor).searchParams.get('organizationName')).toBe('KNN Idiomas');
});
