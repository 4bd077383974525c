import { afterEach, beforeEach, expect, vi } from 'vitest';
import { complaints } from './complaints.ts';

/** What jsdom lacks, because it has no layout. Everything is as large as a window. */
const size = { width: 1280, height: 800 };

class Observer {
  readonly #report: (entries: object[]) => void;
  constructor(report: (entries: object[]) => void) {
    this.#report = report;
  }
  observe(target: Element) {
    queueMicrotask(() => this.#report([{ target, contentRect: size, isIntersecting: true }]));
  }
  unobserve() {}
  disconnect() {}
  takeRecords = () => [];
}

Object.assign(globalThis, { ResizeObserver: Observer, IntersectionObserver: Observer });
Object.assign(window, {
  scrollTo: () => {},
  matchMedia: (media: string) => ({
    media,
    matches: media.includes('reduced-motion'),
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }),
});
Object.assign(Element.prototype, { scrollIntoView: () => {}, scrollTo: () => {} });
Object.defineProperties(HTMLElement.prototype, {
  offsetWidth: { get: () => size.width, configurable: true },
  offsetHeight: { get: () => size.height, configurable: true },
});
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

/** As in the browser, an error or a warning on the console fails the test. */
beforeEach(() => {
  for (const kind of ['error', 'warn'] as const)
    vi.spyOn(console, kind).mockImplementation((...texts: unknown[]) => {
      complaints.push(texts.map(String).join(' '));
    });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  expect(complaints.splice(0)).toEqual([]);
});
