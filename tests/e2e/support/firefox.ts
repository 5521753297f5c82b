import puppeteer, { type Page } from 'puppeteer-core';
import { firefox } from '../../../scripts/test-tools.ts';

export interface Firefox {
  page: Page;
  /** The addresses of its windows. */
  paths(): Promise<string[]>;
  /** Presses the notification that the browser shows. @returns whether one was there and listened. */
  clickAlert(): Promise<boolean>;
  close(): Promise<void>;
}

/** The driver's connection to the browser, for what its own calls lack: the browser's windows beside the pages. */
interface Connection {
  send(method: string, params: object): Promise<{ result: unknown }>;
}
/** The result of a piece of script; none if it threw. */
interface Evaluated {
  result?: { value?: unknown };
}
interface Tree {
  contexts: { context: string; url: string }[];
}

/** Opens Firefox with notifications allowed and with this push service instead of Mozilla's. */
export async function openFirefox(pushService: string): Promise<Firefox> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox() ?? undefined,
    headless: true,
    // The notification is a window of the browser, not of a page.
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      'dom.push.serverURL': pushService,
      'dom.push.testing.allowInsecureServerURL': true,
      'dom.push.connection.enabled': true,
      'permissions.default.desktop-notification': 1,
      'alerts.useSystemBackend': false,
    },
  });
  const { connection } = browser as unknown as { connection: Connection };
  const contextsOf = async (more: object) =>
    ((await connection.send('browsingContext.getTree', more)).result as Tree).contexts;
  return {
    page: await browser.newPage(),
    // This asks the browser: the driver keeps its own addresses, and may miss a page that a worker moves.
    paths: async () => (await contextsOf({})).map(({ url }) => URL.parse(url)?.pathname ?? ''),
    async clickAlert() {
      const contexts = await contextsOf({ 'moz:scope': 'chrome' });
      const alert = contexts.find(({ url }) => url.endsWith('/alert.xhtml'));
      if (!alert) return false;
      // The window is there before it listens: an earlier press is lost.
      const { result } = await connection.send('script.evaluate', {
        expression: "gIsActive && (document.getElementById('alertBox').click(), true)",
        target: { context: alert.context },
        awaitPromise: false,
      });
      return (result as Evaluated).result?.value === true;
    },
    close: () => browser.close(),
  };
}
