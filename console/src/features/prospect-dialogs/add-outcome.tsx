import { Button, Group, Stack, Text } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { Dialog } from '../../components/dialog.tsx';
import { formatNumber } from '../../components/format.ts';
import { ButtonLink } from '../../components/links.tsx';
import { prospectName } from '../prospect/fields.ts';
import { MergeProspects } from './merge-prospects.tsx';

type Outcome = ManageData<'postProspects'>;

interface Props {
  outcome: Outcome;
  onOpen: (prospectId: string) => void;
  /** Returns to the filled-in form. */
  onBack: () => void;
  onAnother: () => void;
  onClose: () => void;
}

/** The result of adding a prospect. */
export function AddOutcome({ outcome, onOpen, onBack, onAnother, onClose }: Props) {
  const [first, second] = outcome.conflictIds ?? [];
  if (first !== undefined && second !== undefined)
    return <Conflict ids={[first, second]} {...{ onOpen, onBack, onClose }} />;
  if (outcome.prospect === null)
    return <OutOfQuota monthlyImports={outcome.quota.monthlyImports} {...{ onBack, onClose }} />;
  const { id } = outcome.prospect;
  const { title, text } = outcomeText(outcome, prospectName(outcome.prospect));
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        <Text size="sm">{text}</Text>
        {outcome.ignored?.map((field) => (
          <Text key={field} size="sm">
            {field === 'website'
              ? 'The website was not saved: it is not an http or https address.'
              : `The existing ${field === 'email' ? 'email' : 'LinkedIn URL'} was kept. Open the prospect to change it.`}
          </Text>
        ))}
        {outcome.warnings?.some(({ code }) => code === 'not_a_profile') && (
          <Text size="sm">
            The LinkedIn URL is not a personal profile. It was saved, but it can’t be used to detect
            duplicates.
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onAnother}>
            Add another
          </Button>
          <Button data-autofocus onClick={() => onOpen(id)}>
            Open
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const matched = { linkedin: 'LinkedIn URL', email: 'email', name: 'name and company' };

function outcomeText(
  { status, matchedBy, changed }: Outcome,
  name: string,
): { title: string; text: string } {
  if (status === 'inserted') return { title: 'Added', text: `${name} was added.` };
  const match = matchedBy ? `${name} has this ${matched[matchedBy]}.` : `${name} already exists.`;
  if (changed) return { title: 'Updated', text: `${name} was updated.` };
  return {
    title: 'Prospect already exists',
    text: `${match} ${status === 'updated' ? 'Only the list was added' : 'Nothing was changed'}.`,
  };
}

interface ConflictProps extends Pick<Props, 'onOpen' | 'onBack' | 'onClose'> {
  ids: [string, string];
}

function Conflict({ ids: [first, second], onOpen, onBack, onClose }: ConflictProps) {
  const [isMerging, setMerging] = useState(false);
  const { data: one } = useRead('getProspect', { params: { prospectId: first } });
  const { data: other } = useRead('getProspect', { params: { prospectId: second } });
  if (isMerging && one)
    return (
      <MergeProspects
        prospect={one.prospect}
        otherId={second}
        onDone={onOpen}
        onClose={() => setMerging(false)}
      />
    );
  return (
    <Dialog title="This matches two prospects" onClose={onClose} closeOnClickOutside={false}>
      <Stack>
        <Text size="sm">
          One prospect has this email, another has this LinkedIn URL, so nothing was saved. If they
          are duplicates, merge them. Otherwise, go back and correct your entries.
        </Text>
        {[one, other].map(
          (data) =>
            data && (
              <Button
                key={data.prospect.id}
                variant="default"
                onClick={() => onOpen(data.prospect.id)}
              >
                Open {prospectName(data.prospect)}
              </Button>
            ),
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button disabled={!one} onClick={() => setMerging(true)}>
            Merge prospects…
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface QuotaProps extends Pick<Props, 'onBack' | 'onClose'> {
  monthlyImports: number;
}

const OutOfQuota = ({ monthlyImports, onBack, onClose }: QuotaProps) => (
  <Dialog title="Monthly limit reached" onClose={onClose} closeOnClickOutside={false}>
    <Stack>
      <Text size="sm">
        This prospect was not added: your plan includes {formatNumber(monthlyImports)} new prospects
        per month. Try again next month or upgrade your plan. You can still edit existing prospects.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <ButtonLink from="/w/$workspaceId" to="/w/$workspaceId/settings/usage">
          View plan and usage
        </ButtonLink>
      </Group>
    </Stack>
  </Dialog>
);
