import type { ManageData } from '@outcrop/contract';
import { formatNumber } from '../../components/format.ts';
import { LastUsed } from './last-used.tsx';
import classes from './tokens.module.css';

/** What is affected when all tokens are revoked. */
export const AffectedConnections = ({ tokens, webhooks }: ManageData<'getTokensConnected'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, by keyboard too
  <section className={classes.connected} aria-label="Affected tokens and webhooks" tabIndex={0}>
    <h3 className={classes.heading}>
      {tokens.length === 0
        ? 'No active tokens'
        : `${countText(tokens.length, 'token')} will be disconnected`}
    </h3>
    <ul>
      {tokens.map(({ id, name, user, lastFour, lastUsedAt }) => (
        <li key={id}>
          {name} <code>…{lastFour}</code>
          <small>
            {user.name}, <LastUsed at={lastUsedAt} />
          </small>
        </li>
      ))}
    </ul>
    {webhooks.length > 0 && (
      <>
        <h3 className={classes.heading}>
          {countText(webhooks.length, 'webhook')} created with a token
        </h3>
        <p>
          They keep receiving events, but the integrations that created them can’t manage them
          anymore.
        </p>
        <ul>
          {webhooks.map(({ id, url }) => (
            <li key={id}>{url}</li>
          ))}
        </ul>
      </>
    )}
  </section>
);

const countText = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
