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
import { Detail, IdParam, OneId } from '#lib/contract/shapes.schema.ts';
import { endpoint, islandOperation, operation, staffOperation } from '../../core/http/operation.ts';
import { staff, staffOfWholeSchool } from '../../core/http/who.ts';
import { createAudience, deleteAudience, listAudiences, updateAudience } from './audiences.ts';
import { cancelBroadcast } from './cancel-broadcast.ts';
import { readFailedEmails, resendMails } from './failed-emails.ts';
import {
  getSchoolBroadcastInput,
  listFailedEmailsInput,
  listSchoolBroadcastsInput,
  messageSomeInput,
  previewAudienceInput,
  resendMailsInput,
  someInput,
} from './inputs.ts';
import { readLimits, updateLimits } from './limits.ts';
import { messageClasses, messagePeople } from './message-some.ts';
import { listAudienceChoices, previewAudience } from './preview-audience.ts';
import { listOutcomes, readLog } from './read-log.ts';
import { listSchoolBroadcasts, readSchoolBroadcast } from './school-broadcasts.ts';
import { sendBroadcast } from './send-broadcast.ts';
import { createTemplate, deleteTemplates, listTemplates } from './templates.ts';
import {
  createBroadcast,
  deleteBroadcast,
  deleteBroadcasts,
  listBroadcasts,
  updateBroadcast,
} from './write-broadcast.ts';

/** The operations of broadcasts. */
export const broadcastsOperations = {
  /** Stops a scheduled broadcast, or one that is being sent. */
  cancelBroadcast: staffOperation({
    who: staff('mensagens', 'broadcast'),
    does: 'writes',
    connected: 'devices',
    input: OneId,
    run: ({ id }, ctx) => cancelBroadcast(ctx, id),
  }),
  /** The options for an audience. */
  listAudienceChoices: operation({
    who: staff('mensagens'),
    does: 'reads',
    connected: 'composed',
    input: z.object({}),
    run: (_input, ctx) => listAudienceChoices(ctx),
  }),
  /** Saved audiences. */
  listAudiences: operation({
    who: staff('mensagens'),
    does: 'reads',
    connected: 'devices',
    input: z.object({}),
    run: (_input, ctx) => listAudiences(ctx),
  }),
  /** The max. number of staff messages for a person. */
  getMessageLimits: staffOperation({
    who: staffOfWholeSchool('mensagens'),
    does: 'reads',
    connected: 'devices',
    input: z.object({}),
    run: (_input, ctx) => readLimits(ctx),
  }),
  /** Changes the max. number of staff messages for a person. */
  updateMessageLimits: staffOperation({
    who: staffOfWholeSchool('mensagens'),
    does: 'writes',
    connected: 'devices',
    input: MessageLimits,
    run: (body, ctx) => updateLimits(ctx, body),
  }),
  /** Templates for messages. */
  listTemplates: staffOperation({
    who: staff('mensagens'),
    does: 'reads',
    connected: 'composed',
    input: z.object({}),
    run: (_input, ctx) => listTemplates(ctx),
  }),
  /** Failed emails in reach, the newest first. */
  listFailedEmails: staffOperation({
    who: staff('mensagens'),
    does: 'reads',
    connected: 'staff',
    input: listFailedEmailsInput,
    run: (query, ctx) => readFailedEmails(ctx, query),
  }),
  /** Queues failed emails again: some, or all that can be sent again. */
  resendMails: staffOperation({
    who: staff('mensagens', 'mail'),
    does: 'writes',
    connected: 'staff',
    input: resendMailsInput,
    run: ({ ids }, ctx) => resendMails(ctx, ids),
  }),
  /** Deletes own texts. */
  deleteTemplates: staffOperation({
    who: staffOfWholeSchool('mensagens', 'template'),
    does: 'writes',
    connected: 'devices',
    input: someInput,
    keyed: true,
    run: (input, ctx) => deleteTemplates(ctx, input),
  }),
  /** Messages of the own school as the panel lists them. */
  listSchoolBroadcasts: staffOperation({
    who: staff('mensagens'),
    does: 'reads',
    connected: 'composed',
    input: listSchoolBroadcastsInput,
    run: (query, ctx) => listSchoolBroadcasts(ctx, query),
  }),
  /** One message with its outcome. */
  getSchoolBroadcast: staffOperation({
    who: staff('mensagens', 'broadcast'),
    does: 'reads',
    connected: 'composed',
    input: getSchoolBroadcastInput,
    run: (query, ctx) => readSchoolBroadcast(ctx, query),
  }),
  /** Its devices, with the outcome on each. */
  listOutcomes: staffOperation({
    who: staff('mensagens', 'broadcast'),
    does: 'reads',
    connected: 'composed',
    input: getSchoolBroadcastInput,
    run: (query, ctx) => listOutcomes(ctx, query),
  }),
  /** Deletes messages that were never sent. */
  deleteBroadcasts: staffOperation({
    who: staff('mensagens', 'broadcast'),
    does: 'writes',
    connected: 'composed',
    input: someInput,
    keyed: true,
    run: (input, ctx) => deleteBroadcasts(ctx, input),
  }),
  /** Sends one again to the devices that did not get it. */
  retryBroadcast: staffOperation({
    who: staff('mensagens', 'broadcast'),
    does: 'writes',
    connected: 'composed',
    input: OneId,
    keyed: true,
    run: ({ id }, ctx) => sendBroadcast(ctx, { id, only_failed_of: id }),
  }),
  /** Sends a message to the students of some classes. */
  messageClasses: staffOperation({
    who: staff('mensagens', 'class'),
    does: 'writes',
    connected: 'staff',
    input: messageSomeInput,
    keyed: true,
    run: (input, ctx) => messageClasses(ctx, input),
  }),
  /** Sends a message to some people. */
  messagePeople: staffOperation({
    who: staff('mensagens', 'person'),
    does: 'writes',
    connected: 'staff',
    input: messageSomeInput,
    keyed: true,
    run: (input, ctx) => messagePeople(ctx, input),
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
  /** The size of an audience, with the first names of some people. */
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
  /** Changes a saved audience; sent messages are not affected. */
  updateAudience: islandOperation({
    who: staffOfWholeSchool('mensagens', 'audience'),
    does: 'writes',
    connected: 'devices',
    input: SavedAudienceInput.extend({ id: IdParam }),
    result: SavedAudience,
    run: ({ id, ...body }, ctx) => updateAudience(ctx, id, body),
  }),
  /** Deletes a saved audience. */
  deleteAudience: islandOperation({
    who: staffOfWholeSchool('mensagens', 'audience'),
    does: 'writes',
    connected: 'devices',
    input: OneId,
    result: Detail,
    run: ({ id }, ctx) => deleteAudience(ctx, id),
  }),
  /** Saves a text as a template. */
  createTemplate: islandOperation({
    who: staffOfWholeSchool('mensagens'),
    does: 'writes',
    connected: 'devices',
    input: TemplateInput,
    result: Template,
    run: (body, ctx) => createTemplate(ctx, body),
  }),
};
