import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call, CallSchema } from '../../../../src/lib/contract/core.ts';
import { contract, schemas } from '../../../../src/lib/contract/index.schema.ts';
import { Instant } from '../../../../src/lib/contract/shapes.schema.ts';
import { allOperations } from '../../../../src/server/app.ts';

interface Json {
  type?: string;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  enum?: unknown[];
  const?: unknown;
  items?: Json;
  properties?: Record<string, Json>;
  additionalProperties?: Json | boolean;
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
}

/** A pattern with an unlimited repetition accepts any length. */
const isEndless = (pattern: string) =>
  /[*+]|\{\d+,\}/.test(
    pattern
      .replace(/\\./g, '')
      .replace(/\[[^\]]*\]/g, '')
      .replace(/\(\?[:=!]/g, '('),
  );

/** The paths in a schema that accept a text, list or record of any size, or any value. */
function unbounded(schema: Json, path: string): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (parts.length > 0) return parts.flatMap((part) => unbounded(part, path));
  if (schema.enum || schema.const !== undefined) return [];
  switch (schema.type) {
    case 'string':
      return schema.maxLength !== undefined || (schema.pattern && !isEndless(schema.pattern)) ? [] : [path];
    case 'array':
      return [...(schema.maxItems === undefined ? [path] : []), ...unbounded(schema.items ?? {}, `${path}[]`)];
    case 'object': {
      const fields = Object.entries(schema.properties ?? {});
      const isRecord = typeof schema.additionalProperties === 'object';
      return [...(isRecord ? [path] : []), ...fields.flatMap(([name, field]) => unbounded(field, `${path}.${name}`))];
    }
    case undefined:
      return [path];
    default:
      return [];
  }
}

const entries = Object.entries(contract).flatMap(([area, calls]) =>
  Object.entries(calls as Record<string, Call>).map(([name, call]) => ({
    name: `${area}.${name}`,
    call,
    schema: (schemas as Record<string, Record<string, CallSchema>>)[area]?.[name] as CallSchema,
  })),
);
const parts = ['params', 'query', 'body'] as const;

/** All that a caller sends: the parts of each call, and what each operation takes. */
const sent: readonly (readonly [where: string, schema: z.ZodType])[] = [
  ...entries.flatMap(({ name, schema }) =>
    parts.flatMap((part) => {
      const each = schema[part];
      return each ? [[`${name} ${part}`, each] as const] : [];
    }),
  ),
  ...allOperations().map(({ name, input }) => [`${name} input`, input] as const),
];

it('S1: every text and list in an input has a maximum size', () => {
  const found = sent.flatMap(([where, schema]) =>
    unbounded(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, where),
  );
  expect(found.sort()).toEqual([
    // Files: their handlers count the bytes.
    'abroad.resendDocuments body',
    'abroad.uploadDraftDocument body.file',
    'account.uploadAvatar body.file',
    'books.uploadBook body.file',
    'club.uploadRewardPicture body.file',
    // The provider's format, checked by its signature and limited by the maximum body size.
    'finance.receivePaymentWebhook body',
    // A bank's format, at an address that only the bank knows.
    'finance.receivePixCallback body',
    'pedagogico.uploadActivity body.file',
    // At most ten marks, see below.
    'promo.createLead input.utm',
    // At most 400 fields of an editor, each with a maximum size.
    'promo.savePromoDraft input.valores',
    'promo.uploadPromoPicture body.file',
    'sync.putTable body.file',
    'sync.uploadSheet body.file',
    'teaching.addCorrection body.file',
    'teaching.uploadLessonFile body.file',
    // Keys of a closed list.
    'tour.markTourDone body',
    // A file again.
    'travel.uploadCampaignPicture body.file',
    // Meta's format, checked by its signature and limited by the maximum body size.
    'whatsapp.receiveWhatsappWebhook body',
  ]);
});

/** The paths in a schema that accept an integer too large for a PostgreSQL column. */
function beyondColumns(schema: unknown, path: string): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const { type, maximum } = schema as { type?: unknown; maximum?: number };
  const here = type === 'integer' && !(Number(maximum) <= 2_147_483_647) ? [path] : [];
  return [...here, ...Object.entries(schema).flatMap(([name, part]) => beyondColumns(part, `${path}.${name}`))];
}

it('S1: every integer in an input fits its column', () => {
  // The parsed form, since an address carries text and only the parsed number has a maximum.
  const found = sent.flatMap(([where, schema]) =>
    beyondColumns(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }), where),
  );
  expect(found).toEqual([]);
});

it('S1: an instant has a limited number of decimals', () => {
  expect(Instant.safeParse('2026-11-21T00:40:11.123456789Z').success).toBe(true);
  expect(Instant.safeParse(`2026-11-21T00:40:11.${'1'.repeat(1000)}Z`).success).toBe(false);
  expect(Instant.safeParse('2026-11-21T00:40:11-03:00').success).toBe(false);
});

describe('two calls that could match one path', () => {
  const segmentsOf = ({ path }: Call) => path.split('/').filter(Boolean);
  const isFixed = (segment: string | undefined) => segment !== undefined && !segment.includes('{');
  const suffixOf = (segment: string) => segment.replace(/^\{\w+\}/, '');
  const overlap = (a: string, b: string) =>
    isFixed(a) && isFixed(b)
      ? a === b
      : isFixed(a)
        ? a.endsWith(suffixOf(b))
        : isFixed(b)
          ? b.endsWith(suffixOf(a))
          : true;
  const pairs = entries.flatMap((one, index) =>
    entries.slice(index + 1).flatMap((other) => {
      const [a, b] = [segmentsOf(one.call), segmentsOf(other.call)];
      const meet =
        one.call.method === other.call.method &&
        a.length === b.length &&
        a.every((segment, at) => overlap(segment, b[at] as string));
      return meet ? [[one, other] as const] : [];
    }),
  );
  const fixedIn = ({ call }: { call: Call }) => segmentsOf(call).filter(isFixed).length;

  it('API-12, API-21, API-22, API-71, API-73: exactly three known pairs overlap', () => {
    expect(
      pairs
        .map((pair) =>
          pair
            .map(({ name }) => name)
            .sort()
            .join(' '),
        )
        .sort(),
    ).toEqual([
      'account.getUser books.listUserBooks',
      'books.getBook books.listUserBooks',
      'travel.getCampaign travel.listQrCodes',
    ]);
  });

  it.each(pairs.map((pair) => [`${pair[0].name} and ${pair[1].name}`, ...pair] as const))(
    '%s: fixed segments decide, or the fixed words are invalid as parameters',
    (_names, one, other) => {
      const [a, b] = [segmentsOf(one.call), segmentsOf(other.call)];
      const shared = a.map((segment, at) => (isFixed(segment) ? segment : (b[at] as string)));
      const takes = ({ call, schema }: typeof one) => {
        const params = segmentsOf(call).flatMap((segment, at) => {
          const name = /^\{(\w+)\}/.exec(segment)?.[1];
          return name ? [[name, isFixed(shared[at]) ? shared[at] : '7'] as const] : [];
        });
        return schema.params === undefined || schema.params.safeParse(Object.fromEntries(params)).success;
      };
      expect(fixedIn(one) !== fixedIn(other) || !(takes(one) && takes(other))).toBe(true);
    },
  );
});
