import { ThreadPool } from '../platform/thread-pool.ts';
import { maxHtmlLength, type SafeHtml } from './safe-html.ts';

export interface SanitizingTask {
  html: string;
  images: boolean;
}

/** Cleans HTML of messages in a thread, because a large message would block the process. */
export class HtmlSanitizer {
  readonly #pool = new ThreadPool<SanitizingTask, SafeHtml>(
    new URL('./html-sanitizer.thread.ts', import.meta.url),
    { threads: 2, maxCpuMs: 1_500, maxMegabytes: 128 },
  );

  /** Throws ThreadLimitExceeded if it takes too much time or memory. */
  clean(tenant: string, { html, images }: SanitizingTask, signal: AbortSignal): Promise<SafeHtml> {
    return this.#pool.run(tenant, { html: html.slice(0, maxHtmlLength), images }, signal);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
