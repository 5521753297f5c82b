import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, test as shared } from './support/portal-test.ts';
import { openPortal } from './support/portals.ts';

/** The widget of a chat server: reports that it is loaded, and shows what it receives. */
const WIDGET = `<!doctype html><html lang="pt-BR"><title>Conversa</title><main><h1>Conversa</h1><ol></ol></main><script>
addEventListener('message', ({ data }) => {
  const line = document.createElement('li');
  line.textContent = data;
  document.querySelector('ol').append(line);
});
parent.postMessage('chatwoot-widget:' + JSON.stringify({ event: 'loaded', config: {} }), '*');
</script></html>`;

const test = shared.extend<{ chat: string }>({
  chat: async ({ browserName: _any }, use) => {
    const server: Server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(WIDGET);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    server.close();
  },
  baseURL: async ({ chat }, use) => {
    const settings = { CHAT_URL: chat, CHAT_WEBSITE_TOKEN: 'inbox-1234', CHAT_HMAC_KEY: 'the key of the inbox' };
    const portal = await openPortal(settings);
    await use(portal.address);
    await portal.close();
  },
});

test('the chat opens on a tap, in a frame, and knows who writes (PROFILE-07)', async ({ page, chat }) => {
  await logIn(page, 'aluna@demo.example');
  const foreign: string[] = [];
  page.on('request', (request) => void (request.url().startsWith(chat) && foreign.push(request.url())));
  await page.goto('/atendimento');
  await expect(page.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute('href', /^https:\/\/wa\.me\/55\d{11}$/);
  await expectNoAxeFindings(page);
  expect(foreign).toEqual([]);
  await page.getByRole('button', { name: 'Abrir a conversa' }).click();
  const told = page.frameLocator('iframe[title="Conversa com a escola"]').getByRole('listitem');
  await expect(told.filter({ hasText: 'set-user' })).toContainText(/"identifier_hash":"[0-9a-f]{64}"/);
  await expect(page.getByRole('button', { name: 'Abrir a conversa' })).toBeHidden();
  expect(foreign[0]).toContain('/widget?website_token=inbox-1234');
});

shared('without a chat the page still says how to reach the school', { tag: '@deep' }, async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  await page.goto('/atendimento');
  await expect(page.getByRole('heading', { level: 1, name: 'Fale com a escola' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Abrir a conversa' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Ligar para/ })).toBeVisible();
});
