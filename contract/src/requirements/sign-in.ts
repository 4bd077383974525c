import { ours, type Requirement } from './requirement.ts';

/** Who people are, how they come in, and what a session may do. */
export const signIn: Requirement[] = ours({
  'sign-in.password': 'Someone signs in with e-mail address and password, and out again.',
  'sign-in.cookie':
    'A session is a cookie that scripts cannot read and other sites do not send; with https it is bound to its host.',
  'sign-in.alike':
    'A wrong password and an unknown address get one answer after the same time, and so do forgotten ones.',
  'sign-in.limited': 'Tries at a password are limited by account and by where they come from.',
  'sign-in.new-session': 'Signing in makes a new session, whatever the browser brought along.',
  'sign-in.second-factor': 'With a second factor, the password alone opens nothing.',
  'sign-in.guesses':
    'Ten wrong codes, at sign-in or in a session, lock the second factor for 15 minutes.',
  'sign-in.code-once': 'A code of an authenticator is taken once, and no older one after it.',
  'sign-in.backup-codes': 'A backup code stands in for the second factor once.',
  'sign-in.reset': 'A mailed link sets a new password, once, and ends every session.',
  'sign-in.taken-back':
    'Whoever reads the mail of an address gets its account back from someone who never could.',
  'sign-in.link': 'A link from the operator signs someone in once.',
  'sign-in.sessions': 'One sees where one is signed in, and can end each of these sessions.',
  'sign-in.fresh': 'What must not happen at an unattended screen asks for the password again.',
  'sign-in.no-redirect': 'No answer sends a browser to an address that the request named.',
  'sign-in.secrets':
    'Passwords, codes and cookies are in no log, and in the database hashed, sealed or useless alone.',
  'sign-in.secret-proven':
    'The API does not start with a SESSION_SECRET under which second factors could not be read.',
  'sign-in.secret-rotates':
    'SESSION_SECRET can be changed; sessions and second factors from before go on.',
  'sign-in.unreadable-factor':
    'A second factor that cannot be read is refused with a sentence that says what to do.',
  'sign-in.only-accounts':
    'The role that signs people in sees accounts and sessions, nothing else.',

  'sessions.origin': 'By session, a write from another origin, or from none, is refused.',
  'sessions.no-frame': 'No page can show an answer in a frame.',
  'sessions.workspace':
    'A session names its workspace; one that the user is not in is answered like one that is not there.',
  'sessions.at-once':
    'A member who was removed does nothing more by session, and a new role holds, from the next request on.',
  'sessions.token-first': 'Where a token comes along with a cookie, the token counts.',

  'setup.claim': 'A new instance is claimed with a code from its operator, and only once.',
  'setup.two-claims': 'Of two who claim an instance at once, one does.',

  'members.invite':
    'An Admin invites people by mail, or by a link to pass on where mail cannot be sent.',
  'members.invited-once': 'An invitation makes one member, however often it is accepted.',
  'members.own-account':
    'An invitation to an address with an account is accepted by that account and nobody else.',
  'members.inviter-right':
    'An invitation works only while its sender is a member who could still send it.',
  'members.invitation-limit': 'A workspace sends at most 50 invitations in 24 hours.',
  'members.account-untold':
    'An invitation tells nobody but the owner of an account that its address has one.',
  'members.one-line-names': 'The names of people and workspaces are one line.',
  'members.last-seen': 'A member’s last activity is that in this workspace, and no other.',
  'members.owners': 'Only an Owner makes an Owner, changes one or removes one.',
  'members.last-owner': 'A workspace keeps an Owner, even if two of them are demoted at once.',
  'members.audited': 'Whatever is done to tokens, members and invitations is in the audit log.',
});
