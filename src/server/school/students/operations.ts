import { OneId } from '#lib/contract/shapes.schema.ts';
import * as contract from '#lib/contract/students.ts';
import { once } from '../../core/http/once.ts';
import { endpoint, staffOperation } from '../../core/http/operation.ts';
import { staff } from '../../core/http/who.ts';
import { createStudent } from './create-student.ts';
import { inviteGuardian, sendGuardianVerification } from './guardian-invitations.ts';
import {
  createStudentInput,
  endCourseInput,
  getPersonInput,
  inviteStudentsInput,
  listStudentsInput,
  moveStudentInput,
  sendGuardianVerificationInput,
} from './inputs.ts';
import { inviteStudents, printInvitations } from './invitations.ts';
import { downloadStudents, listStudents } from './list-students.ts';
import { endCourse, moveStudent, resumeCourse } from './move-student.ts';
import { readPerson } from './read-person.ts';

/** The operations on students. */
export const studentsOperations = {
  /** The students in reach by name, with how many there are of each state. */
  listStudents: staffOperation({
    who: staff('alunos'),
    does: 'reads',
    connected: 'staff',
    input: listStudentsInput,
    run: (query, ctx) => listStudents(ctx, query),
  }),
  /** The record of a person. */
  getPerson: staffOperation({
    who: staff('alunos', 'person'),
    does: 'reads',
    connected: 'staff',
    input: getPersonInput,
    run: (input, ctx) => readPerson(ctx, input),
  }),
  /** Creates a student with an account, also from a lead who enrols. */
  createStudent: staffOperation({
    who: staff('alunos'),
    does: 'writes',
    connected: 'staff',
    input: createStudentInput,
    keyed: true,
    run: async (body, ctx) => {
      const hash = await ctx.hashes.hash(crypto.randomUUID());
      const made = await once(ctx, 'student-create', body, (tx) => createStudent(ctx, tx, body, hash));
      ctx.wake();
      return made;
    },
  }),
  /** Moves a student to another unit of the school, with a history entry. */
  moveStudent: staffOperation({
    who: staff('alunos', 'person'),
    does: 'writes',
    connected: 'staff',
    input: moveStudentInput,
    run: (input, ctx) => moveStudent(ctx, input),
  }),
  /** Ends the course of a student with the classes, and optionally the access. */
  endCourse: staffOperation({
    who: staff('alunos', 'person'),
    does: 'writes',
    connected: 'staff',
    input: endCourseInput,
    reauthenticate: ({ manter_acesso }) => manter_acesso !== true,
    run: (input, ctx) => endCourse(ctx, input),
  }),
  /** Reverts the end of a course: classes and access are restored. */
  resumeCourse: staffOperation({
    who: staff('alunos', 'person'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => resumeCourse(ctx, id),
  }),
  /** Invites some students, or everybody who was not invited; the mails are sent one after another. */
  inviteStudents: staffOperation({
    who: staff('alunos'),
    does: 'writes',
    connected: 'staff',
    input: inviteStudentsInput,
    run: (body, ctx) => inviteStudents(ctx, body),
  }),
  /** Invites the guardian of a minor, or invites again. */
  inviteGuardian: staffOperation({
    who: staff('alunos', 'student'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => inviteGuardian(ctx, id),
  }),
  /** Mails the link that verifies the e-mail of a guardian who will become a student. */
  sendGuardianVerification: staffOperation({
    who: staff('alunos'),
    does: 'writes',
    connected: 'staff',
    input: sendGuardianVerificationInput,
    run: ({ cpf }, ctx) => sendGuardianVerification(ctx, cpf ?? ''),
  }),
  downloadStudents: endpoint(contract.downloadStudents, {
    who: staff('alunos'),
    connected: 'staff',
    reauthenticate: 'always',
    run: ({ query }, ctx) => downloadStudents(ctx, query),
  }),
  printInvitations: endpoint(contract.printInvitations, {
    who: staff('alunos', 'student'),
    connected: 'staff',
    reauthenticate: 'always',
    run: ({ query }, ctx) => printInvitations(ctx, query),
  }),
};
