import { Anchor } from '@mantine/core';
import { type PersonField, personFieldNames } from '../prospect/fields.ts';
import { PersonLink } from './prospect-link.tsx';

interface Props {
  name: PersonField;
  otherId: string;
  onMerge: (otherId: string) => void;
}

const isIdentifier = (name: PersonField): boolean => name === 'email' || name === 'linkedinUrl';

/** The error of a field whose value belongs to another prospect. */
export const DuplicateValue = ({ name, otherId, onMerge }: Props) => (
  <>
    {isIdentifier(name)
      ? `Another prospect has this ${name === 'email' ? 'email' : 'LinkedIn URL'}. `
      : 'Another prospect has this name and company. '}
    <PersonLink id={otherId}>Open it</PersonLink>
    {' or '}
    <Anchor
      component="button"
      type="button"
      inherit
      aria-label={`Merge with the prospect that has this ${personFieldNames[name]}`}
      onClick={() => onMerge(otherId)}
    >
      merge…
    </Anchor>
  </>
);
