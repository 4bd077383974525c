import { createHash, randomUUID } from 'node:crypto';
import { ApiError } from '../../platform/error.ts';
import { clientNetwork } from '../../platform/http/client-network.ts';
import { type RateLimit, RateWindows } from '../../platform/http/rate-window.ts';

const minutes = 15;

/** Attempts in 15 minutes; too few to guess a password. */
const maxAttempts = { here: 10, anywhere: 100, perAddress: 300 };

/** Attempts of a workspace in 15 minutes, and tests of one account by all workspaces. */
const maxMailAttempts = { perAccount: 10, anywhere: 100, perHost: 300, perWorkspace: 600 };

export interface MailAccount {
  host: string;
  user: string;
}

/**
 * Limits attempts at passwords and codes, by account and by network. It does not check whether the
 * account exists, so the response does not reveal it. A network that used up its attempts does not
 * lock the owner out elsewhere.
 */
export class AttemptLimiter {
  readonly #windows: RateWindows;

  constructor(redisUrl: string, redisMs?: number) {
    this.#windows = new RateWindows(redisUrl, minutes * 60_000, redisMs);
  }

  /** `account` is an email address or id; only its hash is stored, for a short time. */
  async allow(what: string, account: string, address: string): Promise<void> {
    const network = clientNetwork(address);
    await this.#take(`${what}:${hashAccount(account)}:${network}`, maxAttempts.here);
    await this.#take(`${what}:${hashAccount(account)}`, maxAttempts.anywhere);
    await this.#take(`${what}:${network}`, maxAttempts.perAddress);
  }

  /** Restores all attempts after a success. */
  async reset(what: string, account: string, address: string): Promise<void> {
    await this.#windows.clear(`try:${what}:${hashAccount(account)}:${clientNetwork(address)}`);
  }

  /**
   * Limits sign-ins at mail servers that a workspace chose, so that it can neither guess the password of
   * a mailbox nor look for servers.
   */
  async allowMailAccounts(
    workspaceId: string,
    accounts: MailAccount[],
    { isTest = false } = {},
  ): Promise<void> {
    const own = `try:mail:${workspaceId}`;
    const keysOf = (prefix: string, names: string[], limit: number): RateLimit[] =>
      [...new Set(names)].map((name) => ({ key: `${prefix}:${hashAccount(name)}`, limit }));
    const hosts = accounts.map(({ host }) => host.toLowerCase());
    const names = accounts.map(accountName);
    await this.#takeAll([
      ...keysOf(own, names, maxMailAttempts.perAccount),
      ...(isTest ? keysOf('try:mail', names, maxMailAttempts.anywhere) : []),
      ...keysOf(own, hosts, maxMailAttempts.perHost),
      { key: own, limit: maxMailAttempts.perWorkspace },
    ]);
  }

  /** Restores the attempts of a workspace at these accounts after a success. */
  async resetMailAccounts(workspaceId: string, accounts: MailAccount[]): Promise<void> {
    const keys = accounts.map(
      (account) => `try:mail:${workspaceId}:${hashAccount(accountName(account))}`,
    );
    await Promise.all(keys.map((key) => this.#windows.clear(key)));
  }

  #take(key: string, limit: number): Promise<void> {
    return this.#takeAll([{ key: `try:${key}`, limit }]);
  }

  async #takeAll(limits: RateLimit[]): Promise<void> {
    const { allowed, seconds } = await this.#windows.takeAll(limits, randomUUID());
    if (allowed) return;
    const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} s`;
    throw new ApiError('rate_limited', `Too many attempts. Wait ${wait}, then try again.`, {
      retryAfter: seconds,
    });
  }

  close(): void {
    this.#windows.close();
  }
}

const hashAccount = (account: string) => createHash('sha256').update(account).digest('base64url');

const accountName = ({ host, user }: MailAccount) => `${host.toLowerCase()}\n${user}`;
