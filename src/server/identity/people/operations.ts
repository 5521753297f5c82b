import { z } from 'zod';
import { Joining } from '#lib/contract/people.schema.ts';
import { Role, StaffInput } from '#lib/contract/people-team.schema.ts';
import { IdParam, OneId } from '#lib/contract/shapes.schema.ts';
import { operation, staffOperation } from '../../core/http/operation.ts';
import { forbidden } from '../../core/http/refusal.ts';
import { staff } from '../../core/http/who.ts';
import { handOver, readDuties, requireNoDuties } from '../../study/teaching/hand-over.ts';
import { handOverClassesInput } from '../../study/teaching/inputs.ts';
import { endRole, setBlock } from '../account/change-access.ts';
import { changeAccess, resetFactors } from './access.ts';
import { endWork } from './end-work.ts';
import { listAuditInput, listTeamInput, listUnlinkedInput, updateRightsInput, updateUserInput } from './inputs.ts';
import { enrollAccount, joinAccount, refuseProposal } from './join-account.ts';
import { listUnlinked } from './list-unlinked.ts';
import { readAudit } from './read-audit.ts';
import { inviteStaff, listTeam, readTeamMember, resendInvitation, updateRights } from './team.ts';
import { updateUser } from './update-user.ts';

/** The operations on people and staff. */
export const peopleOperations = {
  /** Changes the data of a user of the own school. */
  updateUser: operation({
    who: staff('alunos', 'person'),
    does: 'writes',
    connected: 'staff',
    input: updateUserInput,
    reauthenticate: (input) => 'email' in input,
    run: ({ id, ...body }, ctx) => updateUser(ctx, id, body),
  }),
  /** The staff in reach, by name. */
  listTeam: staffOperation({
    who: staff('equipe'),
    does: 'reads',
    connected: 'staff',
    input: listTeamInput,
    run: (query, ctx) => listTeam(ctx, query),
  }),
  /** A member of the staff in reach. */
  getTeamMember: staffOperation({
    who: staff('equipe', 'colleague'),
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => readTeamMember(ctx, id),
  }),
  /** Creates an account for a member of staff and mails the link that sets its password. */
  inviteStaff: staffOperation({
    who: staff('equipe'),
    does: 'writes',
    connected: 'staff',
    input: StaffInput,
    reauthenticate: 'always',
    run: (body, ctx) => inviteStaff(ctx, body),
  }),
  /** Mails a new link to a member of staff who has never logged in. */
  resendInvitation: staffOperation({
    who: staff('equipe', 'colleague'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => resendInvitation(ctx, id),
  }),
  /** The classes and substituted lessons that will have no teacher when a person leaves. */
  getTeachingDuties: staffOperation({
    who: staff('equipe', 'colleague'),
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: async ({ id }, ctx) => {
      await readTeamMember(ctx, id);
      return readDuties(ctx, id);
    },
  }),
  /** Assigns the classes and substituted lessons of a teacher to others; returns the remaining ones. */
  handOverClasses: staffOperation({
    who: staff('equipe', 'colleague'),
    does: 'writes',
    connected: 'staff',
    input: handOverClassesInput,
    reauthenticate: 'always',
    run: async (input, ctx) => {
      const { por_que_nao } = await readTeamMember(ctx, input.id);
      if (por_que_nao !== null) throw forbidden(por_que_nao);
      return handOver(ctx, input);
    },
  }),
  /** Removes the second factors of a member of staff who lost them; all sessions of that person end. */
  resetFactors: staffOperation({
    who: staff('equipe', 'colleague'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    reauthenticate: 'always',
    run: ({ id }, ctx) => resetFactors(ctx, id),
  }),
  /** Sets the rights of a member of staff, and their units. */
  updateRights: staffOperation({
    who: staff('equipe', 'colleague'),
    does: 'writes',
    connected: 'staff',
    input: updateRightsInput,
    reauthenticate: 'always',
    run: (input, ctx) => updateRights(ctx, input),
  }),
  /** Blocks or unblocks a user at once. */
  setUserBlock: staffOperation({
    who: staff('alunos', 'person'),
    does: 'writes',
    connected: 'staff',
    input: z.object({ id: IdParam, bloqueado: z.boolean() }),
    reauthenticate: 'always',
    run: ({ id, bloqueado }, ctx) => changeAccess(ctx, id, (actor) => setBlock(actor, id, bloqueado)),
  }),
  /** Ends all work of a member of staff, whose classes and substituted lessons are handed over. */
  endWork: staffOperation({
    who: staff('equipe', 'colleague'),
    does: 'writes',
    connected: 'staff',
    input: handOverClassesInput,
    reauthenticate: 'always',
    run: (input, ctx) => endWork(ctx, input),
  }),
  /** Takes a role from a user, whose sessions end at once. */
  endUserRole: staffOperation({
    who: staff('equipe', 'person'),
    does: 'writes',
    connected: 'staff',
    input: OneId.extend({ papel: Role }),
    reauthenticate: 'always',
    run: ({ id, papel }, ctx) =>
      changeAccess(ctx, id, async (actor) => {
        if (papel === 'professor') await requireNoDuties({ ...ctx, db: actor.db }, id);
        return endRole(actor, id, papel);
      }),
  }),
  /** Accounts without an enrolment that may be students of the own school, those with proposals first, by pages. */
  listUnlinked: staffOperation({
    who: staff('alunos'),
    does: 'reads',
    connected: 'staff',
    input: listUnlinkedInput,
    run: (query, ctx) => listUnlinked(ctx, query),
  }),
  /** Joins an account without an enrolment with the enrolment of the same person. */
  joinAccount: staffOperation({
    who: staff('alunos', 'account'),
    does: 'writes',
    connected: 'staff',
    input: OneId.and(Joining),
    reauthenticate: 'always',
    run: ({ id, ...body }, ctx) =>
      'user_id' in body ? joinAccount(ctx, id, body.user_id) : enrollAccount(ctx, id, body.proposta_id),
  }),
  /** Decides that a row of an import is another person, who gets an own account. */
  refuseProposal: staffOperation({
    who: staff('alunos', 'proposal'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => refuseProposal(ctx, id),
  }),
  /** The audit log of managers. */
  listAudit: staffOperation({
    who: staff('equipe'),
    does: 'reads',
    connected: 'staff',
    input: listAuditInput,
    reauthenticate: ({ alvo }) => alvo === undefined,
    run: (query, ctx) => readAudit(ctx, query),
  }),
};
