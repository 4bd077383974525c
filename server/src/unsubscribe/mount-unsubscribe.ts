import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type MailTokens,
  type UnsubscribeRequest,
  unsubscribePath,
} from '../core/sending/mail-tokens.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { Database } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import { clientNetwork } from '../platform/http/client-network.ts';
import type { RateWindows } from '../platform/http/rate-window.ts';
import { recordFactAlone, recordUnsubscribe, stopRecipient } from './unsubscribe.ts';
import { contentSecurityPolicy, unsubscribePages } from './unsubscribe-pages.ts';

/** Mail providers unsubscribe many people from few addresses. */
const postsPerMinute = 600;

/** Seconds after which a recipient or a mail provider should try again. */
const retryAfter = 5;

interface UnsubscribeDeps {
  recordDb: Database;
  stopDb: Database;
  suppression: Suppression;
  tokens: MailTokens;
  windows: RateWindows;
}

type UnsubscribeResult = Exclude<keyof typeof unsubscribePages, 'ask'>;

const statusOf: Record<UnsubscribeResult, number> = {
  done: 200,
  unknown: 404,
  recorded: 503,
  unavailable: 503,
  tooMany: 429,
};

/**
 * The page that an unsubscribe link opens, and the POST of its button and of mail providers
 * (RFC 8058). Reading the page changes nothing and is the same for every link, because programs that
 * check emails open all of them.
 */
export async function mountUnsubscribe(app: FastifyInstance, deps: UnsubscribeDeps): Promise<void> {
  await app.register(async (scope) => {
    // The address already says everything, so the body is not read, whatever its type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('preParsing', async (request) => {
      delete request.headers['content-type'];
    });
    const url = `${unsubscribePath}/:token`;
    scope.get(url, async (_request, reply) => sendPage(reply, 200, unsubscribePages.ask));
    scope.post<{ Params: { token: string } }>(url, async (request, reply) => {
      const result = await unsubscribe(deps, request);
      if (statusOf[result] === 503) reply.header('retry-after', retryAfter);
      if (result === 'tooMany') reply.header('retry-after', 60);
      return sendPage(reply, statusOf[result], unsubscribePages[result]);
    });
  });
}

async function unsubscribe(
  deps: UnsubscribeDeps,
  request: FastifyRequest<{ Params: { token: string } }>,
): Promise<UnsubscribeResult> {
  const key = `unsubscribe:${clientNetwork(request.ip)}`;
  if (!(await deps.windows.take(key, postsPerMinute, request.id)).allowed) return 'tooMany';
  const unsubscription = deps.tokens.readUnsubscribeToken(request.params.token);
  try {
    const isKnown = await recordRequest(deps, request, unsubscription);
    if (!isKnown || unsubscription === null) return 'unknown';
  } catch (error) {
    return reportBusy(request, error, 'unavailable');
  }
  try {
    await stopRecipient(deps, unsubscription, new Date());
    return 'done';
  } catch (error) {
    return reportBusy(request, error, 'recorded');
  }
}

async function recordRequest(
  deps: UnsubscribeDeps,
  request: FastifyRequest,
  unsubscription: UnsubscribeRequest | null,
): Promise<boolean> {
  const at = new Date();
  try {
    return await recordUnsubscribe(deps, unsubscription, { at, correlationId: request.id });
  } catch (error) {
    if (unsubscription === null) throw error;
    const isKnown = await recordFactAlone(deps, unsubscription, at);
    request.log.error({ err: error }, 'An unsubscription was recorded without its event');
    return isKnown;
  }
}

/** Logs a busy database as a warning, because it is not a bug, and all else as an error. */
function reportBusy(
  request: FastifyRequest,
  error: unknown,
  result: UnsubscribeResult,
): UnsubscribeResult {
  const isBusy = error instanceof ApiError && error.code === 'unavailable';
  request.log[isBusy ? 'warn' : 'error']({ err: error }, 'An unsubscription was not completed');
  return result;
}

const sendPage = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': contentSecurityPolicy, 'x-robots-tag': 'noindex' })
    .send(html);
