import { z } from 'zod';
import {
  MessageLimits,
  Reach,
  SavedAudience,
  SavedAudienceInput,
  Template,
  TemplateInput,
} from '#lib/contract/broadcasts.schema.ts';
import * as contract from '#lib/contract/broadcasts.ts';
import { Detail, IdParam, OneId, PageQuery } from '#lib/contract/shapes.schema.ts';
import { endpoint, islandOperation, operation } from '../../core/http/operation.ts';
import { staff, staffOfWholeSchool } from '../../core/http/who.ts';
import { createAudience, deleteAudience, listAudiences, updateAudience } from './audiences.ts';
import { cancelBroadcast } from './cancel-broadcast.ts';
import { readGivenUpMails, resendMail, resendMails } from './given-up-mails.ts';
import { previewAudienceInput } from './inputs.ts';
import { readLimits, updateLimits } from './limits.ts';
import { listAudienceChoices, previewAudience } from './preview-audience.ts';
import { readLog } from './read-log.ts';
import { sendBroadcast } from './send-broadcast.ts';
import { createTemplate, deleteTemplate, listTemplates } from './templates.ts';
import { createBroadcast, deleteBroadcast, listBroadcasts, updateBroadcast } from './write-broadcast.ts';

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
  createBroadcast: endpoint(contract.createBroadcast, {
    who: staff('mensagens'),
    connected: 'host',
    run: ({ body }, ctx) => createBroadcast(ctx, body),
  }),
  listBroadcasts: endpoint(contract.listBroadcasts, {
    who: staff('mensagens'),
    connected: 'host',
    run: ({ query }, ctx) => listBroadcasts(ctx, query),
  }),
  updateBroadcast: endpoint(contract.updateBroadcast, {
    who: staff('mensagens', 'broadcast'),
    connected: 'host',
    run: ({ body }, ctx) => updateBroadcast(ctx, body),
  }),
  deleteBroadcast: endpoint(contract.deleteBroadcast, {
    who: staff('mensagens', 'broadcast'),
    connected: 'host',
    run: ({ params }, ctx) => deleteBroadcast(ctx, params.id),
  }),
  sendBroadcast: endpoint(contract.sendBroadcast, {
    who: staff('mensagens', 'broadcast'),
    connected: 'host',
    run: ({ body }, ctx) => sendBroadcast(ctx, body),
  }),
  getBroadcastLog: endpoint(contract.getBroadcastLog, {
    who: staff('mensagens', 'broadcast'),
    connected: 'host',
    run: ({ params, query }, ctx) => readLog(ctx, params.id, query),
  }),
  /** Whom an audience reaches, with the first names of some. */
  previewAudience: islandOperation({
    who: staff('mensagens'),
    does: 'reads',
    connected: 'devices',
    input: previewAudienceInput,
    result: Reach,
    run: (query, ctx) => previewAudience(ctx, query),
  }),
  /** Stores an audience under a name. */
  createAudience: islandOperation({
    who: staffOfWholeSchool('mensagens'),
    does: 'writes',
    connected: 'devices',
    input: SavedAudienceInput,
    result: SavedAudience,
    run: (body, ctx) => createAudience(ctx, body),
  }),
  /** Changes a kept audience; sent messages stay. */
  updateAudience: islandOperation({
    who: staffOfWholeSchool('mensagens', 'audience'),
    does: 'writes',
    connected: 'devices',
    input: SavedAudienceInput.extend({ id: IdParam }),
    result: SavedAudience,
    run: ({ id, ...body }, ctx) => updateAudience(ctx, id, body),
  }),
  /** Deletes a kept audience. */
  deleteAudience: islandOperation({
    who: staffOfWholeSchool('mensagens', 'audience'),
    does: 'writes',
    connected: 'devices',
    input: OneId,
    result: Detail,
    run: ({ id }, ctx) => deleteAudience(ctx, id),
  }),
  /** Stores a text for later. */
  createTemplate: islandOperation({
    who: staffOfWholeSchool('mensagens'),
    does: 'writes',
    connected: 'devices',
    input: TemplateInput,
    result: Template,
    run: (body, ctx) => createTemplate(ctx, body),
  }),
};
