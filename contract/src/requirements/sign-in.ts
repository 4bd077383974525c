import { ours, type Requirement } from './requirement.ts';

/** Accounts, sessions, setup and members. */
export const signIn: Requirement[] = ours({
  'sign-in.password': 'A user signs in with email and password, and signs out.',
  'sign-in.cookie':
    'A session cookie is HttpOnly and not sent by other sites; with https it is bound to its host.',
  'sign-in.alike':
    'An incorrect password and an unknown email get the same response after the same time; so do password reset requests.',
  'sign-in.limited': 'Password attempts are limited by account and by address.',
  'sign-in.new-session': 'Signing in creates a new session, whatever cookie the browser sent.',
  'sign-in.second-factor': 'With two-factor authentication, the password alone gives no access.',
  'sign-in.guesses':
    'Ten incorrect codes, at sign-in or in a session, lock two-factor authentication for 15 minutes.',
  'sign-in.code-once':
    'An authenticator code is accepted once, and no older code is accepted after it.',
  'sign-in.backup-codes': 'A backup code replaces the authenticator code once.',
  'sign-in.reset': 'An emailed link sets a new password, once, and ends every session.',
  'sign-in.taken-back':
    'The owner of an email address can recover its account from someone who never verified the address.',
  'sign-in.link': 'A link from the operator signs a user in once.',
  'sign-in.sessions': 'Users see their sessions and can end each of them.',
  'sign-in.fresh': 'Sensitive actions require the password again.',
  'sign-in.no-redirect': 'No response redirects a browser to an address from the request.',
  'sign-in.secrets':
    'Passwords, codes and cookies are in no log; in the database they are hashed, encrypted or useless alone.',
  'sign-in.secret-proven':
    'The API does not start with a SESSION_SECRET that cannot decrypt the stored second factors.',
  'sign-in.secret-rotates':
    'SESSION_SECRET can be rotated; existing sessions and second factors keep working.',
  'sign-in.unreadable-factor':
    'If a second factor cannot be decrypted, the response is an error that says what to do.',
  'sign-in.own-name': 'A user changes the name that members of their workspaces see.',
  'sign-in.only-accounts': 'The database role for sign-in can access only accounts and sessions.',

  'sessions.origin': 'A write with a session from another origin, or without one, is rejected.',
  'sessions.no-frame': 'No page can show a response in a frame.',
  'sessions.workspace':
    'A session names its workspace; a workspace the user is not in gets the same response as one that does not exist.',
  'sessions.at-once':
    'Removal of a member and a new role apply to sessions from the next request on.',
  'sessions.token-first': 'If a request has a token and a cookie, the token is used.',

  'setup.claim': 'A new instance is claimed with a code from its operator, only once.',
  'setup.two-claims': 'Of two concurrent claims of an instance, one succeeds.',

  'members.invite':
    'An Admin invites people by email, or by a link to share if email cannot be sent.',
  'members.invited-once': 'An invitation creates one member, however often it is accepted.',
  'members.own-account':
    'An invitation to an address with an account can be accepted only by that account.',
  'members.inviter-right':
    'An invitation works only while its sender is a member who could still send it.',
  'members.invitation-limit': 'A workspace sends at most 50 invitations in 24 hours.',
  'members.account-untold':
    'An invitation reveals only to the owner of an account that its address has one.',
  'members.one-line-names': 'Names of users and workspaces are a single line.',
  'members.last-seen': 'A member’s last activity is that in this workspace only.',
  'members.owners': 'Only an Owner can add, change or remove an Owner.',
  'members.last-owner':
    'A workspace always has an Owner, even if two are demoted at the same time.',
  'members.audited': 'All changes to tokens, members and invitations are in the audit log.',
});
