import { Radio, Stack } from '@mantine/core';
import { type Role, roles } from '@outcrop/contract/roles';
import { roleNames } from '../../api/roles.ts';
import { useWorkspace } from '../../api/session.ts';
import { roleDescriptions } from './role-labels.ts';

interface Props {
  value: Role;
  error?: string | undefined;
  onChange: (role: Role) => void;
  /** Integration users can't be Owners. */
  forIntegration?: boolean;
}

export function RoleChoice({ value, error, onChange, forIntegration = false }: Props) {
  const { role: own } = useWorkspace();
  const options = roles.filter((role) => !(forIntegration && role === 'owner'));
  return (
    <Radio.Group
      label="Role"
      name="role"
      value={value}
      error={error}
      onChange={(role) => onChange(role as Role)}
    >
      <Stack gap="sm" mt={4}>
        {options.map((role) => {
          const isForbidden = role === 'owner' && own !== 'owner';
          return (
            <Radio
              key={role}
              value={role}
              label={roleNames[role]}
              description={isForbidden ? 'Only Owners can add Owners.' : roleDescriptions[role]}
              disabled={isForbidden}
            />
          );
        })}
      </Stack>
    </Radio.Group>
  );
}
