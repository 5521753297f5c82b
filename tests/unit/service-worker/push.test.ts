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

describe('the content of a push event', () => {
  test('the content of a push is its text, or the notification of a declarative message', () => {
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
  test('a push message is shown with picture, brand icons and two actions, and reported to server and pages', async () => {
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

  test('without an unread count in the message it is requested from the server; zero clears the badge', async () => {
    const { badge } = installWorker({ answers: { [UNREAD]: { unread: 5 } } });
    await showNotice(dataOf({ notification: { title: 'Oi' } }));
    await showNotice(dataOf({ notification: { title: 'Oi' }, app_badge: 0 }));
    expect(badge).toEqual([5, 'clear']);
  });

  test('the badge is not changed without a session', async () => {
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
  ])('an unreadable push message is shown with default text (%#)', async (data) => {
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

  test('a push message is shown without options that the browser refuses', async () => {
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

describe('a click on a notification (PUSH-15)', () => {
  const clicked = { method: 'POST', path: EVENTS, body: { delivery_token: 'token', event: 'clicked' } };

  test('a click opens the page in the visible window', async () => {
    const [back, front] = [window(), window({ visibilityState: 'visible' })];
    const { sent, opened } = installWorker({ windows: [back, front] });
    await openNotice(notice({ path: '/financial', token: 'token' }), '');
    expect([back.done, front.done, opened]).toEqual([[], ['focus', '/financial'], []]);
    expect(sent).toEqual([clicked]);
  });

  test('a click opens a new window without an open one, or when it cannot be navigated', async () => {
    const stubborn = window({ navigate: () => Promise.reject(new TypeError('not ruled')) });
    for (const windows of [[], [stubborn]]) {
      const { opened } = installWorker({ windows });
      await openNotice(notice({ path: '/financial', token: 'token' }), 'open');
      expect(opened).toEqual(['/financial']);
    }
  });

  test('a click navigates the next page when its window is leaving and a new one may not be opened', async () => {
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

  describe('with a slow server', () => {
    let answer = () => {};
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());
    const slowSchool = () =>
      vi.stubGlobal('fetch', () => new Promise<Response>((done) => (answer = () => done(new Response('{}')))));

    test('a window is opened or focused before any answer of the server', async () => {
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

    test('the click is reported before the window navigates, which waits at most 100 ms', async () => {
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

  test('“Depois” closes the notification and opens nothing', async () => {
    const { sent, opened } = installWorker();
    const later = notice({ path: '/financial', token: 'token' });
    await openNotice(later, 'later');
    expect(later.close).toHaveBeenCalledOnce();
    expect(opened).toEqual([]);
    expect(sent).toEqual([{ ...clicked, body: { delivery_token: 'token', event: 'closed' } }]);
  });

  test.each([[null], [{ path: 'https://elsewhere.example' }], [{ path: 7 }]])(
    'a click on a notification never opens another origin: %j',
    async (data) => {
      const { opened, sent } = installWorker();
      await openNotice(notice(data), '');
      expect([opened, sent]).toEqual([['/'], []]);
    },
  );

  test('dismissing a notification is reported', async () => {
    const { sent } = installWorker();
    await closeNotice(notice({ token: 'token' }));
    expect(sent.map(({ body }) => body)).toEqual([{ delivery_token: 'token', event: 'closed' }]);
  });
});
