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
  'members.owners': 'Only an Owner makes an Owner, changes one or removes one.',
  'members.last-owner': 'A workspace keeps an Owner, even if two of them are demoted at once.',
  'members.audited': 'Whatever is done to tokens, members and invitations is in the audit log.',
});
