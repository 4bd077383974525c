import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * Logs JSON lines built from named fields, never from headers or bodies; redaction is a second
 * safeguard. Lines are buffered for up to 100 ms.
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
