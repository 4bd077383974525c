import { expect, test } from 'vitest';
import { errorsOf, lines } from './endpoints.ts';
import { errorExample } from './openapi-errors.ts';

/** Two sentences, or one that says what is wanted instead. */
const advises = /[.?!] [A-Z"]|; \w|: \w|\bmust\b|is required|is not a parameter/;

test('every error that an endpoint can answer says what to do about it [errors.message-helps]', () => {
  const messages = lines.flatMap((line) =>
    errorsOf(line).map((code) => {
      const { error } = errorExample(line, code) as { error: { message: string } };
      return `${code}: ${error.message}`;
    }),
  );
  expect(messages.length).toBeGreaterThan(300);
  expect(
    [...new Set(messages)].filter((message) => !advises.test(message.slice(message.indexOf(' ')))),
  ).toEqual([]);
});
