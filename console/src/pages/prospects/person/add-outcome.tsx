import { Button, Group, Stack, Text } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { useState } from 'react';
import { useRead } from '../../../api/lines.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { personName } from '../../../parts/person.ts';
import { MergePeople } from './merge-people.tsx';

type Outcome = ManageData<'postProspects'>;

interface Props {
  outcome: Outcome;
  onOpen: (prospectId: string) => void;
  /** Back to the form as it was filled in. */
  onBack: () => void;
  onAnother: () => void;
  onClose: () => void;
}

/** What became of someone who was entered by hand. */
export function AddOutcome({ outcome, onOpen, onBack, onAnother, onClose }: Props) {
  const [first, second] = outcome.conflictIds ?? [];
  if (first !== undefined && second !== undefined)
    return <Conflict ids={[first, second]} {...{ onOpen, onBack, onClose }} />;
  if (outcome.prospect === null)
    return <OutOfQuota months={outcome.quota.monthlyImports} {...{ onBack, onClose }} />;
  const { id } = outcome.prospect;
  const { title, text } = wordsOf(outcome, personName(outcome.prospect));
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        <Text size="sm">{text}</Text>
        {outcome.ignored?.map((field) => (
          <Text key={field} size="sm">
            {field === 'email' ? 'Their email' : 'Their LinkedIn page'} was not replaced by the one
            you entered. Open the prospect to change it.
          </Text>
        ))}
        {outcome.warnings?.some(({ code }) => code === 'not_a_profile') && (
          <Text size="sm">
            The LinkedIn page is not a person’s profile. It was saved, but this person cannot be
            recognized by it.
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

const matched = { linkedin: 'LinkedIn profile', email: 'email', name: 'name and company' };

function wordsOf(
  { status, matchedBy, changed }: Outcome,
  name: string,
): { title: string; text: string } {
  if (status === 'inserted') return { title: 'Added', text: `${name} was added.` };
  const belongs = matchedBy
    ? `This ${matched[matchedBy]} already belongs to ${name}.`
    : `${name} is already a prospect.`;
  if (changed) return { title: 'Updated', text: `${name} was updated.` };
  return {
    title: 'Already a prospect',
    text: `${belongs} Nothing you entered is new${status === 'updated' ? ', except the list' : ''}.`,
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
      <MergePeople
        prospect={one.prospect}
        otherId={second}
        onDone={onOpen}
        onClose={() => setMerging(false)}
      />
    );
  return (
    <Dialog title="This is two people so far" onClose={onClose}>
      <Stack>
        <Text size="sm">
          The e-mail address belongs to one record and the LinkedIn page to another, so nothing was
          saved. If both are the same person, merge them; if not, correct what you typed.
        </Text>
        {[one, other].map(
          (data) =>
            data && (
              <Button
                key={data.prospect.id}
                variant="default"
                onClick={() => onOpen(data.prospect.id)}
              >
                Open {personName(data.prospect)}
              </Button>
            ),
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button disabled={!one} onClick={() => setMerging(true)}>
            Merge the two…
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface QuotaProps extends Pick<Props, 'onBack' | 'onClose'> {
  months: number;
}

const OutOfQuota = ({ months, onBack, onClose }: QuotaProps) => (
  <Dialog title="This month’s imports are used up" onClose={onClose}>
    <Stack>
      <Text size="sm">
        The plan adds {months.toLocaleString('en')} new people a month, and they are all here, so
        nobody was added. Add them next month, or move to a larger plan. People who are here already
        can still be changed.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <ButtonLink from="/w/$workspaceId" to="/w/$workspaceId/settings/usage">
          See plan and usage
        </ButtonLink>
      </Group>
    </Stack>
  </Dialog>
);
