import { z } from 'zod';
import { MessageLimits } from '#lib/contract/broadcasts.schema.ts';
import { OneId, PageQuery } from '#lib/contract/shapes.schema.ts';
import { operation } from '../http/operation.ts';
import { staff, staffOfWholeSchool } from '../http/who.ts';
import { listAudiences } from './audiences.ts';
import { cancelBroadcast } from './cancel-broadcast.ts';
import { readGivenUpMails, resendMail, resendMails } from './given-up-mails.ts';
import { readLimits, updateLimits } from './limits.ts';
import { listAudienceChoices } from './preview-audience.ts';
import { deleteTemplate, listTemplates } from './templates.ts';

/** What the area offers. */
export const broadcastsOperations = {
  /** Stops a scheduled notification, or one that is being sent. */
  cancelBroadcast: operation({
    who: staff('mensagens', 'broadcast'),
    does: 'writes',
    connected: 'devices',
    input: OneId,
    run: ({ id }, ctx) => cancelBroadcast(ctx, id),
  }),
  /** What an audience can be made of. */
  listAudienceChoices: operation({
    who: staff('mensagens'),
    does: 'reads',
    connected: 'composed',
    input: z.object({}),
    run: (_input, ctx) => listAudienceChoices(ctx),
  }),
  /** Audiences with a name. */
  listAudiences: operation({
    who: staff('mensagens'),
    does: 'reads',
    connected: 'devices',
    input: z.object({}),
    run: (_input, ctx) => listAudiences(ctx),
  }),
  /** How many messages of staff a person gets at most. */
  getMessageLimits: operation({
    who: staffOfWholeSchool('mensagens'),
    does: 'reads',
    connected: 'devices',
    input: z.object({}),
    run: (_input, ctx) => readLimits(ctx),
  }),
  /** Changes how many messages of staff a person gets at most. */
  updateMessageLimits: operation({
    who: staffOfWholeSchool('mensagens'),
    does: 'writes',
    connected: 'devices',
    input: MessageLimits,
    run: (body, ctx) => updateLimits(ctx, body),
  }),
  /** Texts to begin a message with. */
  listTemplates: operation({
    who: staff('mensagens'),
    does: 'reads',
    connected: 'composed',
    input: z.object({}),
    run: (_input, ctx) => listTemplates(ctx),
  }),
  /** Mails in reach that did not leave, the newest first. */
  listGivenUpMails: operation({
    who: staff('mensagens'),
    does: 'reads',
    connected: 'staff',
    input: PageQuery.extend({ estado: z.literal('podem_sair').optional() }),
    run: (query, ctx) => readGivenUpMails(ctx, query),
  }),
  /** Puts a mail that was given up back among those that wait. */
  resendMail: operation({
    who: staff('mensagens', 'mail'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => resendMail(ctx, id),
  }),
  /** Puts back all mails in reach that were given up and can still leave. */
  resendMails: operation({
    who: staff('mensagens'),
    does: 'writes',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => resendMails(ctx),
  }),
  /** Deletes an own text. */
  deleteTemplate: operation({
    who: staffOfWholeSchool('mensagens', 'template'),
    does: 'writes',
    connected: 'devices',
    input: OneId,
    run: ({ id }, ctx) => deleteTemplate(ctx, id),
  }),
};
