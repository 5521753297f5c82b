import type { TestSchool } from './school.ts';

/** Every row of every table but these, as text. */
export async function allRows({ school: { db } }: Pick<TestSchool, 'school'>, but: readonly string[] = []) {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !but.includes(name));
  const rows = await Promise.all(
    tables.map(({ name }) =>
      db
        .selectFrom(name as 'users')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}
