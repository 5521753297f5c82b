import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../../../src/server/config.ts';
import { isPushEndpoint } from '../../../../../src/server/messages/devices/endpoint-policy.ts';
import { refused, taken } from './endpoints.ts';

const { PUSH_HOSTS } = readConfig({ DEMO: 'on' });

describe('S10 endpoints', () => {
  it('the corpus has at least 200 refused endpoints', () => {
    expect(new Set(refused).size).toBeGreaterThanOrEqual(200);
  });

  it.each(refused)('the policy of endpoints refuses %j', (endpoint) => {
    expect(isPushEndpoint(endpoint, PUSH_HOSTS)).toBe(false);
  });

  it.each(taken)('the policy of endpoints accepts %j', (endpoint) => {
    expect(isPushEndpoint(endpoint, PUSH_HOSTS)).toBe(true);
  });
});
