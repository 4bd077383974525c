const [quote, backslash, comma, brace, bracket] = Buffer.from('"\\,{[');

/** More than any valid request: 100 leads with 50 fields each. */
export const maxValues = 5_000;

/**
 * Counts the fields and items of JSON while it arrives. Half a million small ones fit into a body
 * and are slow to parse.
 */
export class ValueCounter {
  count = 0;
  #inText = false;
  #escaped = false;

  add(chunk: Buffer): void {
    for (const byte of chunk) {
      if (this.#escaped) this.#escaped = false;
      else if (this.#inText) {
        if (byte === backslash) this.#escaped = true;
        else if (byte === quote) this.#inText = false;
      } else if (byte === quote) this.#inText = true;
      else if (byte === comma || byte === brace || byte === bracket) this.count++;
    }
  }
}
