import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesBelow } from '../architecture/sources.ts';

/** Queries of enrollments that also have to find students who paused or left, each with its reason. */
const historical: Readonly<Record<string, string>> = {
  'src/server/school/abroad/queries.ts': 'books that somebody finished, in classes of any time',
  'src/server/operate/import/classes.ts': 'an import finds the rows that it changes, and an export has the whole table',
  'src/server/operate/import/grades.ts': 'grades of earlier times are imported too',
  'src/server/club/referrals.ts': 'somebody who was in a class has become a student',
  'src/server/money/documents/queries.ts': 'a statement says whether the course is over',
  'src/server/study/absences/read-absences.ts': 'as the list that it opens',
  'src/server/study/absences/manage-absences.ts': 'the history of absences',
  'src/server/study/pedagogico/activity-queries.ts': 'own work stays readable; sending asks for an active enrolment',
  'src/server/study/pedagogico/class.ts': 'own classes of any time, with their state',
  'src/server/study/pedagogico/exercise.ts': 'own answers stay readable; sending asks for an active enrolment',
  'src/server/operate/sync/export-things.ts': 'changes go out with their state',
  'src/server/study/class-messages/read.ts': 'who got a message stands under it after leaving too',
  'src/server/study/pedagogico/class-message-lines.ts': 'as the messages that they open',
  'src/server/study/pedagogico/progress.ts': 'what somebody studied in classes of any time',
  'src/server/study/teaching/absence-notices.ts': 'whose roll it is was in the class then',
  'src/server/study/teaching/grade-notices.ts': 'who earned a grade is notified',
  'src/server/study/teaching/handed-in.ts': 'work that was handed in is corrected after a transfer too',
  'src/server/study/teaching/school-class.ts': 'the office sees who left, with the state',
  'src/server/study/teaching/enroll-students.ts': 'writes the state',
  'src/server/school/broadcasts/read-log.ts': 'lessons that somebody came to',
  'src/server/operate/seed/classroom.ts': 'writes the demo school',
};

const READS = /(?:selectFrom|Join)\(\s*'turma_alunos'/;
const RULE = /\b(?:isInClass|wasInClass)\b/;

it('every query of enrollments uses the shared rule of who is in a class, or is listed with its reason', () => {
  const reading = filesBelow('src/server')
    .filter((path) => path.endsWith('.ts') && !path.includes('/triggers/'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => READS.test(text));
  const without = reading.filter(({ text }) => !RULE.test(text)).map(({ path }) => path);
  /** They use the rule too, in another query. */
  const mixed = ['src/server/study/teaching/enroll-students.ts'];
  expect([...without, ...mixed].toSorted()).toEqual(Object.keys(historical).toSorted());
});

it('no query repeats the rule of who is in a class', () => {
  const copies = filesBelow('src/server').filter((path) =>
    /'(?:turma_alunos\.)?status', '=', 'ativa'/.test(
      readFileSync(path, 'utf8')
        .split(/;\n/)
        .filter((statement) => READS.test(statement))
        .join(';\n')
        .replaceAll("'turmas.status'", ''),
    ),
  );
  expect(copies).toEqual(['src/server/core/db/in-class.ts'].filter((path) => copies.includes(path)));
});
