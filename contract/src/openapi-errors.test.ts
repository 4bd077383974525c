import { expect, test } from 'vitest';
import { allEndpoints, errorsOf } from './endpoints.ts';
import { errorExample } from './openapi-errors.ts';

/** Two sentences, or one that says what is expected. */
const advises = /[.?!] [A-Z"]|; \w|: \w|\bmust\b|is required|is not a parameter/;

test('every error of an endpoint says what to do about it', () => {
  const messages = allEndpoints.flatMap((endpoint) =>
    errorsOf(endpoint).map((code) => {
      const { error } = errorExample(endpoint, code) as { error: { message: string } };
      return `${code}: ${error.message}`;
    }),
  );
  expect(messages.length).toBeGreaterThan(300);
  expect(
    [...new Set(messages)].filter((message) => !advises.test(message.slice(message.indexOf(' ')))),
  ).toEqual([]);
});
