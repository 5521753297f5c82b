import type * as students from '#lib/contract/students.ts';
import type { Routes } from '../http/handler.ts';
import { downloadStudents } from './list-students.ts';
import { printInvitations } from './print-invitations.ts';

export const studentsRoutes: Routes<typeof students> = {
  downloadStudents: ({ query }, ctx) => downloadStudents(ctx, query),
  printInvitations: ({ query }, ctx) => printInvitations(ctx, query),
};
