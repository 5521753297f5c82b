import type * as students from '#lib/contract/students.ts';
import type { Routes } from '../http/handler.ts';
import { once } from '../http/once.ts';
import { createStudent } from './create-student.ts';
import { inviteStudents } from './invite-students.ts';
import { downloadStudents, listStudents } from './list-students.ts';
import { endCourse, moveStudent, resumeCourse } from './move-student.ts';
import { printInvitations } from './print-invitations.ts';
import { readStudent } from './read-student.ts';

export const studentsRoutes: Routes<typeof students> = {
  listStudents: ({ query }, ctx) => listStudents(ctx, query),
  downloadStudents: ({ query }, ctx) => downloadStudents(ctx, query),
  getStudent: ({ params }, ctx) => readStudent(ctx, params.id),
  createStudent: async ({ body }, ctx) => {
    const hash = await ctx.hashes.hash(crypto.randomUUID());
    const made = await once(ctx, 'student-create', body, (tx) => createStudent(ctx, tx, body, hash));
    ctx.wake();
    return made;
  },
  moveStudent: ({ params, body }, ctx) => moveStudent(ctx, params.id, body),
  endCourse: ({ params, body }, ctx) => endCourse(ctx, params.id, body),
  resumeCourse: ({ params }, ctx) => resumeCourse(ctx, params.id),
  inviteStudents: ({ body }, ctx) => inviteStudents(ctx, body),
  printInvitations: ({ query }, ctx) => printInvitations(ctx, query),
};
