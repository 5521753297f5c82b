import type { Locator, Page } from '@playwright/test';
import { holdCode } from './support/hold-code.ts';
import { islandsWithFields } from './support/island-forms.ts';
import { expect, newBroadcast, test, untilHydrated } from './support/portal-test.ts';

interface Visit {
  path: string;
  as?: string;
  /** What the server answers to a change. */
  answer?: unknown;
  /** All its fields appear with a press or with its script: there is nothing to fill in before. */
  isBare?: true;
}

const ANA = 'aluna@demo.example';
const HELENA = 'gestora@demo.example';
const JULIA = 'professora@demo.example';

/** Where each island with fields stands. A new island fails the first test until it has a line here. */
const visits: Readonly<Record<string, Visit>> = {
  AbsenceList: { path: '/manager-panel/faltas', as: HELENA },
  AddBook: { path: '/pedagogico/list', as: ANA, isBare: true },
  AudioPlayer: { path: '/pedagogico/minha-pratica/1?unidade=4', as: ANA },
  AuditLog: { path: '/manager-panel/auditoria', as: HELENA, isBare: true },
  BillList: { path: '/manager-panel/financeiro', as: HELENA },
  BillRecord: { path: '/manager-panel/financeiro/106', as: HELENA, isBare: true },
  BonusList: { path: '/manager-panel/club/bonus', as: HELENA, isBare: true },
  BookCodeForm: { path: '/login/livro' },
  BookList: { path: '/manager-panel/livros', as: HELENA, isBare: true },
  CampaignList: { path: '/manager-panel/campanhas', as: HELENA, isBare: true },
  CancelOrder: { path: '/pedidos/9', as: ANA, isBare: true },
  CardPayment: { path: '/financial/pagar?parcelas=106&forma=cartao', as: ANA },
  CashList: { path: '/manager-panel/financeiro/caixa', as: HELENA, isBare: true },
  ClassList: { path: '/manager-panel/turmas', as: HELENA },
  ClassWorkList: { path: '/professor/turmas/1/atividades', as: JULIA, isBare: true },
  CloseList: { path: '/manager-panel/financeiro/fechamento', as: HELENA, isBare: true },
  ClosedDayList: { path: '/manager-panel/turmas/dias-sem-aula', as: HELENA, isBare: true },
  ContactBoard: { path: '/manager-panel/contatos?ver=quadro', as: HELENA },
  ContactList: { path: '/manager-panel/contatos', as: HELENA },
  CorrectionFiles: { path: '/professor/trabalhos/701', as: JULIA, isBare: true },
  CouponList: { path: '/manager-panel/financeiro/cupons', as: HELENA },
  ExchangeDesk: { path: '/financial/cambio?valor=1000', as: ANA },
  FiguresList: { path: '/manager-panel/club', as: HELENA, isBare: true },
  GoalPicker: { path: '/pedagogico/minha-pratica/1', as: ANA, answer: { meta: 7, feitos: 0, semana: '', dias: [] } },
  GradeSheet: { path: '/professor/turmas/1/notas', as: JULIA },
  HandedInList: { path: '/professor/trabalhos', as: JULIA, isBare: true },
  HoursList: { path: '/manager-panel/turmas/horas', as: HELENA },
  KeyList: { path: '/manager-panel/equipe/chaves', as: HELENA, isBare: true },
  LoginForm: { path: '/login/main' },
  MailList: { path: '/manager-panel/push-notification/emails', as: HELENA, isBare: true },
  MemberList: { path: '/manager-panel/club/membros', as: HELENA },
  MessageList: { path: '/manager-panel/push-notification', as: HELENA },
  NewPasswordForm: { path: '/login/recover-password?token=abc' },
  NoticeList: { path: '/manager-panel/push-notification/avisos', as: HELENA, isBare: true },
  OrderForm: { path: '/pedidos/create/101/WAY-2', as: ANA },
  OrderList: { path: '/manager-panel/pedidos', as: HELENA },
  PersonRecord: { path: '/manager-panel/profile/1', as: HELENA, isBare: true },
  PhraseList: { path: '/professor/frases', as: JULIA, isBare: true },
  PracticeTest: { path: '/pedagogico/minha-pratica/1/sessao?tipo=teste&unidade=4', as: ANA, isBare: true },
  ProductList: { path: '/manager-panel/financeiro/materiais', as: HELENA },
  ProfilePictureFile: { path: '/me/dados', as: ANA, isBare: true },
  PromoList: { path: '/manager-panel/paginas', as: HELENA, isBare: true },
  QrLogin: { path: '/login/qr-code', isBare: true },
  RecoveryForm: { path: '/login/recover-password' },
  RedemptionList: { path: '/manager-panel/club/resgates', as: HELENA },
  ReferFriend: { path: '/knn-club/juntar-pontos', as: ANA },
  ReferralList: { path: '/manager-panel/club/indicacoes', as: HELENA },
  RegistrationForm: { path: '/profile-update/form', as: 'pendente@demo.example' },
  ReminderList: { path: '/manager-panel/financeiro/lembretes', as: HELENA, isBare: true },
  ReplacementList: { path: '/manager-panel/faltas?ver=reposicoes', as: HELENA },
  RequestList: { path: '/manager-panel/intercambio', as: HELENA },
  RewardList: { path: '/manager-panel/club/recompensas', as: HELENA, isBare: true },
  RewardRecord: { path: '/manager-panel/club/recompensas/1', as: HELENA, isBare: true },
  RuleList: { path: '/manager-panel/club/regras', as: HELENA, isBare: true },
  ScanBook: { path: '/manager-panel/book', as: HELENA, isBare: true },
  ScanPage: { path: '/pedagogico/minha-pratica/1?unidade=4', as: ANA, isBare: true },
  ScanTickets: { path: '/campanhas/conferir?campanha=2', as: JULIA },
  SendBroadcast: { path: '/manager-panel/push-notification/send/', as: HELENA },
  SentMessageList: { path: '/manager-panel/push-notification/history', as: HELENA },
  StudentList: { path: '/manager-panel/profile', as: HELENA },
  TaughtClassList: { path: '/professor/turmas', as: JULIA, isBare: true },
  TeamList: { path: '/manager-panel/equipe', as: HELENA },
  TemplateList: { path: '/manager-panel/push-notification/modelos', as: HELENA },
  TicketList: { path: '/manager-panel/campanhas/1/participantes', as: HELENA },
  TripList: { path: '/manager-panel/intercambio/turmas', as: HELENA, isBare: true },
  UnitList: { path: '/manager-panel/equipe/unidades', as: HELENA, isBare: true },
  UnlinkedList: { path: '/manager-panel/profile/sem-matricula', as: HELENA },
  UploadForm: { path: '/professor/aulas/1001', as: JULIA, isBare: true },
  VocabularySession: { path: '/pedagogico/minha-pratica/1/sessao?tipo=palavras&unidade=5', as: ANA, isBare: true },
  WebhookList: { path: '/manager-panel/equipe/webhooks', as: HELENA, isBare: true },
  WeekBoard: { path: '/manager-panel/turmas/semana', as: HELENA },
  WorkList: { path: '/pedagogico/notas/101', as: ANA, isBare: true },
  WriteBroadcast: { path: '/manager-panel/push-notification/create', as: HELENA },
};

/** What fits the mask or the kind of a field; any other text field takes words. */
const texts: Readonly<Record<string, string>> = {
  ...{ cpf: '529.982.247-25', birth_date: '03/02/2001', phone: '(19) 98765-4321', telefone: '19987654321' },
  ...{ number: '4000 0000 0000 0010', expiry: '12/35', cvv: '123', valor: '1234', email: 'cedo@teste.example' },
};
const WORDS = 'Cedo demais';
/** Pages that show a message, sent or not: the demo school has none. */
const messages: Readonly<Record<string, boolean>> = {
  MessageList: false,
  SendBroadcast: false,
  SentMessageList: true,
};

const island = (page: Page, name: string): Locator => page.locator(`astro-island[opts*='"${name}"']`).first();
const fieldsOf = (within: Locator) =>
  within.locator('input:not([type=file], [type=hidden], [readonly]), textarea, select').filter({ visible: true });

/** Fills in, ticks or chooses a value other than the current one. */
const fillIn = (field: Locator) =>
  field.evaluate(
    (each, { texts, WORDS }) => {
      const input = each as HTMLInputElement;
      if (input.disabled) return;
      if (each instanceof HTMLSelectElement) {
        each.value = [...each.options].findLast(({ disabled }) => !disabled)?.value ?? '';
        each.dispatchEvent(new Event('change', { bubbles: true }));
        return;
      }
      if (input.type === 'checkbox' || input.type === 'radio') return input.click();
      input.value = input.type === 'range' ? input.max : (texts[input.name] ?? WORDS);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    },
    { texts, WORDS },
  );

/** The values of a form, without characters added by masks. */
const whatStandsIn = (form: Locator) =>
  form.locator('[data-early]').evaluateAll((all) =>
    Object.fromEntries(
      all.map((each) => {
        const input = each as HTMLInputElement;
        const isBox = input.type === 'checkbox' || input.type === 'radio';
        const value = isBox ? String(input.checked) : input.value.replace(/[\s().,/-]/g, '');
        return [`${input.dataset.early} ${input.name}`, value];
      }),
    ),
  );

test('every island with fields has a page where this file types into it early', () => {
  expect(Object.keys(visits)).toEqual(islandsWithFields());
});

test.describe('an island filled in before its script loads', () => {
  test.use({ tolerated: [/status of 503/] });

  for (const [name, { path, as, isBare, answer }] of Object.entries(visits)) {
    test(`typed, ticked and chosen values stay: ${name}`, async ({ page, loginAs }) => {
      if (as) await loginAs(as);
      const isSent = messages[name];
      const message = isSent === undefined ? '' : await newBroadcast(HELENA, { isSent });
      const id = name === 'SendBroadcast' ? message : '';
      await page.route('**/api/v1/**', (route) => {
        const request = route.request();
        // A list that is searched for these words would take away the rows that were ticked.
        if (new URL(request.url()).searchParams.get('input')?.includes(WORDS)) return;
        // The school of this run stays as it is.
        if (request.method() !== 'GET')
          return route.fulfill({ status: answer ? 200 : 503, json: answer ?? { detail: '' } });
        return route.continue();
      });
      const letGo = await holdCode(page);
      await page.goto(path + id, { waitUntil: 'commit' });
      const form = island(page, name);
      await expect(form).toBeAttached();
      await page.waitForFunction(() => document.readyState !== 'loading');
      const fields = fieldsOf(form);
      if (isBare) {
        await expect(fields, `${name} has fields now`).toHaveCount(0);
        return letGo();
      }
      await expect(fields.first()).toBeVisible();
      for (const field of await fields.all()) await fillIn(field);
      await fields.evaluateAll((all) => {
        for (const [at, each] of all.entries()) each.setAttribute('data-early', String(at));
      });
      const typed = await whatStandsIn(form);
      letGo();
      await form.scrollIntoViewIfNeeded();
      await untilHydrated(page);
      const known = await whatStandsIn(form);
      // A box that nobody ticked may leave the form with a choice beside it.
      const left = Object.entries(typed).filter(([name, value]) => name in known || value !== 'false');
      expect(known).toEqual(Object.fromEntries(left));
    });
  }
});

test('the form has the typed text before anything else can happen', async ({ page, loginAs }) => {
  await loginAs(HELENA);
  await page.addInitScript(() => {
    const steps: string[] = [];
    Object.assign(window, { steps });
    const { removeEventListener } = EventTarget.prototype;
    EventTarget.prototype.removeEventListener = function (...args: Parameters<typeof removeEventListener>) {
      if (args[0] === 'input' && (this as Element).localName === 'astro-island') steps.push('told');
      return removeEventListener.apply(this, args);
    };
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    Object.defineProperty(HTMLInputElement.prototype, 'value', {
      ...value,
      set(this: HTMLInputElement, text: string) {
        if (text === 'Cedo demais 42' && steps.push('put back') === 1) queueMicrotask(() => steps.push('step ended'));
        value?.set?.call(this, text);
      },
    });
  });
  const letGo = await holdCode(page);
  await page.goto(visits.WriteBroadcast?.path ?? '', { waitUntil: 'commit' });
  await fieldsOf(island(page, 'WriteBroadcast')).first().fill('Cedo demais 42');
  await page.evaluate('steps.length = 0');
  letGo();
  await untilHydrated(page);
  await expect.poll(() => page.evaluate<string[]>('steps.slice(0, 2)')).toEqual(['put back', 'told']);
});

test('on a slow phone no input is lost while the script starts, and the form has all of it', async ({
  page,
  loginAs,
}) => {
  await loginAs('pendente@demo.example');
  const slow = await page.context().newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const letGo = await holdCode(page);
  await page.goto('/profile-update/form', { waitUntil: 'commit' });
  const name = page.getByLabel('Nome completo');
  const birth = page.getByLabel('Data de nascimento');
  // The server draws what is known.
  await expect(name).toHaveValue('Carla Dias');
  await birth.fill('3/2/1999');
  await name.fill('');
  letGo();
  await name.pressSequentially('Carla Dias de Souza Pereira', { delay: 40 });
  await untilHydrated(page);
  await expect(name).toHaveValue('Carla Dias de Souza Pereira');
  await expect(birth).toHaveValue('03/02/1999');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Passo 2 de')).toBeVisible();
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect(name).toHaveValue('Carla Dias de Souza Pereira');
  await expect(birth).toHaveValue('03/02/1999');
});

test('a checkbox pressed between rendering and effects of its island is toggled once', async ({ page, loginAs }) => {
  await loginAs(HELENA);
  await page.addInitScript(() => {
    // React takes each step of its work from a message. Late ones leave room between the drawing and the effects.
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      setTimeout(() => Reflect.apply(postMessage, this, message), 300);
    };
  });
  await page.goto(visits.ContactList?.path ?? '');
  const box = page.getByRole('checkbox', { name: /^Marcar / }).nth(1);
  await page.mouse.move(5, 5);
  const pressed = box.evaluate(async (node: HTMLInputElement) => {
    const root = node.closest('astro-island') as unknown as Record<string, { stateNode: { current: DrawnRoot } }>;
    interface DrawnRoot {
      memoizedState: { isDehydrated: boolean };
    }
    const isDrawn = () => {
      const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$'));
      return key !== undefined && root[key]?.stateNode.current.memoizedState.isDehydrated === false;
    };
    while (!isDrawn()) await new Promise(requestAnimationFrame);
    node.click();
    const { port1, port2 } = new MessageChannel();
    // It comes after the effects, which were requested before it.
    await new Promise((done) => {
      port1.onmessage = done;
      port2.postMessage(null);
    });
  });
  await pressed;
  await expect(box).toBeChecked();
  await expect(page.getByRole('region', { name: 'Seleção: 1' })).toBeVisible();
});
