import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Breaker, createBreaker } from './connected/breaker.ts';
import { createForwarder } from './connected/forward.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';
import { operationClients } from './gateway/operation-client.ts';
import { Assets } from './process/assets.ts';
import { FirstPaint } from './process/first-paint.ts';
import { formStart } from './process/form-start.ts';
import { transportSecurity } from './process/headers.ts';
import { health } from './process/health.ts';
import { IslandFiles } from './process/island-files.ts';
import { createListener } from './process/listener.ts';
import { createMetrics, type Metrics } from './process/metrics.ts';
import { onlyHere } from './process/only-here.ts';
import { createPages, type PageHandler } from './process/pages.ts';
import { showSchema } from './process/progress.ts';
import { searchFiles } from './process/search-files.ts';
import { brandFiles } from './process/web-manifest.ts';
import { reference } from './server/api-reference.ts';
import { allOperations, connectedModes } from './server/app.ts';
import type { Config } from './server/config.ts';
import { createReadiness } from './server/core/db/readiness.ts';
import { publicUrls } from './server/core/http/public-url.ts';
import { outboxViewer } from './server/messages/mail/outbox-viewer.ts';
import { sandboxBank } from './server/money/finance/sandbox-bank.ts';
import { watchPages } from './server/school/promo/watch-pages.ts';
import { openSchool, type RunningSchool } from './server/school.ts';
import { runningVersion, versionText } from './server/version.ts';

export interface Portal {
  /** For `node:http`. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  metrics: Metrics;
  running: RunningSchool;
  /** Set once the process is told to stop. */
  state: { stopping: boolean };
}

export interface PortalOptions {
  config: Config;
  log: Logger;
  /** Renders pages. */
  pageHandler: PageHandler;
  /** The build's client folder, or null where another server has it (development). */
  clientFolder: string | null;
}

/** Puts the parts together: school → gateway → pages → one listener. Only this module and tools import the server. */
export async function openPortal({ config, log, pageHandler, clientFolder }: PortalOptions): Promise<Portal> {
  const running = await showSchema(
    (facts, words) => log.info(facts, words),
    (onSchemaStep) => openSchool(config, log, { onSchemaStep }),
    config.production ? 'pt' : 'en',
  );
  if (!config.sendsMail)
    log.warn('SMTP_URL: não está definido, e nenhum e-mail sai: links de senha, confirmações e boletos esperam');
  const { school } = running;
  const breaker = createBreaker(config.UPSTREAM_PAUSE_MS);
  const upstream = connectHosts(config, running, breaker, log);
  const metrics = createMetrics({
    token: config.METRICS_TOKEN,
    hasPort: config.METRICS_PORT !== undefined,
    port: config.PORT,
    version: runningVersion,
    engine: school.database.engine,
    leads: running.worker.leads,
    resting: breaker.resting,
    school: school.metrics.registry,
  });
  const gateway = countAnswers(createGateway(upstream, school.tokens), metrics);
  const version = versionText(runningVersion);
  const state = { stopping: false };
  const operations = allOperations();
  const sites = publicUrls(config);
  const assets = clientFolder && existsSync(clientFolder) ? new Assets(clientFolder) : null;
  const pages = createPages({
    handler: pageHandler,
    gateway,
    operations: operationClients(operations),
    seal: school.tokens,
    brand2Keyword: config.BRAND2_KEYWORD,
    promoStamp: config.connected ? () => '' : watchPages(school),
    firstPaint: assets && new FirstPaint(assets.sheets()),
    islandFiles: assets && new IslandFiles(assets.islands()),
    log,
    settings: {
      version,
      publicPages: config.PUBLIC_PAGES,
      timeZone: config.SCHOOL_TIME_ZONE,
      sites,
      sentry: config.SENTRY_DSN ? { dsn: config.SENTRY_DSN, environment: config.SENTRY_ENVIRONMENT } : null,
      debug: !config.production,
      outboxViewer: config.outboxViewer,
      sendsMail: config.sendsMail,
      connected: config.connected,
      mediaHosts: [config.PORTAL_API_URL, config.BRAND2_PORTAL_API_URL, config.DRIVE_API_URL].flatMap((url) =>
        url ? [new URL(url).origin] : [],
      ),
    },
  });
  const handle = createListener({
    gateway,
    operations,
    assets,
    pages,
    metrics,
    log,
    brand2Keyword: config.BRAND2_KEYWORD,
    trustProxy: config.TRUST_PROXY === 'on',
    transport: transportSecurity(config),
    allowedHosts: new Set([
      ...config.ALLOWED_HOSTS.map((host) => host.toLowerCase()),
      ...[config.PUBLIC_URL, config.BRAND2_PUBLIC_URL].flatMap((url) => (url ? [new URL(url).host] : [])),
    ]),
    extras: [
      health({
        version,
        metrics,
        isServing: () => !state.stopping,
        readiness: createReadiness(school.database, config),
      }),
      brandFiles(config.BRAND2_KEYWORD),
      searchFiles({ keyword: config.BRAND2_KEYWORD, sites, publicPages: config.PUBLIC_PAGES }),
      formStart(school.tokens),
      reference(),
      ...(config.outboxViewer ? [onlyHere(outboxViewer(school))] : []),
      ...(school.ports.payments.sandbox ? [onlyHere(sandboxBank(school.ports.payments.sandbox, running.api))] : []),
    ],
  });
  return { handle, metrics, running, state };
}

/** In connected mode calls of the specification go to the franchise's hosts; otherwise the school answers all of them. */
function connectHosts(
  config: Config,
  { api, school }: RunningSchool,
  breaker: Breaker,
  log: Logger,
): RunningSchool['api'] {
  if (!config.PORTAL_API_URL || !config.DRIVE_API_URL) return api;
  return createForwarder(
    {
      portal: { knn: config.PORTAL_API_URL, phenom: config.BRAND2_PORTAL_API_URL ?? config.PORTAL_API_URL },
      brand2Keyword: config.BRAND2_KEYWORD,
      drive: config.DRIVE_API_URL,
      timeoutMs: config.UPSTREAM_TIMEOUT_MS,
      partMs: config.UPSTREAM_PART_MS,
      breaker,
      timeZone: config.SCHOOL_TIME_ZONE,
      tmzSign: config.TMZ_SIGN === 'east-positive' ? 1 : -1,
      pushKey: config.VAPID_PUBLIC_KEY,
      choiceKeys: school.tokens.derivedKeys('connected-choice'),
      onAnswer: (host, isWell, seconds) => school.metrics.observed(`host_${host}`, isWell ? 'ok' : 'failed', seconds),
    },
    { api, connectedModes: connectedModes() },
    {
      onMisfit: (call, places) => log.warn({ call, places }, 'an answer of the franchise breaks the contract'),
      onCoerced: (call, kind) => school.metrics.coerced(call, kind),
    },
  );
}

/** Pages ask the API in process, so their calls are counted here too. */
const countAnswers =
  (gateway: Gateway, metrics: Metrics): Gateway =>
  async (question, sender) => {
    const outcome = await gateway(question, sender);
    metrics.answered(question.name, outcome.status);
    return outcome;
  };

export const clientFolderOf = (root: string) => join(root, 'dist', 'client');
