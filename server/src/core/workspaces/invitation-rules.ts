import { atLeast, type Role, roles } from '@outcrop/contract';
import { toOneLine } from '../../platform/mail/one-line-rules.ts';

/** The roles that an inviter may give; null means that they are not a member. */
export const rolesToInvite = (inviter: Role | null): Role[] =>
  inviter === null || !atLeast(inviter, 'admin')
    ? []
    : roles.filter((role) => inviter === 'owner' || role !== 'owner');

export const invitationEmail = (inviter: string, workspace: string, link: string) => {
  const [by, to] = [toOneLine(inviter), toOneLine(workspace)];
  return {
    subject: `${by} invites you to ${to} on Outcrop`,
    text: `Hello,

"${by}" invites you to the workspace "${to}" on Outcrop. Accept within seven days:

${link}

If you do not know this person or workspace, ignore this email.
`,
  };
};
