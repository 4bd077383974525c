import { Anchor } from '@mantine/core';
import { CopyIcon } from '../../components/copy.tsx';
import { ExternalLink } from '../../components/external-link.tsx';
import { fieldNames, type ProspectField } from '../prospect/fields.ts';

/** Fields whose value is a link. */
export const isLinked = (field: ProspectField): boolean =>
  field === 'website' || field === 'linkedinUrl' || field === 'email' || field === 'phone';

export function FieldValue({ field, value }: { field: ProspectField; value: string }) {
  if (field === 'website' || field === 'linkedinUrl') return <ExternalLink url={value} />;
  if (field !== 'email' && field !== 'phone') return value;
  return (
    <>
      <Anchor inherit href={field === 'email' ? mailto(value) : tel(value)}>
        {value}
      </Anchor>
      <CopyIcon value={value} what={fieldNames[field].toLowerCase()} />
    </>
  );
}

/** Encoded, so that a value cannot add other recipients or a text. */
const mailto = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;

const tel = (phone: string): string => `tel:${phone.replaceAll(/[^\d+*#]/g, '')}`;
