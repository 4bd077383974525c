import { Button } from '@mantine/core';
import { IconChartLine, IconTable } from '@tabler/icons-react';

interface Props {
  isTable: boolean;
  onChange: (isTable: boolean) => void;
  /** What is shown, where a page has several charts. */
  of?: string;
}

/** The same figures as a chart or as a table. */
export function ViewSwitch({ isTable, onChange, of }: Props) {
  const text = isTable ? 'View as chart' : 'View as table';
  return (
    <Button
      variant="default"
      leftSection={isTable ? <IconChartLine size={16} /> : <IconTable size={16} />}
      onClick={() => onChange(!isTable)}
      {...(of && { 'aria-label': `${text}: ${of}` })}
    >
      {text}
    </Button>
  );
}
