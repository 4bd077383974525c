import { ours, type Requirement, spec } from './requirement.ts';

/** Tokens, roles and rate limits. */
export const access: Requirement[] = [
  ...spec(4, {
    'session.reads': 'GET /session returns the workspace, the plan and the remaining imports.',
    'session.no-parameters': 'GET /session needs neither a body nor parameters.',
  }),
  ...ours({
    'session.user': 'The session has the user’s id, name, email and role.',
    'session.workspace': 'The session has the workspace’s id and name.',
    'session.plan': 'The session has the plan’s id and name.',
    'session.quota': 'The quota has monthlyImports, remaining and the time of the next reset.',
    'session.credits': 'The credits have monthly, remaining and reserved.',
    'session.token':
      'The session describes its token by id, name, creation and expiry, never by its secret.',
    'session.limits': 'The session lists the limits that apply to the caller.',
  }),

  ...spec(5, {
    'tokens.bearer': 'The token is read from the Authorization header, as a bearer token.',
    'tokens.acts-as-maker':
      'A token acts as the user who created it, in that workspace and with that role.',
    'tokens.generate': 'A user creates a token in Settings, Integrations.',
    'tokens.rotate': 'Rotating revokes every token of the workspace and creates one new token.',
    'tokens.revoke-all': 'Revoking all tokens disconnects everything that used one.',
  }),
  ...ours({
    'tokens.format':
      'A token is oc_, its cell, 43 and then 6 base62 characters, joined by underscores.',
    'tokens.random': 'The 43 characters contain 256 random bits.',
    'tokens.cell': 'The cell in a token is 1 to 8 lowercase letters or digits, a by default.',
    'tokens.checksum': 'A mistyped token is rejected by its CRC32 before any lookup.',
    'tokens.hashed': 'Only the SHA-256 of a token is stored, with its last four characters.',
    'tokens.shown-once': 'A token is shown once, when it is created.',
    'tokens.no-expiry': 'A token does not expire unless requested.',
    'tokens.expiry': 'A token can be created for 30, 90 or 365 days and is rejected afterwards.',
    'tokens.ends-at-once':
      'Once a revocation or member removal is acknowledged, no instance accepts the token.',
    'tokens.only-bearer': 'The public API accepts only bearer tokens, never a session cookie.',
    'tokens.own': 'Every user, including Viewers, creates, names and revokes their own tokens.',
    'tokens.integration-user':
      'An Admin can create an integration user, which has tokens and cannot sign in.',
    'tokens.admins': 'Admins see and can revoke the tokens of other users of the workspace.',
    'tokens.only-admins': 'Only Admins can rotate or revoke all tokens.',
    'tokens.rotate-at-once':
      'Rotating revokes the old tokens and creates a new one for the caller in one transaction.',
    'tokens.rotate-confirmed':
      'Before rotating, the console shows what will be disconnected, and the webhooks registered by tokens.',
    'tokens.fresh-password':
      'Creating a token requires a password entered in the last ten minutes.',
    'tokens.at-most-50': 'A user has at most 50 active tokens in a workspace.',
    'tokens.end-with-password':
      'A password change can also revoke the user’s tokens in every workspace.',
    'connect.confirmed':
      'A user who recently entered the password confirms the code of a browser; its token acts as that user in that workspace.',
    'connect.once':
      'A code is confirmed once and its token handed out once, even if several requests arrive at the same time.',
    'connect.expires': 'A code works for ten minutes, and not after it was denied.',
    'connect.guesses': 'Attempts at connect codes are limited by user and by address.',
    'connect.hashed':
      'Connect codes are stored as hashes, and the token is not created before its browser fetches it.',
    'connect.ends':
      'Revoking tokens or removing a member also ends confirmed browsers that have no token yet.',
    'connect.disconnect':
      'A connected browser can revoke its own token, and no token that was generated in the console.',
    'connect.audited': 'Confirming, denying and handing out a token are in the audit log.',
    'connect.any-origin': 'Pages of other origins may start and poll, without cookies or tokens.',
    'tokens.console-only': 'Tokens and members are managed in a console session, never by token.',
  }),

  ...spec(1, {
    'roles.viewer-below-member': 'A Viewer has fewer permissions than a Member.',
    'roles.every-plan': 'Every plan includes the API, within the limits of the plan.',
  }),
  ...spec(4, {
    'roles.post-leads': 'Adding leads requires a Member or higher.',
    'roles.get-campaigns': 'Listing campaigns requires a Viewer or higher.',
    'roles.post-campaigns': 'Enrolling in a campaign requires a Member or higher.',
  }),
  ...ours({
    'roles.order':
      'The roles are Viewer, Member, Admin and Owner; each includes the ones before it.',
    'roles.get': 'Every GET of the public API is open to a Viewer.',
    'roles.post': 'Every POST of the public API requires a Member.',
    'roles.next-request': 'A role change applies from the next request on.',
    'roles.manage-session':
      'The manage API accepts a session cookie, and its long-running work is a task.',
    'roles.manage-viewer': 'In the manage API, a Viewer reads boards, campaigns and usage.',
    'roles.manage-member':
      'In the manage API, a Member manages lists, tags, campaigns, prospects and suppression.',
    'roles.manage-admin':
      'In the manage API, an Admin manages webhooks, audit log, request log, model and members.',
    'roles.owner': 'Only an Owner deletes the workspace or transfers it.',
  }),

  ...spec(8, {
    'rate.post-leads': 'A token can add leads 60 times a minute.',
    'rate.post-campaigns': 'A token can enroll 30 times a minute.',
    'rate.wait-a-minute': 'A caller that waits a minute after a 429 is served again.',
  }),
  ...ours({
    'rate.post-enrich': 'A token can queue enrichment 30 times a minute.',
    'rate.post-bulk': 'A token can call POST /bulk 60 times a minute.',
    'rate.reads': 'A token can call each GET 120 times a minute.',
    'rate.workspace':
      'All tokens of a workspace together can call an endpoint ten times as often as one token.',
    'rate.unknown-paths':
      'Unknown paths and wrong methods have their own limit: 120 a minute per token.',
    'rate.unknown-tokens':
      'An address that sent 300 unknown tokens in a minute gets 429 before further tokens are looked up.',
    'rate.recognized-tokens':
      'A recently recognized token is served even from an address that sent too many unknown ones.',
    'rate.network': 'Limits by address count all addresses of an IPv6 /64 together.',
    'rate.bursts':
      'A burst within the rate limits is served, however many requests arrive at the same time, and so are other callers.',
    'rate.unavailable-free': 'A request that gets 503 does not count.',
    'rate.fair-turns': 'Workspaces that wait for a database connection take turns.',
    'rate.large-bodies':
      'At most 16 bodies above 256 KiB of one workspace are in memory at the same time; others wait before they are read.',
    'rate.probes': 'Liveness and readiness probes are answered however many requests are waiting.',
    'rate.apart': 'Requests are counted separately per token and per endpoint.',
    'rate.sliding': 'The limit applies to any 60 seconds, not to calendar minutes.',
    'rate.refused-free': 'A rate-limited request does not count.',
    'rate.headers':
      'Every response to a known token, including 404 and 405, has RateLimit and RateLimit-Policy headers.',
    'rate.retry-after': 'A 429 has Retry-After.',
    'rate.without-redis': 'While Redis is unavailable, each process limits on its own.',
    'rate.no-off-switch': 'No setting turns the limits off.',
    'rate.pool-share':
      'One workspace holds at most a quarter of the database connections of a process.',
    'rate.manage': 'The manage API allows each user 1,200 requests a minute.',
  }),
];
