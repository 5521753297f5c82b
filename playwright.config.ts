import { globSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { freePort } from './scripts/free-port.ts';
import { chromium, headlessShell } from './scripts/test-tools.ts';
import { screens } from './tests/e2e/support/screens.ts';

/**
 * Each has a portal and a demo school of its own: what a test changes on one does not meet it again on the other. A story
 * runs on the phone. With the tag `@both` it runs on the desktop too: navigation, tables that become cards, dialogs, the
 * camera. `axe*.e2e.ts` looks at every page in both widths by itself.
 */
const projects = [
  { name: 'phone', viewport: screens.phone, hasTouch: true },
  { name: 'desktop', viewport: screens.desktop, hasTouch: false },
];

/**
 * Files of stories that need a whole browser, on the portal of the phone: the service worker with its notifications, what
 * loads before a touch, and two long days of a school. The others run in pages without a window around them and without
 * the worker, for half of the work (decision 0150).
 */
const WHOLE = [
  ...['devices', 'devices-connected', 'inbox', 'loaded-pieces', 'practice-stored', 'practice-offline', 'pwa'],
  ...['session', 'family-month', 'travel', 'school-day', 'school-from-nothing'],
].map((name) => `**/${name}{,.deep}.e2e.ts`);
const misnamed = WHOLE.filter((pattern) => globSync(`tests/e2e/${pattern}`).length === 0);
if (misnamed.length > 0) throw new Error(`No story is named so: ${misnamed.join(', ')}`);
const FOREIGN = '**/connected*.e2e.ts';
/** What only the deep run looks at (`scripts/test.ts`): these files, and stories with the tag `@deep`. */
const isDeep = process.env.TEST_DEEP === 'yes';
const DEEP = isDeep ? [] : ['**/*.deep.e2e.ts'];

/** The fast run has the phone alone. */
const screenProjects = isDeep ? projects : projects.slice(0, 1);

/** A third portal is connected to two hosts of a franchise, and visited by the stories that carry its tag. */
const CONNECTED = projects.length;
const ports = await chosenPorts();
const portOf = (index: number) => Number(ports[index]);

/**
 * What the browser leaves out. Each window draws the two lists below the address bar, which nobody opens here: as much
 * work as the pages of the portal. The last switch of this name counts, so it repeats what Playwright leaves out.
 */
const features = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  'PreconnectToSearch',
];

const connected = {
  name: 'connected',
  grep: /@connected/,
  use: { viewport: screens.desktop, baseURL: `http://localhost:${portOf(CONNECTED)}` },
};

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/school.ts',
  workers: 3,
  forbidOnly: true,
  ...(!isDeep && { grepInvert: /@deep/ }),
  // Ends a test that hangs. A story that passes in 25 s here takes more than a minute on a machine that is twice as slow.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // A press that something covers fails soon and by name, instead of waiting for the end of its test.
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    // Recording each test in case it fails takes an eighth of the time: ask for it with `--trace retain-on-failure`.
    trace: 'off',
    serviceWorkers: 'block',
    launchOptions: launched(headlessShell()),
  },
  projects: [
    {
      name: 'whole',
      testMatch: WHOLE,
      testIgnore: DEEP,
      use: {
        viewport: screens.phone,
        hasTouch: true,
        serviceWorkers: 'allow',
        launchOptions: launched(chromium()),
        baseURL: `http://localhost:${portOf(0)}`,
      },
    },
    ...screenProjects.map(({ name, ...use }, index) => ({
      name,
      testIgnore: name === 'phone' ? [FOREIGN, ...WHOLE, ...DEEP] : [FOREIGN, ...DEEP],
      ...(name === 'desktop' && { grep: /@both/ }),
      use: { ...use, baseURL: `http://localhost:${portOf(index)}` },
    })),
    ...(isDeep ? [connected] : []),
  ],
  webServer: [
    ...screenProjects.map(({ name }, index) => server(name, index, {})),
    ...(isDeep ? [server('connected', CONNECTED, { CONNECTED: 'yes' })] : []),
  ],
});

/** How a browser starts; without one Playwright looks for its own. */
function launched(browser: string | null) {
  return { executablePath: browser ?? undefined, args: [`--disable-features=${features.join()}`] };
}

function server(name: string, index: number, more: Record<string, string>) {
  return {
    name,
    command: 'node tests/e2e/support/serve.ts',
    url: `http://127.0.0.1:${portOf(index)}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
    env: { PORT: String(portOf(index)), PORTAL_LOG: `.cache/test/portal-${name}.log`, ...more },
  };
}

/** Workers read this file again: what is chosen once travels in the environment. */
async function chosenPorts(): Promise<string[]> {
  process.env.E2E_PORTS ??= (await Promise.all([...projects, 'connected'].map(freePort))).join();
  return process.env.E2E_PORTS.split(',');
}
