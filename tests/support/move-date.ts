/** Shifts `Date` into the future. Runs in Node and in a page, so it uses nothing from outside. */
export function moveDate(shift: number): void {
  const { now } = Date;
  Date.now = () => now() + shift;
  globalThis.Date = new Proxy(Date, {
    construct: (real, parts, made) =>
      Reflect.construct(real, parts.length === 0 ? [real.now()] : parts, made === Date ? real : made),
    apply: (real) => new real(real.now()).toString(),
  });
}
