import { Dialog } from '../../components/dialog.tsx';
import { IntegrationUserForm } from '../../features/members/integration-user-form.tsx';

export const AddIntegrationUser = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Add integration user" onClose={onClose}>
    <IntegrationUserForm onDone={onClose} onCancel={onClose} />
  </Dialog>
);
