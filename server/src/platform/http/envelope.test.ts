import { errorSchema, errorStatus } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { ApiError, unavailableError } from '../error.ts';
import { asApiError, failureBody, failureHeaders, successBody } from './envelope.ts';

const sent = (error: ApiError) => JSON.parse(JSON.stringify(failureBody(error, 'an-id')));

test('a success has ok and data [envelope.success]', () => {
  expect(successBody({ a: 1 })).toEqual({ ok: true, data: { a: 1 } });
});

test('an error has a code, a message and the correlation id, and no unused fields [envelope.error envelope.correlation-id]', () => {
  expect(sent(new ApiError('not_found', 'It is not there.'))).toEqual({
    ok: false,
    error: { code: 'not_found', message: 'It is not there.', correlationId: 'an-id' },
  });
});

test('error details are sent, and the cause is not', () => {
  const error = new ApiError('validation_error', 'No.', {
    fieldErrors: { a: ['is odd'] },
    issues: [{ path: ['a'], message: 'is odd' }],
    notFound: ['x'],
    retryAfter: 5,
    allow: 'GET',
    cause: new Error('select secret from safe'),
  });
  expect(errorSchema.parse(sent(error)).error).toEqual({
    code: 'validation_error',
    message: 'No.',
    fieldErrors: { a: ['is odd'] },
    issues: [{ path: ['a'], message: 'is odd' }],
    notFound: ['x'],
    correlationId: 'an-id',
  });
  expect(failureHeaders(error)).toEqual({ 'retry-after': '5', allow: 'GET' });
});

test('an unavailable response always has Retry-After', () => {
  expect(failureHeaders(unavailableError('database', 'Later.'))).toEqual({ 'retry-after': '1' });
  expect(failureHeaders(unavailableError('database', 'Later.', { retryAfter: 9 }))).toEqual({
    'retry-after': '9',
  });
  expect(failureHeaders(new ApiError('not_found', 'No.'))).toEqual({});
});

test.each([new Error('boom at line 3'), 'a string', undefined, null, { code: 'x' }])(
  'any other exception is an internal error that reveals nothing about it',
  (thrown) => {
    const apiError = asApiError(thrown);
    expect(apiError).toMatchObject({
      code: 'internal_error',
      status: 500,
      details: { cause: thrown },
    });
    expect(sent(apiError).error.message).not.toContain('boom');
  },
);

test('each code has one status', () => {
  for (const [code, status] of Object.entries(errorStatus))
    expect(new ApiError(code as keyof typeof errorStatus, 'No.').status).toBe(status);
});
