import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeNotice, messageIn, openNotice, showNotice } from '../../../src/service-worker/push.ts';
import { type FakeWindow, installWorker } from './fake-worker.ts';

const EVENTS = '/api/v1/do/devices.reportEvent/';
const UNREAD = '/api/v1/do/inbox.countUnreadNotices/';
const dataOf = (message: unknown) => ({ text: () => JSON.stringify(message) }) as PushMessageData;
const window = (given: Partial<FakeWindow> = {}) => {
  const done: string[] = [];
  const fake: FakeWindow = {
    visibilityState: 'hidden',
    focus: async () => void done.push('focus'),
    navigate: async (path) => {
      done.push(path);
      return fake;
    },
    postMessage: (message) => void done.push(JSON.stringify(message)),
    ...given,
  };
  return { ...fake, done };
};
const notice = (data: unknown) => ({ data, close: vi.fn() }) as unknown as Notification;

afterEach(() => vi.unstubAllGlobals());

describe('what a push brings', () => {
  test('the content of a push is its text; or the notification that a browser made of a declarative message', () => {
    const data = dataOf({ notification: { title: 'Texto' } });
    const notification = {
      title: 'Nota nova',
      body: 'Oral: 9',
      navigate: 'https://portal.example/avisos',
      data: { path: '/avisos' },
    };
    const event = (parts: object) => parts as unknown as PushEvent;
    expect(messageIn(event({ data, notification }))).toBe(data);
    expect(JSON.parse(messageIn(event({ data: null, notification, appBadge: 2 }))?.text() ?? '')).toEqual({
      notification,
      app_badge: 2,
    });
    expect(messageIn(event({ data: null }))).toBeNull();
  });
});

describe('a push message (PUSH-09, PUSH-15)', () => {
  test('a push message is shown with its picture, the brand’s drawings and two actions; school and pages hear of it', async () => {
    const page = window();
    const { shown, sent, badge } = installWorker({ windows: [page] });
    await showNotice(
      dataOf({
        web_push: 8030,
        notification: {
          title: 'Suas notas saíram',
          body: '2º bimestre',
          tag: 'aviso-7',
          icon: 'https://portal.example/brand/phenom/icon-192.png',
          image: 'https://cdn.example/festa.png',
          data: { delivery_token: 'token', path: '/pedagogico/notas/1' },
        },
        app_badge: 3,
      }),
    );
    expect(shown).toEqual([
      {
        title: 'Suas notas saíram',
        options: {
          body: '2º bimestre',
          lang: 'pt-BR',
          icon: '/brand/phenom/icon-192.png',
          badge: '/brand/phenom/badge-96.png',
          image: 'https://cdn.example/festa.png',
          tag: 'aviso-7',
          renotify: true,
          actions: [
            { action: 'open', title: 'Abrir' },
            { action: 'later', title: 'Depois' },
          ],
          data: { path: '/pedagogico/notas/1', token: 'token' },
        },
      },
    ]);
    expect(sent).toEqual([{ method: 'POST', path: EVENTS, body: { delivery_token: 'token', event: 'shown' } }]);
    expect(page.done).toEqual(['{"type":"notice-shown","tag":"aviso-7"}']);
    expect(badge).toEqual([3]);
  });

  test('a push message that does not say how many are unread asks the school; zero clears the icon', async () => {
    const { badge } = installWorker({ answers: { [UNREAD]: { unread: 5 } } });
    await showNotice(dataOf({ notification: { title: 'Oi' } }));
    await showNotice(dataOf({ notification: { title: 'Oi' }, app_badge: 0 }));
    expect(badge).toEqual([5, 'clear']);
  });

  test('a push message leaves the icon alone where nobody is logged in', async () => {
    const { badge } = installWorker();
    await showNotice(dataOf({ notification: { title: 'Oi' } }));
    expect(badge).toEqual([]);
  });

  test.each([
    null,
    { text: () => '' },
    { text: () => 'not json' },
    { text: () => '[]' },
    { text: () => '{"notification":7,"app_badge":-1}' },
    {
      text: () => {
        throw new TypeError('no text');
      },
    },
  ])('a push message that cannot be read still shows something, and nothing wrong (%#)', async (data) => {
    const { shown, sent } = installWorker({ maxActions: 0 });
    await showNotice(data as PushMessageData | null);
    expect(shown).toEqual([
      {
        title: 'Portal do aluno',
        options: { body: 'Você tem um aviso novo.', lang: 'pt-BR', data: { path: '/' } },
      },
    ]);
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('a push message is shown plainly where the browser refuses what adorns it', async () => {
    const { shown, registration } = installWorker();
    const plain = registration.showNotification;
    registration.showNotification = async (title, options) => {
      if ('renotify' in options) throw new TypeError('renotify');
      await plain(title, options);
    };
    await showNotice(dataOf({ notification: { title: 'Oi', body: 'Tudo?', tag: 'x' } }));
    expect(shown).toEqual([{ title: 'Oi', options: { body: 'Tudo?', data: { path: '/' } } }]);
  });
});

describe('a click on it (PUSH-15)', () => {
  const clicked = { method: 'POST', path: EVENTS, body: { delivery_token: 'token', event: 'clicked' } };

  test('a click on a message goes to its page in the window that is in front, else in any', async () => {
    const [back, front] = [window(), window({ visibilityState: 'visible' })];
    const { sent, opened } = installWorker({ windows: [back, front] });
    await openNotice(notice({ path: '/financial', token: 'token' }), '');
    expect([back.done, front.done, opened]).toEqual([[], ['focus', '/financial'], []]);
    expect(sent).toEqual([clicked]);
  });

  test('a click on a message opens a window where there is none, or none that can be led', async () => {
    const stubborn = window({ navigate: () => Promise.reject(new TypeError('not ruled')) });
    for (const windows of [[], [stubborn]]) {
      const { opened } = installWorker({ windows });
      await openNotice(notice({ path: '/financial', token: 'token' }), 'open');
      expect(opened).toEqual(['/financial']);
    }
  });

  test('a click on a message leads what came after a window that was being left, where the press counts no more', async () => {
    const next = window();
    const windows = [
      window({
        navigate: async () => {
          windows[0] = next;
          return null;
        },
      }),
    ];
    const { opened } = installWorker({ windows, isPressOver: () => windows[0] === next });
    await openNotice(notice({ path: '/financial', token: 'token' }), '');
    expect([opened, next.done]).toEqual([[], ['/financial']]);
  });

  describe('with a school that is slow', () => {
    let answer = () => {};
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());
    const slowSchool = () =>
      vi.stubGlobal('fetch', () => new Promise<Response>((done) => (answer = () => done(new Response('{}')))));

    test('a window is opened, and one that is there is focused, before anything is waited for', async () => {
      const { opened } = installWorker();
      slowSchool();
      void openNotice(notice({ path: '/financial', token: 'token' }), '');
      await vi.advanceTimersByTimeAsync(0);
      expect(opened).toEqual(['/financial']);
      const page = window();
      installWorker({ windows: [page] });
      slowSchool();
      void openNotice(notice({ path: '/financial', token: 'token' }), '');
      await vi.advanceTimersByTimeAsync(0);
      expect(page.done).toEqual(['focus']);
    });

    test('a slow school is told before a window goes there, which counts what is unread; and holds nobody up', async () => {
      const page = window();
      installWorker({ windows: [page] });
      slowSchool();
      const quick = openNotice(notice({ path: '/financial', token: 'token' }), '');
      await vi.advanceTimersByTimeAsync(50);
      expect(page.done).toEqual(['focus']);
      answer();
      await quick;
      expect(page.done).toEqual(['focus', '/financial']);
      const slow = openNotice(notice({ path: '/avisos', token: 'token' }), '');
      await vi.advanceTimersByTimeAsync(100);
      expect(page.done).toEqual(['focus', '/financial', 'focus', '/avisos']);
      answer();
      await slow;
    });
  });

  test('“Depois” only closes it', async () => {
    const { sent, opened } = installWorker();
    const later = notice({ path: '/financial', token: 'token' });
    await openNotice(later, 'later');
    expect(later.close).toHaveBeenCalledOnce();
    expect(opened).toEqual([]);
    expect(sent).toEqual([{ ...clicked, body: { delivery_token: 'token', event: 'closed' } }]);
  });

  test.each([[null], [{ path: 'https://elsewhere.example' }], [{ path: 7 }]])(
    'a click on a message never leads elsewhere: %j',
    async (data) => {
      const { opened, sent } = installWorker();
      await openNotice(notice(data), '');
      expect([opened, sent]).toEqual([['/'], []]);
    },
  );

  test('swiping it away is told', async () => {
    const { sent } = installWorker();
    await closeNotice(notice({ token: 'token' }));
    expect(sent.map(({ body }) => body)).toEqual([{ delivery_token: 'token', event: 'closed' }]);
  });
});
