import type { Page } from '@playwright/test';
import { pdf, webm } from '../support/sample-files.ts';
import { logIn } from './support/log-in.ts';
import { humIntoMicrophone, untilSoundCame } from './support/microphone.ts';
import { expect, expectNoAxeFindings, freshTest, test, untilHydrated } from './support/portal-test.ts';
import { NARROWEST, screens } from './support/screens.ts';

const CLASS = '/pedagogico/notas/101';
const LATE = 'Exercícios da página 38';
const ESSAY = 'Redação: A trip to remember';
const lesson = { name: 'licao.pdf', mimeType: 'application/pdf', buffer: pdf('licao') };

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Partes da turma' });
const sheet = (page: Page, title: string) => page.getByRole('dialog', { name: title });
const group = (page: Page, name: string) => page.getByRole('region', { name });

test.describe('the parts of a class', () => {
  test.beforeEach(({ loginAs }) => loginAs('aluna@demo.example'));

  test('each part has an address, shows itself alone, and says how much work is late', async ({ page }) => {
    await page.goto('/pedagogico/list');
    await page.getByRole('link', { name: 'Notas e atividades de Inglês A2 · Noite' }).click();
    await expect(tabs(page).getByRole('link')).toHaveText([
      /^\s*Atividades 1 atrasada\s*$/,
      /Notas/,
      /Presença/,
      /Aulas/,
    ]);
    await expect(tabs(page).getByRole('link', { name: /^Atividades/ })).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('main').getByRole('heading', { level: 2 }).first()).toHaveText('Atrasadas');
    await expect(group(page, 'Concluídas').getByRole('link', { name: 'Redação: An old friend' })).toContainText('8,5');
    for (const [name, part, shown, hidden] of [
      ['Notas', 'notas', 'Avaliações', 'Presença'],
      ['Presença', 'frequencia', 'Suas faltas', 'Avaliações'],
      ['Aulas', 'aulas', 'Próximas', 'Suas faltas'],
    ] as const) {
      await tabs(page).getByRole('link', { name }).click();
      await page.waitForURL((url) => url.search === `?parte=${part}`);
      await expect(tabs(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('heading', { level: 2, name: shown })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2, name: hidden })).toHaveCount(0);
      await expect(page.getByRole('link', { name: LATE })).toHaveCount(0);
      await expect(page).toHaveTitle(new RegExp(`^${name} · Inglês A2 · Noite · `));
      await expectNoAxeFindings(page);
    }
    await tabs(page)
      .getByRole('link', { name: /^Atividades/ })
      .click();
    await page.waitForURL((url) => url.pathname === CLASS && url.search === '');
  });

  test('an address of a class leads to the same part of the enrollment, also the former one of absences', {
    tag: '@deep',
  }, async ({ page }) => {
    await page.goto('/pedagogico/notas/1?por=turma&parte=aulas');
    await expect(page).toHaveURL(/\/pedagogico\/notas\/101\?parte=aulas$/);
    await page.goto('/pedagogico/faltas/1');
    await expect(page).toHaveURL(/\/pedagogico\/notas\/101\?parte=frequencia$/);
    await page.goto('/pedagogico/notas/101?parte=nenhuma');
    await expect(tabs(page).getByRole('link', { name: /^Atividades/ })).toHaveAttribute('aria-current', 'page');
  });

  test('the header shows the next lesson and the teacher', { tag: '@deep' }, async ({ page }) => {
    await page.goto(CLASS);
    const head = page.locator('main header');
    await expect(head).toContainText('com Júlia Castro');
    // The class has its lesson for an hour on some evenings.
    await expect(head).toContainText(/(Próxima aula|Agora):/);
    const face = head.locator('img');
    await expect(face).toHaveAttribute('src', '/brand/pessoas/julia.svg');
    await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  test('the tabs are not cut off on the narrowest screen, and with text twice as large', { tag: '@deep' }, async ({
    page,
  }) => {
    const cutOff = () => tabs(page).evaluate((nav) => nav.scrollWidth - nav.clientWidth);
    await page.setViewportSize({ width: NARROWEST, height: 640 });
    await page.goto(CLASS);
    await expect.poll(cutOff).toBe(0);
    await page.setViewportSize(screens.phone);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expect.poll(cutOff).toBe(0);
  });

  test('the fragment of the address opens an assignment, and going back closes it', async ({ page }) => {
    await page.goto('/pedagogico/notas/1?por=turma#atividade-4');
    await expect(sheet(page, LATE)).toBeVisible();
    await sheet(page, LATE).getByRole('button', { name: 'Fechar' }).click();
    await expect(sheet(page, LATE)).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`${CLASS}$`));

    await page.getByRole('link', { name: LATE }).click();
    await expect(sheet(page, LATE)).toBeVisible();
    await expect(page).toHaveURL(/#atividade-4$/);
    await page.goBack();
    await expect(sheet(page, LATE)).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`${CLASS}$`));

    await page.goto(`${CLASS}#atividade-999`);
    await untilHydrated(page);
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  });

  test('a browser without idle callbacks opens the assignment too', { tag: '@deep' }, async ({ page }) => {
    await page.addInitScript(() => {
      window.requestIdleCallback = (work, limit) =>
        Number(limit?.timeout && setTimeout(work, limit.timeout, { didTimeout: true, timeRemaining: () => 0 }));
    });
    await page.goto(`${CLASS}#atividade-4`);
    await expect(sheet(page, LATE)).toBeVisible();
  });

  test('a double press on the close button closes the sheet, and does not leave the page', { tag: '@deep' }, async ({
    page,
  }) => {
    await page.goto('/pedagogico/list');
    await page.goto(CLASS);
    await untilHydrated(page);
    await page.getByRole('link', { name: LATE }).click();
    const cross = sheet(page, LATE).getByRole('button', { name: 'Fechar' });
    await expect(cross).toBeVisible();
    await cross.evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await expect(page.getByRole('link', { name: LATE })).toBeFocused();
    await page.getByRole('link', { name: LATE }).click();
    await expect(sheet(page, LATE)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${CLASS}#atividade-4$`));
  });

  test('before the sheet can open, no form accepts a file that would be lost', { tag: '@deep' }, async ({ page }) => {
    const gate = Promise.withResolvers<void>();
    await page.route('**/_astro/WorkList*.js', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto(`${CLASS}#atividade-4`, { waitUntil: 'commit' });
    const row = page.locator('li:target');
    await expect(row.getByRole('link', { name: LATE })).toBeVisible();
    await expect(row.getByLabel('Escolher arquivo')).toBeAttached();
    await expect(row.getByLabel('Escolher arquivo')).toBeHidden();
    gate.resolve();
    await expect(sheet(page, LATE)).toBeVisible();
  });

  test('by keyboard a row opens, the sheet traps the focus, and Escape returns it', async ({ page }) => {
    await page.goto(CLASS);
    await untilHydrated(page);
    const row = page.getByRole('link', { name: LATE });
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(sheet(page, LATE)).toBeVisible();
    await expect(sheet(page, LATE).getByRole('button', { name: 'Fechar' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(sheet(page, LATE).locator('.file-ways input:focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(sheet(page, LATE)).toBeHidden();
    await expect(row).toBeFocused();
  });

  test('cancelling the file dialog keeps the sheet open', { tag: '@deep' }, async ({ page }) => {
    await page.goto(`${CLASS}#atividade-4`);
    const field = sheet(page, LATE).getByLabel('Escolher arquivo');
    await expect(field).toBeAttached();
    await field.dispatchEvent('cancel', { bubbles: true });
    await expect(sheet(page, LATE)).toBeVisible();
  });
});

freshTest.describe('on a phone', () => {
  freshTest.use({
    viewport: screens.phone,
    hasTouch: true,
    isMobile: true,
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['microphone'],
  });

  freshTest(
    'late work is submitted with two taps without scrolling, and the page shows it at once',
    async ({ page }) => {
      await logIn(page, 'aluna@demo.example');
      await page.goto(CLASS);
      await untilHydrated(page);
      const row = page.getByRole('link', { name: LATE });
      await expect(row).toBeInViewport({ ratio: 1 });
      await row.tap();
      const work = sheet(page, LATE);
      await expect(work.getByText('Atrasada', { exact: true })).toBeVisible();
      await expect(work.getByRole('button', { name: 'Tirar foto' })).toBeInViewport({ ratio: 1 });
      const button = work.getByRole('button', { name: 'Escolher arquivo' });
      await expect(button).toBeInViewport({ ratio: 1 });
      const [picker] = await Promise.all([page.waitForEvent('filechooser'), button.tap()]);
      await picker.setFiles(lesson);
      await expect(work.getByText('“licao.pdf” foi enviado.')).toBeVisible();
      await expect(work.getByText('Enviada com atraso', { exact: true })).toBeVisible();
      await expectNoAxeFindings(page);
      await work.getByRole('button', { name: 'Fechar' }).tap();
      await expect(group(page, 'Atrasadas')).toHaveCount(0);
      await expect(group(page, 'Concluídas').getByRole('link', { name: LATE })).toContainText('Enviada com atraso');
      await expect(group(page, 'Concluídas').getByRole('link', { name: LATE })).toBeFocused();
      await expect(tabs(page).getByRole('link').first()).toHaveText(/^\s*Atividades\s*$/);
    },
  );

  freshTest('the camera provides the file', async ({ page }) => {
    await logIn(page, 'aluna@demo.example');
    await page.goto(`${CLASS}#atividade-4`);
    const work = sheet(page, LATE);
    const [picker] = await Promise.all([
      page.waitForEvent('filechooser'),
      work.getByRole('button', { name: 'Tirar foto' }).tap(),
    ]);
    await expect(work.getByLabel('Tirar foto')).toHaveAttribute('capture', 'environment');
    await picker.setFiles(lesson);
    await expect(work.getByText('Enviada com atraso', { exact: true })).toBeVisible();
  });

  freshTest('work in time shows its points, and the balance is updated', async ({ page }) => {
    await logIn(page, 'aluna@demo.example');
    await page.goto('/dashboard');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('pontos-vistos:1'))).not.toBeNull();
    await page.goto(CLASS);
    await untilHydrated(page);
    await page.getByRole('link', { name: ESSAY }).tap();
    const work = sheet(page, ESSAY);
    const [picker] = await Promise.all([
      page.waitForEvent('filechooser'),
      work.getByRole('button', { name: 'Escolher arquivo' }).tap(),
    ]);
    await picker.setFiles(lesson);
    await expect(work.getByText('Entregue!')).toBeInViewport({ ratio: 1 });
    await expect(work.getByText('+30')).toBeVisible();
    await expectNoAxeFindings(page);
    await work.getByRole('button', { name: 'Pronto' }).tap();
    await expect(work).toBeHidden();
    await page.goto('/dashboard');
    await expect(page.getByRole('status').filter({ hasText: '+30 pontos' })).toBeVisible();
    await page.reload();
    await untilHydrated(page);
    await expect(page.getByText('+30 pontos')).toHaveCount(0);
  });

  freshTest('the recorder provides the file', async ({ page }) => {
    await humIntoMicrophone(page);
    await logIn(page, 'aluna@demo.example');
    await page.goto(`${CLASS}#atividade-2`);
    const work = sheet(page, 'Leia o diálogo em voz alta');
    await work.getByRole('button', { name: 'Gravar', exact: true }).tap();
    await expect(work.getByRole('button', { name: 'Parar a gravação' })).toBeVisible();
    await untilSoundCame(page);
    await work.getByRole('button', { name: 'Parar a gravação' }).tap();
    await expect(work.getByLabel('Sua gravação')).toBeVisible();
    // A second press while the browser asks for the microphone is ignored.
    await work.getByRole('button', { name: 'Gravar de novo' }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await expect(work.getByRole('button', { name: 'Parar a gravação' })).toBeVisible();
    expect(await page.evaluate('window.microphones')).toBe(2);
    await untilSoundCame(page);
    await work.getByRole('button', { name: 'Parar a gravação' }).tap();
    await expect(work.getByLabel('Sua gravação')).toBeVisible();
    // The sheet closes, the recording stays.
    await work.getByRole('button', { name: 'Fechar' }).tap();
    await expect(work).toBeHidden();
    await page.getByRole('link', { name: 'Leia o diálogo em voz alta' }).tap();
    await expect(work.getByLabel('Sua gravação')).toBeVisible();
    // The first upload gets no answer. The recording outlives its end.
    const requested = Promise.withResolvers<void>();
    await page.route('**/enviar-arquivo-atividade/', () => requested.resolve(), { times: 1 });
    await work.getByRole('button', { name: 'Enviar gravação' }).tap();
    await requested.promise;
    await work.getByRole('button', { name: 'Cancelar o envio' }).tap();
    await expect(work.getByLabel('Sua gravação')).toBeVisible();
    await work.getByRole('button', { name: 'Enviar gravação' }).tap();
    await expect(work.getByRole('link', { name: /gravacao\.webm/ })).toBeVisible();
    await expect(work.getByText('Enviada', { exact: true })).toBeVisible();
  });

  freshTest('a recording stays in sight while another file arrives', { tag: '@deep' }, async ({ page }) => {
    await humIntoMicrophone(page);
    await logIn(page, 'aluna@demo.example');
    await page.goto(`${CLASS}#atividade-2`);
    const work = sheet(page, 'Leia o diálogo em voz alta');
    const gate = Promise.withResolvers<void>();
    await page.route('**/enviar-arquivo-atividade/', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await work
      .getByLabel('Escolher arquivo')
      .setInputFiles({ name: 'fala.webm', mimeType: 'audio/webm', buffer: webm });
    await expect(work.getByRole('progressbar', { name: 'Envio de fala.webm' })).toBeVisible();
    await work.getByRole('button', { name: 'Gravar', exact: true }).tap();
    const stop = work.getByRole('button', { name: 'Parar a gravação' });
    await expect(stop).toBeVisible();
    await untilSoundCame(page);
    await stop.tap();
    const take = work.getByLabel('Sua gravação');
    await expect(take).toBeVisible();
    await take.evaluate((audio) => audio.setAttribute('data-take', 'first'));
    gate.resolve();
    await expect(work.getByRole('link', { name: /fala\.webm/ })).toBeVisible();
    await expect(take).toHaveAttribute('data-take', 'first');
    await expect(work.getByRole('button', { name: 'Enviar gravação' })).toBeVisible();
  });
});

freshTest.describe('without JavaScript', () => {
  freshTest.use({ javaScriptEnabled: false, tolerated: [/status of 4\d\d/] });

  freshTest(
    'an assignment opens at its place, and a file is refused, sent and deleted',
    { tag: '@deep' },
    async ({ page }) => {
      await page.goto('/login/main?next=%2Fpedagogico%2Fnotas%2F101');
      await page.getByLabel('E-mail ou CPF').fill('aluna@demo.example');
      await page.getByLabel('Senha', { exact: true }).fill('portal-demo');
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await page.waitForURL(`**${CLASS}`);
      const place = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: LATE }) });
      await expect(place.getByText('Envie uma foto nítida')).toBeHidden();
      await place.getByRole('link', { name: LATE }).click();
      await expect(place.getByText('Envie uma foto nítida')).toBeVisible();

      const field = place.getByLabel('Escolher arquivo');
      await field.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
      await place.getByRole('button', { name: 'Enviar arquivo' }).click();
      await expect(place.getByRole('alert')).toContainText('O conteúdo deste arquivo não é de um tipo aceito');
      // A photo of a phone is far larger than a form without a file.
      await field.setInputFiles({ ...lesson, buffer: Buffer.concat([lesson.buffer, Buffer.alloc(3_000_000)]) });
      await place.getByRole('button', { name: 'Enviar arquivo' }).click();
      await expect(page.getByText('Arquivo enviado.')).toBeVisible();
      await expect(place.getByRole('link', { name: /licao\.pdf/ })).toBeVisible();
      await expect(place.getByText('Enviada com atraso').first()).toBeVisible();
      await place.getByRole('button', { name: 'Apagar licao.pdf' }).click();
      await expect(page.getByText('Arquivo apagado.')).toBeVisible();
      await expect(group(page, 'Atrasadas').getByRole('link', { name: LATE })).toBeVisible();

      await tabs(page).getByRole('link', { name: 'Aulas' }).click();
      await expect(group(page, 'Próximas').getByRole('listitem').first()).toBeVisible();
    },
  );
});
