import { Drawer } from '@mantine/core';
import { Navigation, SettingsNavigation } from './navigation.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** The navigation on small screens. */
export const NavigationDrawer = ({ opened, onClose }: Props) => (
  <Drawer opened={opened} onClose={onClose} title="Outcrop" size={280}>
    <Navigation />
    <SettingsNavigation />
  </Drawer>
);
