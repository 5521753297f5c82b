import { z } from 'zod';
import { API_PREFIX, type Call, type CallSchema } from '#lib/contract/core.ts';
import { areaDescriptions, type CallName, everyCall, schemaOf } from '#lib/contract/index.schema.ts';
import { ErrorBody } from '#lib/contract/shapes.schema.ts';
import { Change, ChangeKind } from '#lib/contract/sync-changes.schema.ts';
import { MAX_CELL, MAX_COLUMNS, MAX_SYNC_ROWS } from '#lib/format/limits.ts';

const kinds = ChangeKind.options;

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
    info: {
      title: 'Portal do Aluno',
      version: '1',
      description: 'Every call that the portal makes and serves.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The portal that serves this document' }],
    tags: Object.entries(areaDescriptions).map(([name, description]) => ({ name, description })),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: toJson(ErrorBody, 'output') },
    },
    paths,
    webhooks: webhooks(),
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
      requestBody: {
        required: true,
        content: {
          [bodyType(call)]: { schema: toJson(schema.body, 'input') },
          ...Object.fromEntries((call.raw ?? []).map((type) => [type, { schema: rawSchemas[type] ?? {} }])),
        },
      },
    }),
    responses: {
      200: {
        description: 'Answer',
        content: call.result
          ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
          : { 'application/json': { schema: toJson(schema.result, 'output') } },
      },
      ...Object.fromEntries(
        Object.entries(schema.refusals ?? {}).map(([status, description]) => [status, refusal(description)]),
      ),
      '4XX': refusal('Refused, with a Portuguese detail'),
      default: refusal('Failed on the side of the portal, with a Portuguese detail'),
    },
  };
}

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** A body that is the table itself. A form may also hold a workbook of Excel. */
const rawSchemas: Readonly<Record<string, JsonSchema>> = {
  'text/csv': { type: 'string', description: 'UTF-8, separated by “;” or “,”; the first line names the columns' },
  'application/json': {
    type: 'array',
    maxItems: MAX_SYNC_ROWS,
    items: {
      type: 'object',
      maxProperties: MAX_COLUMNS,
      additionalProperties: { type: ['string', 'number', 'boolean', 'null'], maxLength: MAX_CELL },
    },
  },
};

/** What the portal sends to other systems (0119). */
function webhooks() {
  const header = (name: string, description: string) => ({
    ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
  });
  return {
    changed: {
      post: {
        operationId: 'webhooks.changed',
        tags: ['sync'],
        // The signature proves the sender.
        security: [],
        summary: 'Something changed, signed by Standard Webhooks. It comes at least once, and for each thing in order',
        parameters: [
          header('webhook-id', 'The same in each try of a message'),
          header('webhook-timestamp', 'Seconds since 1970'),
          header('webhook-signature', '`v1,` and the base64 of HMAC-SHA-256 over `id.timestamp.body`; two by a blank'),
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['type', 'timestamp', 'data'],
                properties: {
                  type: {
                    type: 'string',
                    enum: ['teste', ...kinds.flatMap((kind) => [`${kind}.mudou`, `${kind}.saiu`])],
                  },
                  timestamp: { type: 'string', format: 'date-time' },
                  data: { anyOf: [toJson(Change, 'output'), { type: 'object', description: 'Empty, in a test' }] },
                },
              },
            },
          },
        },
        responses: {
          '2XX': { description: 'Taken' },
          410: { description: 'Gone: after three in a row the portal stops' },
          default: { description: 'Tried again, later each time, for three days' },
        },
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
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    ...{ io, unrepresentable: 'any', reused: 'inline' },
    override: ({ jsonSchema }) => nameProperties(jsonSchema),
  }) as JsonSchema;
  return rest;
}

/** A record with known keys becomes an object: zod requires its keys without naming them as properties. */
function nameProperties(schema: JsonSchema): void {
  const { required, properties, additionalProperties } = schema;
  if (!Array.isArray(required) || properties) return;
  schema.properties = Object.fromEntries(required.map((key) => [key, additionalProperties]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}
