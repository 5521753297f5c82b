/** Wakes a loop that waits for news. News that comes while nobody waits is kept until the next `listen`. */
export class Bell {
  #hasRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  /** From here on only later news counts. */
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
