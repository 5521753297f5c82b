import { z } from 'zod';
import { DocumentCode, DocumentKind } from '#lib/contract/account.schema.ts';
import { Text } from '#lib/contract/shapes.schema.ts';
import { checkDocument } from '../documents/check-document.ts';
import { createDocument } from '../documents/create-document.ts';
import { operation } from '../http/operation.ts';
import { owner, visitor } from '../http/who.ts';

/** What the area offers. */
export const accountOperations = {
  /** Makes a document of the own enrolment. */
  createDocument: operation({
    who: owner('document'),
    does: 'writes',
    connected: 'grades',
    input: z.object({ tipo: DocumentKind, referencia: Text(60).nullish() }),
    run: (body, ctx) => createDocument(ctx, body),
  }),
  /** Whether a document is genuine. */
  verifyDocument: operation({
    who: visitor,
    does: 'reads',
    connected: 'here',
    input: DocumentCode,
    run: ({ code }, ctx) => checkDocument(ctx, code),
  }),
};
