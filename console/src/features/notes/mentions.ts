import { useRead } from '../../api/endpoints.ts';

interface Mentionable {
  userId: string;
  /** What stands behind @: the name, with the email if others have the same name. */
  label: string;
}

/** `@Name` → `@[id]`, which is stored. Of labels that begin alike, the longest counts. */
export function withIds(text: string, members: Mentionable[]): string {
  const byLength = members.toSorted((a, b) => b.label.length - a.label.length);
  const [first, ...parts] = text.split('@');
  const written: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    // A name may contain an @, and so does an email.
    const rest = parts.slice(index, index + 3).join('@');
    const member = byLength.find(
      ({ label }) => rest.startsWith(label) && !/^[\p{L}\p{N}]/u.test(rest.slice(label.length)),
    );
    const part = parts[index]!;
    if (!member) {
      written.push(`@${part}`);
      continue;
    }
    const taken = member.label.split('@').length - 1;
    const left = parts.slice(index, index + taken + 1).join('@');
    written.push(`@[${member.userId}]${left.slice(member.label.length)}`);
    index += taken;
  }
  return [first, ...written].join('');
}

/** The reverse, to edit. A former member keeps the id. */
export const withNames = (text: string, members: Mentionable[]): string =>
  text.replaceAll(/@\[([0-9a-f-]{36})\]/g, (mention, id: string) => {
    const member = members.find(({ userId }) => userId === id);
    return member ? `@${member.label}` : mention;
  });

/** The people of the workspace. */
export function useMentionable(): Mentionable[] {
  const { data } = useRead('getMembers');
  const people = (data?.members ?? []).filter(({ kind }) => kind === 'person');
  const withName = Map.groupBy(people, ({ name }) => name);
  return people.map(({ userId, name, email }) => ({
    userId,
    label: withName.get(name)!.length > 1 ? `${name} (${email})` : name,
  }));
}
