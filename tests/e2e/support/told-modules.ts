import { registerHooks } from 'node:module';

/** Preloaded into a portal: says of each package for reports that it was loaded. */
registerHooks({
  load(url, context, next) {
    const name = /\/node_modules\/(@sentry\/[^/]+)\//.exec(url)?.[1];
    if (name) process.stderr.write(`loaded ${name}\n`);
    return next(url, context);
  },
});
