/** Something that many may wait for, again and again: each wait ends when it is next told of. */
export class IdleWait {
  #wait: { readonly promise: Promise<void>; readonly resolve: () => void } | null = null;

  /** Ends with the next `tell`; all who wait until then wait for the same. */
  next(): Promise<void> {
    if (!this.#wait) {
      let resolve = () => {};
      const promise = new Promise<void>((done) => {
        resolve = done;
      });
      this.#wait = { promise, resolve };
    }
    return this.#wait.promise;
  }

  tell(): void {
    this.#wait?.resolve();
    this.#wait = null;
  }
}
