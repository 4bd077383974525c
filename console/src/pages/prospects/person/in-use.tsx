import { Anchor } from '@mantine/core';
import { type PersonField, personFieldNames } from '../../../parts/person.ts';
import { PersonLink } from './person-link.tsx';

interface Props {
  name: PersonField;
  otherId: string;
  onMerge: (otherId: string) => void;
}

const isIdentifier = (name: PersonField): boolean => name === 'email' || name === 'linkedinUrl';

/** Said at a field: somebody else has this already, and what can be done about it. */
export const InUse = ({ name, otherId, onMerge }: Props) => (
  <>
    {isIdentifier(name)
      ? `Another record has this ${name === 'email' ? 'address' : 'page'} already. `
      : `Another record has this name and company, and nothing would tell the two apart. `}
    <PersonLink id={otherId}>Open the other record</PersonLink>
    {' or '}
    <Anchor
      component="button"
      type="button"
      inherit
      aria-label={`Merge with the record that has this ${personFieldNames[name]}`}
      onClick={() => onMerge(otherId)}
    >
      Merge…
    </Anchor>
  </>
);
