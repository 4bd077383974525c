import { ours, type Requirement, spec } from './requirement.ts';

/** Who may ask, for what, and how often. */
export const access: Requirement[] = [
  ...spec(4, {
    'session.reads': 'GET /session tells the workspace, the plan and the imports that are left.',
    'session.no-parameters': 'GET /session needs neither a body nor parameters.',
  }),
  ...ours({
    'session.user': 'The session names the user by id, name, e-mail and role.',
    'session.workspace': 'The session names the workspace by id and name.',
    'session.plan': 'The session names the plan by id and name.',
    'session.quota': 'The quota has monthlyImports, remaining and the instant of the next reset.',
    'session.credits': 'The credits have monthly, remaining and reserved.',
    'session.token':
      'The session describes its token by id, name, creation and expiry, never by its secret.',
    'session.limits': 'The session lists the limits that hold for the caller.',
  }),

  ...spec(5, {
    'tokens.bearer': 'The token is taken from the Authorization header, as a bearer token.',
    'tokens.acts-as-maker':
      'A token acts as the user who made it, in that workspace and with that role.',
    'tokens.generate': 'A user generates a token in the settings, under integrations.',
    'tokens.rotate': 'Rotating ends every token of the workspace and puts one new one in place.',
    'tokens.revoke-all': 'Revoking all tokens disconnects everything that used one.',
  }),
  ...ours({
    'tokens.format':
      'A token reads oc_, its cell, 43 and then 6 base62 characters, joined by underscores.',
    'tokens.random': 'The 43 characters hold 256 random bits.',
    'tokens.cell': 'The cell in a token is 1 to 8 lower-case letters or digits, a by default.',
    'tokens.checksum': 'A mistyped token is refused by its CRC32 before anything is looked up.',
    'tokens.hashed': 'Only the SHA-256 of a token is stored, with its last four characters.',
    'tokens.shown-once': 'A token is shown once, when it is made.',
    'tokens.no-expiry': 'A token does not expire unless that was asked for.',
    'tokens.expiry': 'A token can be made for 30, 90 or 365 days, and is refused afterwards.',
    'tokens.ends-at-once':
      'Once a revocation or the removal of a member is acknowledged, no instance takes the token.',
    'tokens.only-bearer': 'The public API takes bearer tokens only, never a session cookie.',
    'tokens.own': 'Every user, Viewers included, makes, names and revokes tokens of their own.',
    'tokens.integration-user':
      'An Admin can make a user for an integration, who has a token and cannot sign in.',
    'tokens.admins': 'Admins see the tokens of other users of the workspace, and may revoke them.',
    'tokens.only-admins': 'Only Admins rotate the tokens or revoke them all.',
    'tokens.rotate-at-once':
      'Rotating ends the old tokens and makes the one of the acting user in one transaction.',
    'tokens.rotate-confirmed':
      'Before rotating, one is shown who and what it disconnects, and the webhooks tokens made.',
    'tokens.fresh-password': 'Making a token asks for a password given in the last ten minutes.',
    'tokens.at-most-50': 'A user has at most 50 tokens in a workspace that work.',
    'tokens.end-with-password':
      'Who changes their password can end their tokens of every workspace with it.',
    'tokens.console-only': 'Tokens and members are managed from a console session, never by token.',
  }),

  ...spec(1, {
    'roles.viewer-below-member': 'A Viewer may do less than a Member.',
    'roles.every-plan': 'Every plan includes the API, within the limits of the plan.',
  }),
  ...spec(4, {
    'roles.post-leads': 'Adding leads takes a Member or someone above.',
    'roles.get-campaigns': 'Listing campaigns takes a Viewer or someone above.',
    'roles.post-campaigns': 'Enrolling in a campaign takes a Member or someone above.',
  }),
  ...ours({
    'roles.order': 'The roles are Viewer, Member, Admin and Owner; each includes those before it.',
    'roles.get': 'Every GET of the public API is open to a Viewer.',
    'roles.post': 'Every POST of the public API takes a Member.',
    'roles.next-request': 'A change of role holds from the next request on.',
    'roles.manage-session': 'The manage API takes a session cookie, and its long work is a task.',
    'roles.manage-viewer': 'In the manage API a Viewer reads boards, campaigns and usage.',
    'roles.manage-member':
      'In the manage API a Member manages lists, tags, campaigns, prospects and suppression.',
    'roles.manage-admin':
      'In the manage API an Admin manages webhooks, audit, request log, model and members.',
    'roles.owner': 'Only an Owner deletes the workspace or hands it over.',
  }),

  ...spec(8, {
    'rate.post-leads': 'A token may add leads 60 times a minute.',
    'rate.post-campaigns': 'A token may enroll 30 times a minute.',
    'rate.wait-a-minute': 'A caller who waits for a minute after a 429 is served again.',
  }),
  ...ours({
    'rate.post-enrich': 'A token may queue enrichment 30 times a minute.',
    'rate.post-bulk': 'A token may call POST /bulk 60 times a minute.',
    'rate.reads': 'A token may call each GET 120 times a minute.',
    'rate.workspace':
      'All tokens of a workspace together may call an endpoint ten times as often as one of them.',
    'rate.unknown-paths':
      'Unknown paths and wrong methods have a limit of their own: 120 a minute for a token.',
    'rate.unknown-tokens':
      'An address that sent 300 unknown tokens in a minute is refused with 429 before others are looked up.',
    'rate.recognized-tokens':
      'A token that was recognized lately is served from an address that sent too many unknown ones.',
    'rate.network': 'Limits by address count the addresses of one IPv6 /64 together.',
    'rate.bursts':
      'A burst inside the rate limits is served, however many of it come at once, and so are others meanwhile.',
    'rate.unavailable-free': 'A request that is answered with 503 does not count.',
    'rate.fair-turns': 'Workspaces that wait for a database connection take turns.',
    'rate.large-bodies':
      'Of one workspace, at most 16 bodies above 256 KiB are in memory at once; others wait on the wire.',
    'rate.probes': 'Probes of life and readiness are answered however many requests are waiting.',
    'rate.apart':
      'Calls are counted apart for different tokens, and for different endpoints of one token.',
    'rate.sliding': 'The limit holds for any 60 seconds, not for calendar minutes.',
    'rate.refused-free': 'A refused request does not count.',
    'rate.headers':
      'Every answer to a known token, 404 and 405 included, has RateLimit and RateLimit-Policy headers.',
    'rate.retry-after': 'A 429 says in Retry-After when to come back.',
    'rate.without-redis': 'While Redis is away, each process limits on its own.',
    'rate.no-off-switch': 'No setting turns the limits off.',
    'rate.pool-share':
      'One workspace holds at most a quarter of the database connections of a process.',
    'rate.manage': 'The manage API allows each user 1,200 requests a minute.',
  }),
];
