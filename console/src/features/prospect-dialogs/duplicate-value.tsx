import { Anchor } from '@mantine/core';
import { fieldNames, type ProspectField } from '../prospect/fields.ts';
import { ProspectLink } from './prospect-link.tsx';

interface Props {
  name: ProspectField;
  otherId: string;
  onMerge: (otherId: string) => void;
}

const isIdentifier = (name: ProspectField): boolean => name === 'email' || name === 'linkedinUrl';

/** The error of a field whose value belongs to another prospect. */
export const DuplicateValue = ({ name, otherId, onMerge }: Props) => (
  <>
    {isIdentifier(name)
      ? `Another prospect has this ${name === 'email' ? 'email' : 'LinkedIn URL'}. `
      : 'Another prospect has this name and company. '}
    <ProspectLink id={otherId}>Open it</ProspectLink>
    {' or '}
    <Anchor
      component="button"
      type="button"
      inherit
      aria-label={`Merge with the prospect that has this ${fieldNames[name]}`}
      onClick={() => onMerge(otherId)}
    >
      merge…
    </Anchor>
  </>
);
