/**
 * Moves the clock of the process: `Date` tells the time `CLOCK_SHIFT_MS` later. `npm test unit -- --at 2028-02-29T23:50Z`
 * loads it before all else, so that the same tests run on another day, at another hour.
 */
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const { now } = Date;
Date.now = () => now() + shift;
globalThis.Date = new Proxy(Date, {
  construct: (real, parts, made) =>
    Reflect.construct(real, parts.length === 0 ? [real.now()] : parts, made === Date ? real : made),
  apply: (real) => new real(real.now()).toString(),
});
