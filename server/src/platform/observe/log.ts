import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * One line of JSON per request, found by its correlation id. Lines are built from named fields and
 * never from headers or bodies; the redaction below is the second line of defence. They are written
 * some at a time, and after a tenth of a second at the latest.
 */
export const createLog = (level: string, destination: 1 | 2 | DestinationStream = 1): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'authorization',
          'headers.authorization',
          'headers.cookie',
          'password',
          'secret',
          'token',
        ].flatMap((name) => [name, `*.${name}`]),
        censor: '[redacted]',
      },
    },
    typeof destination === 'number'
      ? pino.destination({ dest: destination, sync: false, minLength: 4_096, periodicFlush: 100 })
      : destination,
  );
