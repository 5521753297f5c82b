import { z } from 'zod';
import { OneId } from '#lib/contract/shapes.schema.ts';
import { operation } from '../../core/http/operation.ts';
import { owner, teacher, teacherOf, user } from '../../core/http/who.ts';
import { classTeacher } from '../teaching/taught-class.ts';
import { endThreadsInput, listInput, replyInput, sendInput } from './inputs.ts';
import { listOwnThreads } from './list-threads.ts';
import { listOwnMessages, readMessage, readThread } from './read.ts';
import { familyThread, taughtThread } from './thread.ts';
import {
  answerThread,
  endThreads,
  markRead,
  markThreadAnswered,
  readForm,
  replyToThread,
  reportThread,
  sendMessage,
} from './write.ts';

/** A student in the class, or the guardian of a minor. */
const family = owner('thread', (ctx, { id }: { id: number }) => familyThread(ctx, id));
const threadTeacher = teacherOf('thread', (ctx, { id }: { id: number }) => taughtThread(ctx, id));
const messageTeacher = teacherOf('class-message');

/** The operations of class messages. */
export const classMessagesOperations = {
  /** The recipients of a message to a class. */
  getClassMessageForm: operation({
    who: classTeacher,
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: (_input, ctx) => readForm(ctx, ctx.thing),
  }),
  /** Writes to the students of an own class; guardians of minors get it too. */
  sendClassMessage: operation({
    who: classTeacher,
    does: 'writes',
    connected: 'staff',
    input: sendInput,
    keyed: true,
    run: (input, ctx) => sendMessage(ctx, ctx.thing, input),
  }),
  /** The own messages to classes, and the number of unanswered replies. */
  listOwnClassMessages: operation({
    who: teacher,
    does: 'reads',
    connected: 'staff',
    input: listInput,
    run: (query, ctx) => listOwnMessages(ctx, query),
  }),
  /** A message with its readers and replies, for its author and the office. */
  getClassMessage: operation({
    who: messageTeacher,
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => readMessage(ctx, id),
  }),
  /** Ends one thread of a message, or all. */
  endThreads: operation({
    who: messageTeacher,
    does: 'writes',
    connected: 'staff',
    input: endThreadsInput,
    run: (input, ctx) => endThreads(ctx, input),
  }),
  /** Answers a student or guardian. */
  answerThread: operation({
    who: threadTeacher,
    does: 'writes',
    connected: 'staff',
    input: replyInput,
    keyed: true,
    run: (input, ctx) => answerThread(ctx, ctx.thing, input),
  }),
  /** Marks a reply that needs no answer as answered. */
  markThreadAnswered: operation({
    who: threadTeacher,
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: (_input, ctx) => markThreadAnswered(ctx, ctx.thing),
  }),
  /** Open threads of the user and of minors whose guardian the user is, and their schools without messages. */
  listOwnThreads: operation({
    who: user,
    does: 'reads',
    connected: 'classes',
    input: z.object({}),
    run: (_input, ctx) => listOwnThreads(ctx),
  }),
  /** A thread of the user, or of a minor whose guardian the user is. */
  getThread: operation({
    who: family,
    does: 'reads',
    connected: 'classes',
    input: OneId,
    run: (_input, ctx) => readThread(ctx, ctx.thing),
  }),
  /** Answers the teacher. */
  replyToThread: operation({
    who: family,
    does: 'writes',
    connected: 'classes',
    input: replyInput,
    keyed: true,
    run: (input, ctx) => replyToThread(ctx, ctx.thing, input),
  }),
  /** Records that the user read the thread. */
  markThreadRead: operation({
    who: family,
    does: 'writes',
    connected: 'classes',
    input: OneId,
    run: (_input, ctx) => markRead(ctx, ctx.thing.id),
  }),
  /** Reports a thread to the office. */
  reportThread: operation({
    who: family,
    does: 'writes',
    connected: 'classes',
    input: OneId,
    run: (_input, ctx) => reportThread(ctx, ctx.thing),
  }),
};
