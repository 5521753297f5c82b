import SqliteDatabase from 'better-sqlite3';
import { sqlitePath } from '../../src/server/data-dir.ts';
import { logIn } from './support/log-in.ts';
import { outbox } from './support/mails.ts';
import { expect, expectNoAxeFindings, test as shared } from './support/portal-test.ts';
import { openPortal } from './support/portals.ts';
import { expectWithinReach } from './support/reach.ts';

/** A portal with two failed emails: one can leave again, the links of the other are dead. */
const test = shared.extend({
  baseURL: async ({ browserName: _any }, use) => {
    const portal = await openPortal();
    const db = new SqliteDatabase(sqlitePath({ DATA_DIR: portal.folder }));
    const insert = db.prepare(`insert into outbox
      (kind, recipient, subject, html, text, created_at, attempts, last_error)
      values (?, 'aluna@demo.example', ?, '<p>segredo</p>', 'segredo', ?, 8, ?)`);
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();
    insert.run('recovery', 'Crie uma senha nova', hours(30), 'the links of this mail are dead');
    insert.run('notice', 'Sua aula mudou de horário', hours(3), '550 5.1.1 <aluna@demo.example>: user unknown');
    db.close();
    await use(portal.address);
    await portal.close();
  },
});

test('the office sees failed emails, and sends them again', { tag: '@both' }, async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel');
  await page.getByRole('link', { name: /1 e-mail que não saiu/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'E-mails parados' })).toBeVisible();
  const mails = page.getByRole('main').locator('tbody tr');
  const late = mails.filter({ hasText: 'Sua aula mudou de horário' });
  await expect(late).toContainText('Ana Souza · al***@demo.example');
  await expect(late).toContainText('O endereço não existe');
  // The link of the home shows those that can leave again.
  const dead = mails.filter({ hasText: 'Crie uma senha nova' });
  await expect(dead).toHaveCount(0);
  await page.goto('/manager-panel/push-notification/emails');
  await expect(dead).toContainText('Os links venceram');
  await expect(dead.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('segredo')).toHaveCount(0);
  await expectNoAxeFindings(page);

  await late.getByRole('button', { name: /^Mais ações/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mandar de novo' }).click();
  await expect(page.getByText('voltou para a fila').first()).toBeVisible();
  await expect(late).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Mandar todos de novo' })).toHaveCount(0);
  expect(await outbox(page)).toContain('Sua aula mudou de horário');
  await expectWithinReach(page);
  await expectNoAxeFindings(page);
  await page.goto('/manager-panel');
  await expect(page.getByRole('link', { name: /que não saiu/ })).toHaveCount(0);
});

test('one button sends all failed emails again, and an empty page says that there are none', { tag: '@deep' }, async ({
  page,
}) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/push-notification/emails');
  await expectWithinReach(page);
  await page.getByRole('button', { name: 'Mandar todos de novo' }).click();
  await expect(page.getByText('voltou para a fila').first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Sua aula mudou/ })).toHaveCount(0);
});
