import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { relative } from 'node:path';
import type { AstroIntegration } from 'astro';
import type { PageHandler } from '../src/process/pages.ts';
import { command } from './usage.ts';

// Serves pages from source with reload. The API, gateway and sessions are the real ones: restart after changes there.
command('dev', 'Serves the portal from its sources, with reload. Settings come from the environment and .env.').parse();
process.env.NODE_ENV = 'development';
process.env.ASTRO_TELEMETRY_DISABLED = '1';
process.env.ASTRO_DEV_BACKGROUND = '0';
if (existsSync('.env')) process.loadEnvFile('.env');
const { writeAreaLists } = await import('./area-lists.ts');
writeAreaLists();
const { checkStart, failStart } = await import('../src/check-start.ts');
// Astro would use the next free port, but links in mails would still have this one.
const { config } = await checkStart('en').catch(failStart);

const { dev } = await import('astro');
const { brandOf } = await import('#lib/brand.ts');
const { openPortal } = await import('../src/portal.ts');
const { createLog } = await import('../src/process/log.ts');
const { servedFiles } = await import('./school-texts.ts');
const { dress } = await import('./dress-pictures.ts');

type Next = (error?: unknown) => void;
const nextOf = new WeakMap<IncomingMessage, Next>();

/** Passes the request to Astro's development server, with the locals where Astro expects them. */
const pageHandler: PageHandler = (request, _response, _next, locals) => {
  Reflect.set(request, Symbol.for('astro.locals'), locals);
  nextOf.get(request)?.();
};
const portal = await openPortal({ config, log: createLog(config.LOG_LEVEL), pageHandler, clientFolder: null });

const FILES_OF_VITE = /^\/(@|src\/|node_modules\/|\.astro|_astro|_image|__|~)|\.[a-z0-9]{2,5}($|\?)/;
/** Only a build has a service worker: the portal answers that there is none. */
const FILES_OF_OURS = /^\/(manifest\.webmanifest|favicon\.ico|service-worker\.js|api\/)/;

/** Vite serves the files of the sources by their path. */
const sourceOf = new Map(servedFiles().map(({ file, url }) => [url, `/${relative(process.cwd(), file)}`]));

const PICTURE = /^\/brand\/[\w/-]+\.svg$/;

/** The build colours pictures for each brand; here it happens on request. */
function showPicture(url: string, request: IncomingMessage, response: ServerResponse): void {
  const file = `.${sourceOf.get(url) ?? `/public${url}`}`;
  if (!existsSync(file)) return void response.writeHead(404).end();
  const brand = brandOf(request.headers.host ?? '', { keyword: config.BRAND2_KEYWORD });
  response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(dress(readFileSync(file, 'utf8'), brand));
}

const gateway: AstroIntegration = {
  name: 'portal-gateway',
  hooks: {
    'astro:server:setup'({ server }) {
      server.middlewares.use((request: IncomingMessage, response: ServerResponse, next: Next) => {
        const requested = request.url ?? '/';
        request.url = sourceOf.get(requested) ?? requested;
        const url = request.url ?? '/';
        const picture = PICTURE.exec(requested)?.[0];
        if (picture) return showPicture(picture, request, response);
        if (FILES_OF_VITE.test(url) && !FILES_OF_OURS.test(url)) return next();
        nextOf.set(request, next);
        portal.handle(request, response);
      });
    },
  },
};

await dev({ root: process.cwd(), integrations: [gateway], server: { host: config.HOST, port: config.PORT } });
