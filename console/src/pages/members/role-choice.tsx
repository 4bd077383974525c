import { Radio, Stack } from '@mantine/core';
import type { Role } from '@outcrop/contract';
import { roleNames } from '../../api/roles.ts';
import { useWorkspace } from '../../api/session.ts';
import { roles, roleWords } from './role-words.ts';

interface Props {
  value: Role;
  error?: string | undefined;
  onChange: (role: Role) => void;
  /** An integration user cannot be an Owner. */
  forIntegration?: boolean;
}

/** The roles to choose from, each with what it may do. */
export function RoleChoice({ value, error, onChange, forIntegration = false }: Props) {
  const { role: own } = useWorkspace();
  const offered = roles.filter((role) => !(forIntegration && role === 'owner'));
  return (
    <Radio.Group
      label="Role"
      name="role"
      value={value}
      error={error}
      onChange={(role) => onChange(role as Role)}
    >
      <Stack gap="sm" mt={4}>
        {offered.map((role) => {
          const mayNot = role === 'owner' && own !== 'owner';
          return (
            <Radio
              key={role}
              value={role}
              label={roleNames[role]}
              description={mayNot ? 'Only an Owner makes others Owners.' : roleWords[role]}
              disabled={mayNot}
            />
          );
        })}
      </Stack>
    </Radio.Group>
  );
}
