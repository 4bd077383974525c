import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconColumns3 } from '@tabler/icons-react';
import { ColumnsPanel } from './columns-panel.tsx';
import classes from './filter-bar.module.css';

/** Chooses the columns after the name, their order and their widths. */
export function ColumnChoice() {
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <Popover
      position="bottom-end"
      opened={isOpen}
      onChange={close}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Button
          className={classes.button}
          variant="default"
          leftSection={<IconColumns3 size={16} />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <span className={classes.word}>Columns</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Columns">
        <ColumnsPanel />
      </Popover.Dropdown>
    </Popover>
  );
}
