import { createClient } from 'redis';
import type { Config } from '../../config.ts';
import { testQuestion } from '../../core/ai/model.ts';
import { boundedFetch } from '../../core/ai/model-fetch.ts';
import { createModel, operatorModelConfig } from '../../core/ai/model-providers.ts';
import { ConnectProxy } from '../../platform/egress/proxy.ts';
import { Mailer } from '../../platform/mail/mailer.ts';
import {
  type CheckResult,
  describeError,
  okResult,
  problemResult,
  warningResult,
} from './run-checks.ts';

const timeoutMs = 5_000;
const modelTimeoutMs = 10_000;

export async function checkRedis({ REDIS_URL }: Config): Promise<CheckResult> {
  const client = createClient({
    url: REDIS_URL,
    disableOfflineQueue: true,
    socket: { connectTimeout: timeoutMs, socketTimeout: timeoutMs, reconnectStrategy: false },
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const [, version = '?'] = /redis_version:(\S+)/.exec(await client.info('server')) ?? [];
    return Number.parseInt(version, 10) < 7
      ? warningResult(`Redis ${version} is not tested.`, 'Upgrade Redis to 7 or newer.')
      : okResult(`Redis ${version}`);
  } catch (error) {
    return problemResult(
      `REDIS_URL does not connect: ${describeError(error)} Each process counts on its own, so limits are higher.`,
      'Start Redis, or correct REDIS_URL.',
    );
  } finally {
    client.destroy();
  }
}

export async function checkMail({ SMTP_URL, MAIL_FROM }: Config): Promise<CheckResult> {
  if (SMTP_URL === undefined)
    return okResult(
      'no mail server is set: invitations are links, and operators create sign-in links',
    );
  if (!MAIL_FROM?.includes('@'))
    return problemResult(
      'MAIL_FROM is not an email address. The API does not start without it, or servers refuse its email.',
      'Set MAIL_FROM, such as "Outcrop <outcrop@example.com>".',
    );
  const mailer = new Mailer(SMTP_URL, MAIL_FROM, timeoutMs);
  try {
    await mailer.verify();
    return okResult('the mail server accepts the connection and the login');
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'EAUTH'
      ? problemResult(
          `The mail server refuses the login: ${describeError(error)}`,
          'Correct user and password in SMTP_URL. Encode special characters, such as @ as %40.',
        )
      : problemResult(
          `The mail server does not respond as expected: ${describeError(error)}`,
          'Correct SMTP_URL: smtps:// for port 465, smtp:// for 587 and 25.',
        );
  } finally {
    mailer.close();
  }
}

export async function checkModel(config: Config): Promise<CheckResult> {
  const model = operatorModelConfig(config);
  if (model === null) return okResult('no model is set: only workspaces with their own can enrich');
  try {
    await createModel(model, boundedFetch).ask(testQuestion, AbortSignal.timeout(modelTimeoutMs));
    return okResult(`${model.provider} ${model.model} answers`);
  } catch (error) {
    return problemResult(
      `The language model ${model.model} does not answer: ${describeError(error)}`,
      'Correct AI_BASE_URL, AI_API_KEY and AI_MODEL, or start the model server.',
    );
  }
}

/** Nobody has this address. Any answer shows that the proxy responds. */
const nowhere = '192.0.2.1';

export async function checkProxy({ EGRESS_PROXY }: Config): Promise<CheckResult> {
  if (EGRESS_PROXY === undefined) return okResult('no proxy is set: calls go out directly');
  const failure = await new ConnectProxy(EGRESS_PROXY).tunnel([nowhere], 443, timeoutMs).then(
    (socket) => void socket.destroy(),
    (error: unknown) => describeError(error),
  );
  if (failure?.includes('could not be reached'))
    return problemResult(
      `EGRESS_PROXY: ${failure} Webhooks and models of workspaces cannot be called.`,
      'Start the proxy, or correct EGRESS_PROXY.',
    );
  if (failure?.includes('407'))
    return problemResult(
      `EGRESS_PROXY refuses the login: ${failure}`,
      'Correct user and password in EGRESS_PROXY.',
    );
  return okResult('the proxy responds');
}
