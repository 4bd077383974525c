import { Stack, TextInput } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';

interface Props {
  onClose: () => void;
  onCreated: (campaignId: string) => void;
}

export function CreateCampaign({ onClose, onCreated }: Props) {
  const { form, field, failure, busy } = useEndpointForm(
    'postCampaign',
    { name: '' },
    {
      request: (body) => ({ body }),
      refreshes: ['getCampaigns'],
      onDone: ({ campaign }) => campaign.id && onCreated(campaign.id),
    },
  );
  return (
    <Dialog title="New campaign" onClose={onClose}>
      <form {...form}>
        <Stack>
          <TextInput
            label="Name"
            description="Recipients don’t see it."
            placeholder="Trade fair contacts"
            autoComplete="off"
            data-autofocus
            {...field('name')}
          />
          <FormFooter failure={failure} verb="Create campaign" busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
