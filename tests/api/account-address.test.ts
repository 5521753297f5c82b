import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getAddress } from '../../src/lib/contract/account.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

describe.each(engines)('GET portal/cep (API-51) on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const address = {
    cep: '13015904',
    street: 'Rua Barão',
    district: 'Centro',
    city: 'Campinas',
    state: 'SP',
    ibge: '3509502',
  };
  const find = (cep: string, address?: string) =>
    portal.call(getAddress, { params: { cep } }, { caller: address ? { address } : {} });

  it('the look-up of a postal code asks the service once in ninety days', async () => {
    let requested = 0;
    portal.postalCodes.find = async () => {
      requested += 1;
      return address;
    };
    expect((await find('13015904')).body).toEqual(address);
    expect((await find('13015904')).body).toEqual(address);
    expect(requested).toBe(1);
    portal.clock.advance(90 * 86_400_000);
    await find('13015904');
    expect(requested).toBe(2);
  });

  it('S12 the look-up of a postal code reports an unknown code or a service that is down, and caches neither', async () => {
    portal.postalCodes.find = async () => null;
    expect(await find('99999999')).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('CEP não encontrado') },
    });
    portal.postalCodes.find = async () => {
      throw new Error('timed out');
    };
    const down = await find('99999999');
    expect(down).toMatchObject({
      status: 503,
      body: { detail: 'Não conseguimos buscar o endereço agora. Preencha os campos.' },
    });
    expect(down.headers.get('retry-after')).toBe('30');
    portal.postalCodes.find = async () => ({ ...address, cep: '99999999' });
    expect((await find('99999999')).status).toBe(200);
  });

  it('the look-up of a postal code is limited by IP address', async () => {
    portal.postalCodes.find = async () => null;
    const requested = await Promise.all(
      Array.from({ length: 301 }, (_, index) => find(String(20_000_000 + index), 'curioso')),
    );
    expect(requested.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});
