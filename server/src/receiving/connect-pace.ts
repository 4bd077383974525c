import { setTimeout as sleep } from 'node:timers/promises';

/** Lets the connections of a process begin one after another, at most 20 a second. */
export class ConnectPace {
  readonly #gapMs: number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(perSecond = 20) {
    this.#gapMs = 1_000 / perSecond;
  }

  /** Each turn starts when the previous one has started and the gap is over, also on a busy process. */
  async turn(signal: AbortSignal): Promise<void> {
    const turn = this.#last.then(() => signal.throwIfAborted());
    this.#last = turn.then(
      () => sleep(this.#gapMs),
      () => {},
    );
    await turn;
  }
}
