import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { placesOf } from './check-start.ts';
import { clientFolderOf, openPortal } from './portal.ts';
import { watchFaults } from './process/faults.ts';
import { listenProblem, type Place } from './process/listen-problem.ts';
import { metricsServer } from './process/metrics-server.ts';
import type { PageHandler } from './process/pages.ts';
import { isFirstProcess } from './process/processes.ts';
import { openReports, reportErrors } from './process/sentry.server.config.ts';
import { stopGracefully } from './process/shutdown.ts';
import type { Config } from './server/config.ts';
import { demoAccounts } from './server/operate/seed/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Opens the school, listens, and prints the address.
 *
 * @param openPages brings what renders pages: that of the build.
 */
export async function serve(config: Config, log: Logger, openPages = builtPages): Promise<void> {
  const reports = config.SENTRY_DSN
    ? await openReports({ dsn: config.SENTRY_DSN, environment: config.SENTRY_ENVIRONMENT, release: buildOf(root) })
    : null;
  if (reports) reportErrors(log, reports.send);
  watchFaults(log, async () => reports?.close());
  const pageHandler = await openPages();
  const portal = await openPortal({ config, log, pageHandler, clientFolder: clientFolderOf(root) });
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 120_000 }, portal.handle);
  const forMetrics = config.METRICS_PORT === undefined ? null : metricsServer(portal.metrics);
  const close = async () => {
    forMetrics?.close().closeAllConnections();
    await portal.running.close();
    await reports?.close();
  };
  const limits = { drainMs: config.SHUTDOWN_DRAIN_MS, timeoutMs: config.SHUTDOWN_TIMEOUT_MS };
  stopGracefully(server, portal.state, close, log, limits);
  server.listen(config.PORT, config.HOST, () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : config.PORT;
    forMetrics?.listen(config.METRICS_PORT, config.METRICS_HOST);
    if (isFirstProcess()) announce(`http://${config.HOST}:${port}`, config.DEMO === 'on');
  });
  const fail = (place: Place) => async (error: NodeJS.ErrnoException) => {
    process.stderr.write(`${await listenProblem(error, place, 'pt')}\n`);
    process.exit(1);
  };
  const [own, metrics] = placesOf(config);
  if (own) server.on('error', fail(own));
  if (metrics) forMetrics?.on('error', fail(metrics));
}

async function builtPages(): Promise<PageHandler> {
  const built = (await import(pathToFileURL(`${root}dist/server/entry.mjs`).href)) as { handler: PageHandler };
  return built.handler;
}

/** The build's name, as pages know it: the start of the digest that the build writes beside its files. */
function buildOf(folder: string): string | undefined {
  const mark = `${folder}dist/.sources`;
  return existsSync(mark) ? readFileSync(mark, 'utf8').slice(0, 8) : undefined;
}

function announce(address: string, demo: boolean): void {
  const lines = [`Portal: ${address}`];
  if (demo) {
    lines.push('', `Contas de demonstração (senha ${demoAccounts.password}):`);
    for (const { login, name, what } of demoAccounts.people)
      lines.push(`  ${login.padEnd(28)} ${name.padEnd(20)} ${what}`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
