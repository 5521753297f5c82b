import { z } from 'zod';
import { API_PREFIX, type Call, type CallSchema } from '#lib/contract/core.ts';
import { type CallName, contract, everyCall, schemaOf } from '#lib/contract/index.schema.ts';
import { ErrorBody } from '#lib/contract/shapes.schema.ts';

type JsonSchema = Record<string, unknown>;

/** The OpenAPI 3.1 document of every call of the contract. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, call } of everyCall()) {
    const path = API_PREFIX + call.path;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call, schemaOf(name)) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Portal do Aluno', version: '1', description: 'Every call that the portal makes and serves.' },
    tags: Object.keys(contract).map((name) => ({ name })),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: toJson(ErrorBody, 'output') },
    },
    paths,
  };
}

function operation(name: CallName, call: Call, schema: CallSchema) {
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: schema.summary,
    description: `${schema.ledger}${call.host === 'drive' ? ' · drive host' : ''}`,
    security: call.auth === 'none' ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters('path', schema.params),
      ...parameters('query', schema.query),
      ...(call.tmz === false
        ? []
        : [{ name: 'tmz', in: 'header', schema: { type: 'number' }, description: 'Hours east of UTC' }]),
      ...(call.keyed
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              schema: { type: 'string', format: 'uuid' },
              description: 'Sent again with the same key, the call counts once',
            },
          ]
        : []),
    ],
    ...(schema.body && {
      requestBody: { required: true, content: { [bodyType(call)]: { schema: toJson(schema.body, 'input') } } },
    }),
    responses: {
      200: {
        description: 'Answer',
        content: call.result
          ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
          : { 'application/json': { schema: toJson(schema.result, 'output') } },
      },
      default: {
        description: 'Refused, with a Portuguese detail',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

const bodyType = (call: Call) =>
  call.body === 'form'
    ? 'application/x-www-form-urlencoded'
    : call.body === 'multipart'
      ? 'multipart/form-data'
      : 'application/json';

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJson(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, part]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: part,
  }));
}

function toJson(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as JsonSchema;
  return rest;
}
