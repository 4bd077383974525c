import { Button, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { tableColumns, useTableColumns } from './table-columns.tsx';

/** Chooses the columns after the name. Stored in this browser. */
export function ColumnChoice() {
  const [shown, choose] = useTableColumns();
  const keys = shown.map(({ key }) => key);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tableColumns.map(({ key, title }) => (
          <Menu.CheckboxItem
            key={key}
            checked={keys.includes(key)}
            onChange={(isShown) =>
              choose(isShown ? [...keys, key] : keys.filter((other) => other !== key))
            }
          >
            {title}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
