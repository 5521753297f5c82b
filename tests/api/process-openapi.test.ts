import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { allEndpoints } from '../../src/server/app.ts';
import { openTestPortal, type RunningPortal, sendRaw } from '../support/portal.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: object;
}
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: object[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  tags: { name: string }[];
  components: Record<string, Record<string, unknown>>;
  paths: Record<string, Record<string, Operation>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const names = (parameters: Parameter[], place: string) =>
  parameters.filter((each) => each.in === place).map(({ name }) => name);

describe('API-91 the description of the API', () => {
  let portal: RunningPortal;
  let document: Document;
  let operations: { path: string; method: string; operation: Operation }[];
  beforeAll(async () => {
    portal = await openTestPortal();
    const answer = await sendRaw(portal, '/api/v1/openapi.json');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    document = JSON.parse(answer.text) as Document;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
  });
  afterAll(() => portal.close());

  it('the description of the API is valid OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toEqual(
      expect.objectContaining({ title: expect.stringMatching(/./), version: expect.stringMatching(/./) }),
    );
    const known = new Set(['openapi', 'info', 'tags', 'components', 'paths', 'webhooks', 'servers']);
    expect(Object.keys(document).filter((key) => !known.has(key))).toEqual([]);
  });

  it('the description documents bodies and refusals of imports, and webhooks of the portal', () => {
    const of = (id: string) => operations.find(({ operation }) => operation.operationId === id)?.operation;
    const put = of('sync.putTable');
    expect(Object.keys(put?.requestBody?.content ?? {})).toEqual([
      'multipart/form-data',
      'text/csv',
      'application/json',
    ]);
    expect(Object.keys(put?.responses ?? {})).toEqual([
      '200',
      '401',
      '403',
      '409',
      '413',
      '415',
      '422',
      '429',
      '503',
      '4XX',
      'default',
    ]);
    expect(Object.keys(of('sync.listChanges')?.responses ?? {})).toContain('410');
    const { changed } = (document as unknown as { webhooks: Record<string, { post: Operation }> }).webhooks;
    expect(names(changed?.post.parameters ?? [], 'header')).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    expect(JSON.stringify(changed?.post.requestBody)).toContain('parcelas.mudou');
  });

  it('the description of the API has one operation for each call, and no other', () => {
    const described = operations.map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`);
    const called = allEndpoints().map(
      ({ name, call }) => `${name} ${call.method.toLowerCase()} ${API_PREFIX}${call.path}`,
    );
    expect(described.toSorted()).toEqual(called.toSorted());
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(called.length);
  });

  it('every operation is valid, with a tag and a summary', () => {
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const { path, method, operation } of operations) {
      expect(METHODS, path).toContain(method);
      expect(path).toMatch(/^\/api\/v1\/[\w{}./-]+$/);
      expect(operation.summary.length, path).toBeGreaterThan(5);
      expect(operation.tags.every((tag) => tags.has(tag))).toBe(true);
      expect(Object.keys(operation.responses), path).toEqual(expect.arrayContaining(['200', '4XX', 'default']));
      expect(
        Object.keys(operation.responses).every((key) => /^(200|4\d\d|4XX|503|default)$/.test(key)),
        path,
      ).toBe(true);
      for (const { description } of Object.values(operation.responses)) expect(description).not.toBe('');
      if (method === 'get') expect(operation.requestBody, path).toBeUndefined();
    }
  });

  it('the description of the API names exactly the parameters of each path, each once and required', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(names(operation.parameters, 'path').toSorted(), path).toEqual(inPath.toSorted());
      const keys = operation.parameters.map((each) => `${each.in} ${each.name}`);
      expect(new Set(keys).size, path).toBe(keys.length);
      for (const each of operation.parameters) {
        if (each.in === 'path') expect(each.required).toBe(true);
        expect(each.schema).toBeTypeOf('object');
      }
    }
  });

  it('AUTH-26, CONST-16: the description of the API says which calls need a bearer and which a clock', () => {
    for (const { name, call } of allEndpoints()) {
      const found = operations.find(({ operation }) => operation.operationId === name)?.operation;
      expect(found?.security, name).toEqual(call.auth === 'none' ? [] : [{ bearer: [] }]);
      expect(names(found?.parameters ?? [], 'header').includes('tmz'), name).toBe(!call.path.startsWith('portal/cep/'));
    }
    expect(document.components.securitySchemes?.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
  });

  it('every reference in the description resolves', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, to = '']) => to);
    expect(references.length).toBeGreaterThan(0);
    for (const reference of new Set(references)) {
      expect(reference).toMatch(/^#\//);
      const steps = reference.slice(2).split('/');
      const found = steps.reduce<unknown>(
        (value, step) => (value as Record<string, unknown> | undefined)?.[step],
        document,
      );
      expect(found, reference).toBeTypeOf('object');
    }
  });

  it('API-94 every refusal is {detail}', () => {
    expect(document.components.schemas?.Error).toMatchObject({
      properties: { detail: { type: 'string' } },
      required: expect.arrayContaining(['detail']),
    });
  });

  it('the reference page loads only files of the portal, and these exist', async () => {
    for (const path of ['/api/docs', '/api/docs/']) {
      const page = await sendRaw(portal, path);
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.text).toContain('lang="pt-BR"');
      const sources = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, source = '']) => source);
      expect(sources.length).toBeGreaterThan(2);
      for (const source of sources) {
        expect(source).toMatch(/^\/api\/docs\/[\w.-]+$/);
        const piece = await sendRaw(portal, source);
        expect([piece.status, piece.bytes.byteLength > 50], source).toEqual([200, true]);
        expect(piece.headers['content-type']).toMatch(source.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
      }
      // The policy restricts all requests of the page to this host.
      const policy = String(page.headers['content-security-policy']).split('; ');
      expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]));
      expect(policy.join(' ')).not.toMatch(/https?:|\*|unsafe-eval/);
      expect(page.text).not.toMatch(/<script>|\son\w+=/);
    }
    expect((await sendRaw(portal, '/api/docs/start.js')).text).toContain("url: '/api/v1/openapi.json'");
  });
});
