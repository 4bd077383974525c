import type { ManageData } from '@outcrop/contract';
import { LastUse } from './last-use.tsx';
import classes from './tokens.module.css';

/** Whom and what the end of all tokens disconnects. */
export const Connected = ({ tokens, webhooks }: ManageData<'getTokensConnected'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, by keyboard too
  <section className={classes.connected} aria-label="What will be disconnected" tabIndex={0}>
    <h3 className={classes.heading}>
      {tokens.length === 0
        ? 'No token is in use'
        : `${counted(tokens.length, 'token')} will be disconnected`}
    </h3>
    <ul>
      {tokens.map(({ id, name, user, lastFour, lastUsedAt }) => (
        <li key={id}>
          {name} <code>…{lastFour}</code>
          <small>
            {user.name}, <LastUse at={lastUsedAt} />
          </small>
        </li>
      ))}
    </ul>
    {webhooks.length > 0 && (
      <>
        <h3 className={classes.heading}>{counted(webhooks.length, 'webhook')} made with a token</h3>
        <p>They go on receiving events, but what made them can no longer manage them.</p>
        <ul>
          {webhooks.map(({ id, url }) => (
            <li key={id}>{url}</li>
          ))}
        </ul>
      </>
    )}
  </section>
);

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
