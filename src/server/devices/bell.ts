/** Wakes a loop that waits for news. News that come while nobody waits are kept until the next `listen`. */
export class Bell {
  #hasRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  /** From here on only what comes later is news. */
  listen(): void {
    this.#hasRung = false;
  }

  /** Waits for news since `listen`. */
  async heard(): Promise<void> {
    if (this.#hasRung) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}
