import { registerHooks } from 'node:module';

/** Preloaded into a portal: reports each loaded package of the error reports. */
registerHooks({
  load(url, context, next) {
    const name = /\/node_modules\/(@sentry\/[^/]+)\//.exec(url)?.[1];
    if (name) process.stderr.write(`loaded ${name}\n`);
    return next(url, context);
  },
});
